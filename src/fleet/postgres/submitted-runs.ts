/**
 * Writes and reads the runs submitted to the fleet: submits one with its task and account, finds it, asks it to end, takes an
 * interrupted one up again. How a run ended is written by task-queue.ts and listed by run-history.ts. Used by submit-run.ts,
 * follow-run.ts, run-session.ts and worker.ts.
 */

import { z } from 'zod';
import type { RunLimits } from '../../protocol/budget/run-limits.ts';
import type { Database } from './database.ts';
import { pack, unpack } from './packed.ts';
import { RUN_TASK } from './task-queue.ts';

export interface NewRun {
  readonly id: string;
  readonly playbook: 'review' | 'audit';
  readonly version: string;
  /** JSON-safe; never keys or environment. */
  readonly spec: unknown;
  readonly snapshotId: string | null;
  readonly account: Required<Omit<RunLimits, 'isPlanned'>> | null;
  /** Whose runs it is listed with. */
  readonly project?: string;
  /** How it was asked for, for whoever looks at it later; JSON-safe. */
  readonly origin?: unknown;
}

export interface StoredRun {
  readonly id: string;
  readonly playbook: string;
  readonly version: string;
  readonly status: string;
  readonly spec: unknown;
  readonly snapshotId: string | null;
  /** Of the last that took it up; null where that one gave none. */
  readonly deadlineMs: number | null;
}

export interface SubmittedRuns {
  /** With the task that it is; not queued yet. */
  submit(run: NewRun): Promise<void>;
  find(id: string): Promise<StoredRun | null>;
  /** Takes an interrupted or failed run up again: what was cut short is open once more. Null where it goes on or is finished. */
  reopen(id: string, deadlineMs?: number | null): Promise<number | null>;
  /** Takes back that the run is to end; false where nobody had asked, or it has ended. */
  unstop(id: string): Promise<boolean>;
  /** Asks everybody who works at the run to end it. */
  stop(id: string): Promise<void>;
  /** Of these runs, those that are to end. */
  listStopped(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

const runRow = z.object({
  id: z.string(),
  playbook: z.string(),
  version: z.string(),
  status: z.string(),
  spec: z.instanceof(Uint8Array),
  snapshot_id: z.string().nullable(),
  deadline_ms: z.number().nullable(),
});
const idRow = z.object({ id: z.string() });
const takeRow = z.object({ take: z.int() });

export const createSubmittedRuns = (database: Database): SubmittedRuns => ({
  submit: ({ id, playbook, version, spec, snapshotId, account, project = '', origin = null }) =>
    database.transaction(async ({ run }) => {
      await run(
        `INSERT INTO consensus_review.runs (id, playbook, version, spec, snapshot_id, project, origin)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
        [id, playbook, version, pack(spec).bytes, snapshotId, project, pack(origin).bytes],
      );
      await run(
        'INSERT INTO consensus_review.tasks (run_id, key, payload) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [id, RUN_TASK, pack({}).bytes],
      );
      if (account === null) return;
      await run(
        `INSERT INTO consensus_review.accounts (run_id, max_tokens, max_usd, reserved_tokens, reserved_usd)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
        [id, account.maxTokens, account.maxCostUsd, account.reservedTokens, account.reservedUsd],
      );
    }),
  async find(id) {
    const [row] = await database.rows(
      runRow,
      'SELECT id, playbook, version, status, spec, snapshot_id, deadline_ms FROM consensus_review.runs WHERE id = $1',
      [id],
    );
    if (row === undefined) return null;
    const { spec, snapshot_id: snapshotId, deadline_ms: deadlineMs, ...rest } = row;
    return { ...rest, snapshotId, deadlineMs, spec: unpack(z.unknown(), spec, `run ${id}`) };
  },
  reopen: (id, deadlineMs = null) =>
    database.transaction(async ({ rows, run }) => {
      const [row] = await rows(
        takeRow,
        `UPDATE consensus_review.runs SET status = 'waiting', stop_reason = NULL, finished_at = NULL, take = take + 1,
           summary = NULL, failure = NULL, deadline_ms = $2 WHERE id = $1 AND status = 'interrupted' RETURNING take`,
        [id, deadlineMs],
      );
      if (row === undefined) return null;
      await run(
        `UPDATE consensus_review.tasks SET status = 'waiting', result = NULL, checksum = NULL, is_final = NULL,
           epoch = epoch + 1, payload = CASE key WHEN $2 THEN payload ELSE ''::bytea END
         WHERE run_id = $1 AND status = 'done' AND NOT is_final`,
        [id, RUN_TASK],
      );
      return row.take;
    }),
  unstop: async (id) =>
    (await database.run(
      `UPDATE consensus_review.runs SET stop_reason = NULL
       WHERE id = $1 AND finished_at IS NULL AND stop_reason IS NOT NULL`,
      [id],
    )) > 0,
  async stop(id) {
    await database.run(
      `UPDATE consensus_review.runs SET stop_reason = 'interrupt' WHERE id = $1 AND finished_at IS NULL`,
      [id],
    );
  },
  async listStopped(ids) {
    if (ids.length === 0) return new Set();
    const rows = await database.rows(
      idRow,
      'SELECT id FROM consensus_review.runs WHERE id = ANY ($1::text[]) AND stop_reason IS NOT NULL',
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  },
});
