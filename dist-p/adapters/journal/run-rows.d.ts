/** Rows of the run store as the data they stand for. */
import type { DatabaseSync } from 'node:sqlite';
import type { ListedRun, RunStatus, StoredRun } from '../../protocol/stored-run.ts';
import { type Owner } from './process-mark.ts';
export declare const RUN_COLUMNS = "id, root, playbook, mode, model, selection, command, version, started_at AS startedAt,\n  finished_at AS finishedAt, status, reason, resumed, pid, host, process_mark AS processMark, beat_at AS beatAt,\n  complete, verdict, exit_code AS exitCode, counts, usage, EXISTS (SELECT 1 FROM reports WHERE run = id) AS hasReport, settings, seed, deferred, epoch";
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
export declare const statusOf: (row: ListedRow, now: number) => RunStatus;
export declare const toStoredRun: (row: RunRow, now: number) => StoredRun;
export interface RowFilter {
    readonly root?: string;
    readonly limit?: number;
}
/** Newest first. */
export declare const readRows: (database: DatabaseSync, filter: RowFilter) => readonly RunRow[];
/** Newest first, without what only whoever goes on with a run needs. */
export declare const readListedRuns: (database: DatabaseSync, filter: RowFilter, now: number) => readonly ListedRun[];
export declare const countRows: (database: DatabaseSync, root: string | null) => number;
export declare const STEP_COLUMNS = "key, kind, mark, begun, intent_at AS intentAt, done_at AS doneAt, coalesce(length(value), 0) AS bytes";
export {};
