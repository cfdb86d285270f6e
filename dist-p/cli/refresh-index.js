/** Brings the stored index of a folder up to date, for the commands that show it or search it. */
import { setFlagsFromString } from 'node:v8';
import { createStoredIndex } from '../context/store/stored-index.js';
import { createTokenCounter } from '../context/tokens.js';
import { EXIT } from '../errors.js';
import { watchIndex } from './index-progress.js';
import { openStore, warnOfStore } from './open-store.js';
/** Files that `--include` or `--exclude` leave out this once are not gone. */
const isWhole = (selection, flags) => selection.kind === 'all' && flags.include === undefined && flags.exclude === undefined;
/** An interruption ends it with the reason of the signal; what was measured until then is kept. */
export async function refreshIndex(terminal, settings, selection, flags) {
    // Texts pass through once; a young generation grown for them would be most of the memory.
    setFlagsFromString('--semi-space-growth-factor=1');
    const { repository, rules } = settings;
    const snapshot = await repository.open(selection, rules);
    for (const warning of snapshot.warnings)
        terminal.stderr.write(`warning: ${warning}\n`);
    const store = await openStore(terminal, repository);
    try {
        const options = { search: true, whole: isWhole(selection, flags) };
        const index = watchIndex(createStoredIndex(store, createTokenCounter(store), options), terminal, flags);
        const files = [];
        const ignored = [];
        for await (const entry of index.measure(snapshot, snapshot.entries())) {
            if (entry.kind === 'file')
                files.push(entry);
            else
                ignored.push(entry);
        }
        warnOfStore(terminal, store);
        const exit = files.length === 0 ? EXIT.emptyScope : EXIT.ok;
        return { store, branch: snapshot.branch, files, ignored, exit, [Symbol.dispose]: () => store[Symbol.dispose]() };
    }
    catch (error) {
        store[Symbol.dispose]();
        throw error;
    }
}
