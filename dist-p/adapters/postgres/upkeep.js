/** What has served its time: runs and their steps after a while, snapshots of ended runs, texts that no run needs, lost workers. */
import { z } from 'zod';
import { RUN_TASK } from './task-board.js';
const HOUR_MS = 3_600_000;
export const DEFAULT_UPKEEP = { runsMs: 7 * 24 * HOUR_MS, blobsMs: 24 * HOUR_MS, everyMs: 60_000 };
const UPKEEP_LOCK = 7_266_120_002;
const MAX_AT_ONCE = 500;
const idRow = z.object({ id: z.string() });
const waitingRow = z.object({ id: z.string(), version: z.string(), take: z.int() });
const lockRow = z.object({ locked: z.boolean() });
export function createUpkeep(database, limits = DEFAULT_UPKEEP) {
    let lastAt = Number.NEGATIVE_INFINITY;
    return {
        async tidy(queue) {
            if (performance.now() - lastAt < limits.everyMs)
                return;
            lastAt = performance.now();
            const expired = await database.transaction(async ({ rows, run }) => {
                const [lock] = await rows(lockRow, 'SELECT pg_try_advisory_xact_lock($1) AS locked', [UPKEEP_LOCK]);
                if (lock?.locked !== true)
                    return [];
                await run(`UPDATE consensus_review.runs SET snapshot_id = NULL WHERE status = 'finished' AND snapshot_id IS NOT NULL`);
                await run(`DELETE FROM consensus_review.snapshots s WHERE created_at < now() - interval '1 hour'
           AND NOT EXISTS (SELECT 1 FROM consensus_review.runs r WHERE r.snapshot_id = s.id)`);
                await run(`DELETE FROM consensus_review.blobs WHERE used_at < now() - $1 * interval '1 millisecond'
           AND hash NOT IN (SELECT unnest(blobs) FROM consensus_review.snapshots)`, [limits.blobsMs]);
                await run(`DELETE FROM consensus_review.workers WHERE status IN ('dead', 'left') AND beat_at < now() - interval '1 day'`);
                return rows(idRow, `SELECT id FROM consensus_review.runs
           WHERE finished_at < now() - $1 * interval '1 millisecond' LIMIT $2`, [limits.runsMs, MAX_AT_ONCE]);
            });
            await queueForgotten(database, queue);
            if (expired.length === 0)
                return;
            const ids = expired.map(({ id }) => id);
            await queue.forget(ids);
            await database.run('DELETE FROM consensus_review.runs WHERE id = ANY ($1::text[])', [ids]);
        },
    };
}
/** Runs whose submitter died before they were queued; one that is queued already stays as it is. */
async function queueForgotten(database, queue) {
    const waiting = await database.rows(waitingRow, `SELECT r.id, r.version, r.take FROM consensus_review.runs r JOIN consensus_review.tasks t
       ON t.run_id = r.id AND t.key = $1 AND t.status = 'waiting'
     WHERE r.finished_at IS NULL AND r.submitted_at < now() - interval '1 minute' ORDER BY r.submitted_at LIMIT $2`, [RUN_TASK, MAX_AT_ONCE]);
    for (const { id, version, take } of waiting)
        await queue.enqueue({ lane: 'runs', runId: id, task: RUN_TASK, take, version });
}
