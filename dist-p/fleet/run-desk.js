/**
 * A run as one worker has it before it: its settings, its files, its index, opened once for all of its tasks that come here and
 * let go a while after the last. Keys come from the worker's own environment.
 */
import { createRunBoard } from '../adapters/postgres/run-board.js';
import { createSnapshotStore } from '../adapters/postgres/snapshot-store.js';
import { createStoredRepository } from '../adapters/postgres/stored-repository.js';
import { openContextStore } from '../context/store/context-store.js';
import { createStoredIndex } from '../context/store/stored-index.js';
import { createTokenCounter } from '../context/tokens.js';
import { ReviewError } from '../errors.js';
import { createEmbeddedReviewers, usesModels } from '../wiring.js';
import { configOf, parseSpec } from './run-spec.js';
/** What was selected was resolved by whoever sent the files. */
export const WHOLE_SNAPSHOT = { kind: 'all' };
const LINGER_MS = 60_000;
export function createRunDesks(database, environment) {
    const open = new Map();
    const close = async (runId) => {
        const entry = open.get(runId);
        if (entry === undefined || entry.users > 0)
            return;
        open.delete(runId);
        (await entry.desk.catch(() => null))?.store[Symbol.dispose]();
    };
    return {
        async use(runId, work) {
            const entry = open.get(runId) ?? { desk: openDesk(database, environment, runId), users: 0 };
            open.set(runId, entry);
            entry.users += 1;
            try {
                return await work(await entry.desk);
            }
            finally {
                entry.users -= 1;
                if (entry.users === 0)
                    setTimeout(() => void close(runId), LINGER_MS).unref();
            }
        },
    };
}
async function openDesk(database, environment, runId) {
    const run = await createRunBoard(database).find(runId);
    if (run === null || run.snapshotId === null)
        throw new ReviewError('no-run', `${runId} is not in the database.`);
    const spec = parseSpec(run.spec);
    const snapshots = createSnapshotStore(database);
    const repository = createStoredRepository(await snapshots.load(run.snapshotId), snapshots);
    const settings = {
        repository,
        config: configOf(spec),
        configPath: null,
        customReviewers: [],
        roster: spec.roster,
        rules: spec.rules,
        searchPath: environment.PATH,
        trustsRepository: false,
        warnings: spec.warnings,
    };
    const without = spec.playbook === 'audit' ? ['semgrep'] : [];
    return {
        runId,
        spec,
        settings,
        store: openContextStore({ stateDir: null, root: `/${runId}` }),
        embedded: await createEmbeddedReviewers(settings, { without }),
        shelf: new Map(),
    };
}
/** Made once per desk, whoever asks first; what failed is made again. */
export function fromShelf({ shelf }, name, make) {
    const known = shelf.get(name);
    if (known !== undefined)
        return known;
    const made = make();
    made.catch(() => shelf.delete(name));
    shelf.set(name, made);
    return made;
}
/** Measured on this worker for its agents' searches; what the run is planned by was measured by whoever conducts it. */
export const createDeskIndex = ({ store, settings }) => createStoredIndex(store, createTokenCounter(store), { search: usesModels(settings), whole: false });
