/**
 * Stores the tasks of runs: posted once, taken under a lease, finished once. Every taking raises the epoch of the task; whoever holds
 * an older one has been replaced, and whatever it still writes is refused. Used by worker.ts, fleet-host.ts and conduct-run.ts; which
 * worker takes which task decides dbos-queue.ts.
 */
import { z } from 'zod';
import { ReviewError } from '../../errors.ts';
import type { Database } from './database.ts';
import { pack, unpack } from './packed.ts';

/** The task that a run is; the others are its agents. */
export const RUN_TASK = 'run';

/** The right to write for a task. */
export interface Lease {
  readonly runId: string;
  readonly task: string;
  readonly epoch: number;
}

/** Somebody else has taken the task: what was done under the old lease does not count. */
export class LostLease extends ReviewError {
  constructor({ runId, task, epoch }: Lease) {
    super('run-busy', `${task} of ${runId} was taken over by another worker; take ${epoch} stops.`);
    this.name = 'LostLease';
  }
}

export interface TakenTask {
  readonly lease: Lease;
  readonly payload: unknown;
  /** How often the run was taken up, the first time included. */
  readonly take: number;
}

/** How a run ended, for lists: without opening its report. */
export interface RunNote {
  /** JSON-safe; null where there is no report. */
  readonly summary: unknown;
  /** Why there is no report; null where there is one. */
  readonly failure: string | null;
}

export interface TaskQueue {
  /**
   * The first payload stands: a run that is played again posts the same tasks. One that was cut short may have posted what a
   * whole one does not: a task that is made again has none until it is posted again.
   */
  post(runId: string, task: string, payload: unknown): Promise<void>;
  /** Agents of the run that were sent out, whether they have ended or not. */
  listPosted(runId: string): Promise<ReadonlySet<string>>;
  /** Null where it is finished, or nobody posted it. */
  take(runId: string, task: string, worker: string): Promise<TakenTask | null>;
  /**
   * Throws LostLease where another worker has it by now. What was cut short is not final: it ends the run for now, and a run that
   * is taken up again makes it again. `note` is kept with the run where the task is the run.
   */
  finish(lease: Lease, result: unknown, isFinal: boolean, note?: RunNote): Promise<void>;
  /** Gives tasks back: from now on nothing more can be written under these leases. */
  release(leases: readonly Lease[]): Promise<void>;
  /** Those that do not hold any more. */
  findLost(leases: readonly Lease[]): Promise<readonly Lease[]>;
  /** Results of finished tasks by name. */
  results(runId: string, tasks: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
}

const epoch = z.coerce.number().int();
const takenRow = z.object({ epoch, payload: z.instanceof(Uint8Array), take: z.int() });
const epochRow = z.object({ run_id: z.string(), key: z.string(), epoch });
const keyRow = z.object({ key: z.string() });
const resultRow = z.object({ key: z.string(), result: z.instanceof(Uint8Array), checksum: z.string() });
const anything = z.unknown();
const NO_NOTE: RunNote = { summary: null, failure: null };

const keysOf = (leases: readonly Lease[]): [string[], string[], number[]] => [
  leases.map(({ runId }) => runId),
  leases.map(({ task }) => task),
  leases.map((lease) => lease.epoch),
];

export const createTaskQueue = (database: Database): TaskQueue => ({
  async post(runId, task, payload) {
    await database.run(
      `INSERT INTO consensus_review.tasks AS t (run_id, key, payload) VALUES ($1, $2, $3)
       ON CONFLICT (run_id, key) DO UPDATE SET payload = excluded.payload WHERE t.payload = ''::bytea`,
      [runId, task, pack(payload).bytes],
    );
  },
  async listPosted(runId) {
    const posted = `SELECT key FROM consensus_review.tasks WHERE run_id = $1 AND key <> $2 AND payload <> ''::bytea`;
    return new Set((await database.rows(keyRow, posted, [runId, RUN_TASK])).map(({ key }) => key));
  },
  async take(runId, task, worker) {
    const [row] = await database.rows(
      takenRow,
      `UPDATE consensus_review.tasks SET epoch = epoch + 1, owner = $3, status = 'running'
       WHERE run_id = $1 AND key = $2 AND status <> 'done' AND payload <> ''::bytea
       RETURNING epoch, payload, (SELECT take FROM consensus_review.runs WHERE id = $1) AS take`,
      [runId, task, worker],
    );
    if (row === undefined) return null;
    const payload = unpack(anything, row.payload, `task ${task} of run ${runId}`);
    return { lease: { runId, task, epoch: row.epoch }, payload, take: row.take };
  },
  async finish(lease, result, isFinal, { summary, failure } = NO_NOTE) {
    const { bytes, checksum } = pack(result);
    const { runId, task } = lease;
    await database.transaction(async ({ run }) => {
      const written = await run(
        `UPDATE consensus_review.tasks SET status = 'done', result = $4, checksum = $5, is_final = $6
         WHERE run_id = $1 AND key = $2 AND epoch = $3 AND (status <> 'done' OR checksum = $5)`,
        [runId, task, lease.epoch, bytes, checksum, isFinal],
      );
      if (written === 0) throw new LostLease(lease);
      if (task !== RUN_TASK) return;
      await run(
        `UPDATE consensus_review.runs SET status = $2, finished_at = now(), summary = $3, failure = $4 WHERE id = $1`,
        [runId, isFinal ? 'finished' : 'interrupted', summary === null ? null : pack(summary).bytes, failure],
      );
    });
  },
  async release(leases) {
    await database.run(
      `UPDATE consensus_review.tasks t SET epoch = t.epoch + 1, owner = NULL, status = 'waiting'
       FROM unnest($1::text[], $2::text[], $3::bigint[]) AS held (run_id, key, epoch)
       WHERE t.run_id = held.run_id AND t.key = held.key AND t.epoch = held.epoch AND t.status = 'running'`,
      keysOf(leases),
    );
  },
  async findLost(leases) {
    if (leases.length === 0) return [];
    const rows = await database.rows(
      epochRow,
      `SELECT t.run_id, t.key, t.epoch FROM consensus_review.tasks t
       JOIN unnest($1::text[], $2::text[], $3::bigint[]) AS held (run_id, key, epoch)
         ON t.run_id = held.run_id AND t.key = held.key AND t.epoch = held.epoch`,
      keysOf(leases),
    );
    const held = new Set(rows.map(({ run_id, key, epoch: at }) => JSON.stringify([run_id, key, at])));
    return leases.filter(({ runId, task, epoch: at }) => !held.has(JSON.stringify([runId, task, at])));
  },
  async results(runId, tasks) {
    const rows = await database.rows(
      resultRow,
      `SELECT key, result, checksum FROM consensus_review.tasks
       WHERE run_id = $1 AND key = ANY ($2::text[]) AND status = 'done'`,
      [runId, tasks],
    );
    return new Map(
      rows.map(({ key, result, checksum }) => [
        key,
        unpack(anything, result, `result of ${key} in run ${runId}`, checksum),
      ]),
    );
  },
});
