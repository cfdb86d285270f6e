/**
 * Reads rows of the run store's tables and converts them into the types of protocol/report/stored-run.ts; a run whose process is gone
 * counts as interrupted. Called by run-store.ts and list-runs.ts.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { ListedRun, RunCommand, RunStatus, StoredRun } from '../../protocol/report/stored-run.ts';
import { isOwnerAlive, type Owner } from './process-identity.ts';

const LISTED_COLUMNS = `id, root, playbook, mode, model, selection, command, version, started_at AS startedAt,
  finished_at AS finishedAt, status, reason, resumed, pid, host, process_mark AS processStart, beat_at AS beatAt,
  complete, verdict, exit_code AS exitCode, counts, usage, EXISTS (SELECT 1 FROM reports WHERE run = id) AS hasReport`;

export const RUN_COLUMNS = `${LISTED_COLUMNS}, settings, seed, deferred, epoch`;

/** What a list shows of a run. */
interface ListedRow extends Omit<ListedRun, 'command' | 'complete' | 'counts' | 'usage' | 'hasReport'>, Owner {
  readonly command: string;
  readonly beatAt: number;
  readonly complete: number | null;
  readonly counts: string | null;
  readonly usage: string | null;
  readonly hasReport: number;
}

export interface RunRow extends ListedRow {
  readonly settings: string;
  readonly seed: string;
  readonly deferred: number;
  readonly epoch: number;
}

/** A run whose process is gone was interrupted, whatever the row says. */
export const statusOf = (row: ListedRow, now: number): RunStatus =>
  row.status === 'running' && !isOwnerAlive(row, now - row.beatAt) ? 'interrupted' : row.status;

/** The call of a run. What is JSON and yet no call is as damaged as what is no JSON: SyntaxError either way. */
export function readCommand(text: string): RunCommand {
  const { name, positional, flags, cwd, ...others } = Object(JSON.parse(text)) as Partial<RunCommand>;
  const isCall = (name === 'review' || name === 'audit') && Array.isArray(positional) && typeof cwd === 'string';
  if (!isCall || typeof flags !== 'object' || flags === null || Object.keys(others).length > 0)
    throw new SyntaxError('the call of the run is malformed');
  return { name, positional, flags, cwd };
}

const parse = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));

export const toStoredRun = (row: RunRow, now: number): StoredRun => ({
  ...toListedRun(row, now),
  settings: JSON.parse(row.settings) as StoredRun['settings'],
});

function toListedRun(row: ListedRow, now: number): ListedRun {
  const status = statusOf(row, now);
  return {
    id: row.id,
    root: row.root,
    playbook: row.playbook,
    mode: row.mode,
    model: row.model,
    selection: row.selection,
    command: readCommand(row.command),
    version: row.version,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    status,
    reason: row.reason ?? (status === 'interrupted' ? 'its process ended before the run was finished' : null),
    resumed: row.resumed,
    complete: row.complete === null ? null : row.complete === 1,
    verdict: row.verdict,
    exitCode: row.exitCode,
    counts: parse(row.counts),
    usage: parse(row.usage),
    hasReport: row.hasReport === 1,
  };
}

export interface RowFilter {
  readonly root?: string;
  readonly limit?: number;
}

const selectRows = (database: DatabaseSync, columns: string, { root, limit = -1 }: RowFilter): readonly unknown[] => {
  const where = root === undefined ? '' : 'WHERE root = :root';
  return database
    .prepare(`SELECT ${columns} FROM runs ${where} ORDER BY started_at DESC, id DESC LIMIT :limit`)
    .all({ limit, ...(root === undefined ? {} : { root }) });
};

/** Newest first. */
export const readRows = (database: DatabaseSync, filter: RowFilter): readonly RunRow[] =>
  selectRows(database, RUN_COLUMNS, filter) as readonly RunRow[];

/** Newest first, without what only whoever goes on with a run needs. */
export const readListedRuns = (database: DatabaseSync, filter: RowFilter, now: number): readonly ListedRun[] =>
  (selectRows(database, LISTED_COLUMNS, filter) as readonly ListedRow[]).map((row) => toListedRun(row, now));

export const countRows = (database: DatabaseSync, root: string | null): number =>
  Number(
    (root === null
      ? database.prepare('SELECT count(*) AS n FROM runs').get()
      : database.prepare('SELECT count(*) AS n FROM runs WHERE root = ?').get(root)
    )?.n,
  );

export const STEP_COLUMNS =
  'key, kind, mark AS inputHash, begun, intent_at AS intentAt, done_at AS doneAt, coalesce(length(value), 0) AS bytes';
