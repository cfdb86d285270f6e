/**
 * Keeps the table of workers: each signs in, updates its heartbeat and signs off; lists workers that are ready, and those that are
 * dead, which nothing else tells from busy ones. Used by worker.ts, heartbeat-thread.ts and submit-run.ts.
 */
import { z } from 'zod';
import type { Database } from './database.ts';

export interface WorkerEntry {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly concurrency: number;
}

export interface WorkerRegistry {
  enlist(worker: WorkerEntry): Promise<void>;
  /** Also brings back a worker that had been given up. */
  beat(id: string): Promise<void>;
  setStatus(id: string, status: 'draining' | 'left'): Promise<void>;
  /** Workers that live, draining ones left out. */
  listReady(deadAfterMs: number): Promise<readonly Pick<WorkerEntry, 'id' | 'host' | 'version'>[]>;
  /** Gives up those that were not heard of for that long; of these ids, those that do not live. */
  findDead(deadAfterMs: number, ids: readonly string[]): Promise<readonly string[]>;
}

const readyRow = z.object({ id: z.string(), host: z.string(), version: z.string() });
const idRow = z.object({ id: z.string() });

export const createWorkerRegistry = (database: Database): WorkerRegistry => ({
  async enlist({ id, host, pid, version, concurrency }) {
    await database.run(
      `INSERT INTO consensus_review.workers (id, host, pid, version, concurrency, status)
       VALUES ($1, $2, $3, $4, $5, 'running') ON CONFLICT (id) DO UPDATE SET beat_at = now()`,
      [id, host, pid, version, concurrency],
    );
  },
  async beat(id) {
    await database.run(
      `UPDATE consensus_review.workers
       SET beat_at = now(), status = CASE status WHEN 'dead' THEN 'running' ELSE status END WHERE id = $1`,
      [id],
    );
  },
  async setStatus(id, status) {
    await database.run('UPDATE consensus_review.workers SET status = $2, beat_at = now() WHERE id = $1', [id, status]);
  },
  listReady: (deadAfterMs) =>
    database.rows(
      readyRow,
      `SELECT id, host, version FROM consensus_review.workers
       WHERE status = 'running' AND beat_at > now() - $1 * interval '1 millisecond' ORDER BY id`,
      [deadAfterMs],
    ),
  async findDead(deadAfterMs, ids) {
    await database.run(
      `UPDATE consensus_review.workers SET status = 'dead'
       WHERE status IN ('running', 'draining') AND beat_at <= now() - $1 * interval '1 millisecond'`,
      [deadAfterMs],
    );
    const living = await database.rows(
      idRow,
      `SELECT id FROM consensus_review.workers WHERE id = ANY ($1::text[]) AND status IN ('running', 'draining')`,
      [ids],
    );
    return ids.filter((id) => !living.some((worker) => worker.id === id));
  },
});
