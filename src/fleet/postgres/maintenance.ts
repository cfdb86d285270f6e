/**
 * Deletes what is no longer needed: old runs and their steps, snapshots of ended runs, texts that no run needs, lost workers, unused
 * cached reviews; and queues runs whose submitter died before. One worker at a time. Called by worker.ts.
 */
import { z } from 'zod';
import type { Database } from './database.ts';
import type { WorkQueue } from './dbos-queue.ts';
import { type CacheBounds, forgetUnused } from './review-cache.ts';
import { RUN_TASK } from './task-queue.ts';

export interface MaintenanceLimits {
  /** Ended runs stay readable this long. */
  readonly runsMs: number;
  /** Texts that no open run needs stay this long, so that the next push sends only what changed. */
  readonly blobsMs: number;
  readonly everyMs: number;
  readonly reviewCache: CacheBounds;
}

const HOUR_MS = 3_600_000;
export const DEFAULT_MAINTENANCE: MaintenanceLimits = {
  runsMs: 7 * 24 * HOUR_MS,
  blobsMs: 24 * HOUR_MS,
  everyMs: 60_000,
  reviewCache: { maxAgeDays: 90, maxBytes: 4 * 1024 ** 3 },
};
/** All cached reviews are looked at: not every minute. */
const FORGET_MS = HOUR_MS;

const MAINTENANCE_LOCK = 7_266_120_002;
const MAX_AT_ONCE = 500;
const idRow = z.object({ id: z.string() });
const waitingRow = z.object({ id: z.string(), version: z.string(), take: z.int() });
const lockRow = z.object({ locked: z.boolean() });

export interface Maintenance {
  /** Now and then, and by one worker at a time; else nothing happens. */
  tidy(queue: Pick<WorkQueue, 'forget' | 'enqueue'>): Promise<void>;
}

export function createMaintenance(database: Database, limits: MaintenanceLimits = DEFAULT_MAINTENANCE): Maintenance {
  let lastAt = Number.NEGATIVE_INFINITY;
  let forgotAt = Number.NEGATIVE_INFINITY;
  return {
    async tidy(queue) {
      if (performance.now() - lastAt < limits.everyMs) return;
      lastAt = performance.now();
      const expired = await database.transaction(async ({ rows, run }) => {
        const [lock] = await rows(lockRow, 'SELECT pg_try_advisory_xact_lock($1) AS locked', [MAINTENANCE_LOCK]);
        if (lock?.locked !== true) return [];
        await run(
          `UPDATE consensus_review.runs SET snapshot_id = NULL WHERE status = 'finished' AND snapshot_id IS NOT NULL`,
        );
        await run(
          `DELETE FROM consensus_review.snapshots s WHERE created_at < now() - interval '1 hour'
           AND NOT EXISTS (SELECT 1 FROM consensus_review.runs r WHERE r.snapshot_id = s.id)`,
        );
        await run(
          `DELETE FROM consensus_review.blobs WHERE used_at < now() - $1 * interval '1 millisecond'
           AND hash NOT IN (SELECT unnest(blobs) FROM consensus_review.snapshots)`,
          [limits.blobsMs],
        );
        if (performance.now() - forgotAt >= Math.max(FORGET_MS, limits.everyMs)) {
          forgotAt = performance.now();
          await forgetUnused({ run }, limits.reviewCache);
        }
        await run(
          `DELETE FROM consensus_review.workers WHERE status IN ('dead', 'left') AND beat_at < now() - interval '1 day'`,
        );
        return rows(
          idRow,
          `SELECT id FROM consensus_review.runs
           WHERE finished_at < now() - $1 * interval '1 millisecond' LIMIT $2`,
          [limits.runsMs, MAX_AT_ONCE],
        );
      });
      await queueForgotten(database, queue);
      if (expired.length === 0) return;
      const ids = expired.map(({ id }) => id);
      await queue.forget(ids);
      await database.run('DELETE FROM consensus_review.runs WHERE id = ANY ($1::text[])', [ids]);
    },
  };
}

/** Runs whose submitter died before they were queued; one that is queued already stays as it is. */
async function queueForgotten(database: Database, queue: Pick<WorkQueue, 'enqueue'>): Promise<void> {
  const waiting = await database.rows(
    waitingRow,
    `SELECT r.id, r.version, r.take FROM consensus_review.runs r JOIN consensus_review.tasks t
       ON t.run_id = r.id AND t.key = $1 AND t.status = 'waiting'
     WHERE r.finished_at IS NULL AND r.submitted_at < now() - interval '1 minute' ORDER BY r.submitted_at LIMIT $2`,
    [RUN_TASK, MAX_AT_ONCE],
  );
  for (const { id, version, take } of waiting)
    await queue.enqueue({ lane: 'runs', runId: id, task: RUN_TASK, take, version });
}
