import { isOwnerAlive } from './process-mark.js';
const LISTED_COLUMNS = `id, root, playbook, mode, model, selection, command, version, started_at AS startedAt,
  finished_at AS finishedAt, status, reason, resumed, pid, host, process_mark AS processMark, beat_at AS beatAt,
  complete, verdict, exit_code AS exitCode, counts, usage, EXISTS (SELECT 1 FROM reports WHERE run = id) AS hasReport`;
export const RUN_COLUMNS = `${LISTED_COLUMNS}, settings, seed, deferred, epoch`;
/** A run whose process is gone was interrupted, whatever the row says. */
export const statusOf = (row, now) => row.status === 'running' && !isOwnerAlive(row, now - row.beatAt) ? 'interrupted' : row.status;
const parse = (text) => (text === null ? null : JSON.parse(text));
export const toStoredRun = (row, now) => ({
    ...toListedRun(row, now),
    settings: JSON.parse(row.settings),
});
function toListedRun(row, now) {
    const status = statusOf(row, now);
    return {
        id: row.id,
        root: row.root,
        playbook: row.playbook,
        mode: row.mode,
        model: row.model,
        selection: row.selection,
        command: JSON.parse(row.command),
        version: row.version,
        startedAt: row.startedAt,
        finishedAt: row.finishedAt,
        status,
        reason: row.reason ?? (status === 'interrupted' ? 'its process ended in the middle' : null),
        resumed: row.resumed,
        complete: row.complete === null ? null : row.complete === 1,
        verdict: row.verdict,
        exitCode: row.exitCode,
        counts: parse(row.counts),
        usage: parse(row.usage),
        hasReport: row.hasReport === 1,
    };
}
const selectRows = (database, columns, { root, limit = -1 }) => {
    const where = root === undefined ? '' : 'WHERE root = :root';
    return database
        .prepare(`SELECT ${columns} FROM runs ${where} ORDER BY started_at DESC, id DESC LIMIT :limit`)
        .all({ limit, ...(root === undefined ? {} : { root }) });
};
/** Newest first. */
export const readRows = (database, filter) => selectRows(database, RUN_COLUMNS, filter);
/** Newest first, without what only whoever goes on with a run needs. */
export const readListedRuns = (database, filter, now) => selectRows(database, LISTED_COLUMNS, filter).map((row) => toListedRun(row, now));
export const countRows = (database, root) => Number((root === null
    ? database.prepare('SELECT count(*) AS n FROM runs').get()
    : database.prepare('SELECT count(*) AS n FROM runs WHERE root = ?').get(root))?.n);
export const STEP_COLUMNS = 'key, kind, mark, begun, intent_at AS intentAt, done_at AS doneAt, coalesce(length(value), 0) AS bytes';
