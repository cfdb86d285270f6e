/** Rows of the run store as the data they stand for. */
import type { RunStatus, StoredRun } from '../../protocol/stored-run.ts';
import { isOwnerAlive } from './process-mark.ts';

export const RUN_COLUMNS = `id, root, playbook, mode, model, selection, command, settings, version, seed, started_at AS startedAt,
  finished_at AS finishedAt, status, reason, resumed, deferred, epoch, pid, host, process_mark AS processMark, beat_at AS beatAt,
  complete, verdict, exit_code AS exitCode, counts, usage, EXISTS (SELECT 1 FROM reports WHERE run = id) AS hasReport`;

export interface RunRow
  extends Omit<StoredRun, 'command' | 'settings' | 'complete' | 'counts' | 'usage' | 'hasReport'> {
  readonly command: string;
  readonly settings: string;
  readonly seed: string;
  readonly deferred: number;
  readonly epoch: number;
  readonly pid: number;
  readonly host: string;
  readonly processMark: string | null;
  readonly beatAt: number;
  readonly complete: number | null;
  readonly counts: string | null;
  readonly usage: string | null;
  readonly hasReport: number;
}

/** A run whose process is gone was interrupted, whatever the row says. */
export const statusOf = (row: RunRow, now: number): RunStatus =>
  row.status === 'running' && !isOwnerAlive(row, now - row.beatAt) ? 'interrupted' : row.status;

const parse = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));

export function toStoredRun(row: RunRow, now: number): StoredRun {
  const status = statusOf(row, now);
  return {
    id: row.id,
    root: row.root,
    playbook: row.playbook,
    mode: row.mode,
    model: row.model,
    selection: row.selection,
    command: JSON.parse(row.command) as StoredRun['command'],
    settings: JSON.parse(row.settings) as StoredRun['settings'],
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

export const STEP_COLUMNS =
  'key, kind, mark, begun, intent_at AS intentAt, done_at AS doneAt, coalesce(length(value), 0) AS bytes';
