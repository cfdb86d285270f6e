/**
 * Brings the stored index of a folder up to date, and returns the open store with the files measured and ignored and an exit code.
 * Called by commands/index-command.ts and commands/search-command.ts.
 */
import { createIndex } from '../context/file-index.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import type { ContextStore } from '../ports/context-store.ts';
import type { IndexedFile } from '../ports/file-index.ts';
import type { IgnoredEntry, Selection, Snapshot } from '../ports/repository.ts';
import type { Settings } from '../wiring/settings.ts';
import type { Flags } from './command-declaration.ts';
import { openStore, warnOfStore } from './open-store.ts';
import { watchIndex } from './progress/index-progress.ts';
import type { Terminal } from './streams.ts';

export interface RefreshedIndex extends Disposable {
  readonly store: ContextStore;
  readonly branch: string | null;
  readonly files: readonly IndexedFile[];
  readonly ignored: readonly IgnoredEntry[];
  /** Nothing in scope is not success. */
  readonly exit: ExitCode;
  /** The files as they were read. */
  readonly read: Snapshot['read'];
}

/** Files that `--include` or `--exclude` leave out this once are not gone. */
const isWhole = (selection: Selection, flags: Flags): boolean =>
  selection.kind === 'all' && flags.include === undefined && flags.exclude === undefined;

/** An interruption ends it with the reason of the signal; what was measured until then is kept. */
export async function refreshIndex(
  terminal: Terminal,
  settings: Settings,
  selection: Selection,
  flags: Flags,
): Promise<RefreshedIndex> {
  const { repository, rules } = settings;
  const snapshot = await repository.open(selection, rules);
  for (const warning of snapshot.warnings) terminal.stderr.write(`warning: ${warning}\n`);
  const store = await openStore(terminal, repository);
  try {
    const options = { store, search: true, whole: isWhole(selection, flags) };
    const loadCounter = async () => (await import('../context/tokens.ts')).createTokenCounter(store);
    const index = watchIndex(createIndex(loadCounter, options), terminal, flags);
    const files: IndexedFile[] = [];
    const ignored: IgnoredEntry[] = [];
    for await (const entry of index.measure(snapshot, snapshot.entries())) {
      if (entry.kind === 'file') files.push(entry);
      else ignored.push(entry);
    }
    warnOfStore(terminal, store);
    const exit = files.length === 0 ? EXIT.emptyScope : EXIT.ok;
    return {
      store,
      branch: snapshot.branch,
      files,
      ignored,
      exit,
      read: snapshot.read,
      [Symbol.dispose]: () => store[Symbol.dispose](),
    };
  } catch (error) {
    store[Symbol.dispose]();
    throw error;
  }
}
