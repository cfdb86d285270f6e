/** Lists the tasks of open runs that were begun and that no live worker holds. Called by requeue-tasks.ts, which queues them again. */
import { z } from 'zod';
import type { Database } from './database.ts';
import type { Lease } from './task-queue.ts';

export interface UnclaimedTask {
  /** As it stopped. */
  readonly lease: Lease;
  /** Of the run. */
  readonly take: number;
  readonly version: string;
}

const MAX_AT_ONCE = 500;
const unclaimedRow = z.object({
  run_id: z.string(),
  key: z.string(),
  epoch: z.coerce.number().int(),
  take: z.int(),
  version: z.string(),
});

/** And those of this worker, which knows by itself what it has. */
export async function listUnclaimed(database: Database, worker: string): Promise<readonly UnclaimedTask[]> {
  const rows = await database.rows(
    unclaimedRow,
    `SELECT t.run_id, t.key, t.epoch, r.take, r.version FROM consensus_review.tasks t
     JOIN consensus_review.runs r ON r.id = t.run_id AND r.finished_at IS NULL
     LEFT JOIN consensus_review.workers w ON w.id = t.owner AND w.status IN ('running', 'draining')
     WHERE t.status <> 'done' AND t.epoch > 0 AND t.payload <> ''::bytea AND (w.id IS NULL OR w.id = $1)
     ORDER BY t.run_id, t.key LIMIT $2`,
    [worker, MAX_AT_ONCE],
  );
  return rows.map(({ run_id: runId, key: task, epoch, ...run }) => ({ lease: { runId, task, epoch }, ...run }));
}
