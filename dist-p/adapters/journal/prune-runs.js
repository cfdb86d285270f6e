import { RUN_COLUMNS, statusOf } from './run-rows.js';
const DAY_MS = 86_400_000;
export function pruneRuns(store, retention, now) {
    const { database } = store;
    const before = measure(store);
    const rows = database
        .prepare(`SELECT ${RUN_COLUMNS} FROM runs ORDER BY started_at DESC, id DESC`)
        .all();
    const idle = rows.filter((row) => statusOf(row, now) !== 'running');
    const { maxRuns, maxAgeDays, minRuns, stepDays, maxBytes } = retention;
    const allowance = Math.max(0, maxRuns - (rows.length - idle.length));
    const isPast = ({ startedAt }) => now - startedAt > maxAgeDays * DAY_MS;
    const gone = idle.filter((row, at) => at >= allowance || (at >= minRuns && isPast(row)));
    const staying = idle.filter((row) => !gone.includes(row));
    const hasSteps = database.prepare('SELECT 1 FROM steps WHERE run = ? LIMIT 1');
    const isOld = ({ status, startedAt }) => status === 'finished' && now - startedAt > stepDays * DAY_MS;
    const stripped = staying.filter((row) => isOld(row) && hasSteps.get(row.id) !== undefined);
    let count = { runs: gone.length, stripped: stripped.length };
    if (count.runs + count.stripped > 0)
        store.writeNow(() => {
            for (const { id } of gone)
                forgetRun(store, id);
            for (const { id } of stripped)
                stripRun(store, id);
        });
    const rest = staying.filter((row) => !stripped.includes(row)).reverse();
    count = letGoBySize(store, rest, maxBytes, count);
    if (count.runs + count.stripped > 0)
        database.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
    return { ...count, bytes: Math.max(0, before.fileBytes - measure(store).fileBytes) };
}
function forgetRun({ database }, id) {
    database.prepare('DELETE FROM runs WHERE id = ?').run(id);
}
function stripRun({ database }, id) {
    database.prepare('DELETE FROM steps WHERE run = ?').run(id);
}
/** Raw answers of finished runs first, then whole runs; each oldest first, and no more than needed. */
function letGoBySize(store, oldest, maxBytes, count) {
    let { runs, stripped } = count;
    for (const { id, status } of oldest) {
        if (measure(store).usedBytes <= maxBytes)
            return { runs, stripped };
        if (status !== 'finished')
            continue;
        store.writeNow(() => stripRun(store, id));
        stripped += 1;
    }
    for (const { id } of oldest) {
        if (measure(store).usedBytes <= maxBytes)
            return { runs, stripped };
        store.writeNow(() => forgetRun(store, id));
        runs += 1;
    }
    return { runs, stripped };
}
function measure({ database }) {
    const read = (name) => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0] ?? 0);
    const page = read('page_size');
    const pages = read('page_count');
    return { fileBytes: pages * page, usedBytes: (pages - read('freelist_count')) * page };
}
