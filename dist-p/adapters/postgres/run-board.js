/** Runs as they were submitted: what is asked, where they stand, how they ended. */
import { z } from 'zod';
import { pack, unpack } from './packed.js';
import { RUN_TASK } from './task-board.js';
const runRow = z.object({
    id: z.string(),
    playbook: z.string(),
    version: z.string(),
    status: z.string(),
    spec: z.instanceof(Uint8Array),
    snapshot_id: z.string().nullable(),
});
const idRow = z.object({ id: z.string() });
const takeRow = z.object({ take: z.int() });
export const createRunBoard = (database) => ({
    submit: ({ id, playbook, version, spec, snapshotId, account }) => database.transaction(async ({ run }) => {
        await run(`INSERT INTO consensus_review.runs (id, playbook, version, spec, snapshot_id)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`, [id, playbook, version, pack(spec).bytes, snapshotId]);
        await run('INSERT INTO consensus_review.tasks (run_id, key, payload) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [id, RUN_TASK, pack({}).bytes]);
        if (account === null)
            return;
        await run(`INSERT INTO consensus_review.accounts (run_id, max_tokens, max_usd, reserved_tokens, reserved_usd)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`, [id, account.maxTokens, account.maxCostUsd, account.reservedTokens, account.reservedUsd]);
    }),
    async find(id) {
        const [row] = await database.rows(runRow, 'SELECT id, playbook, version, status, spec, snapshot_id FROM consensus_review.runs WHERE id = $1', [id]);
        if (row === undefined)
            return null;
        const { spec, snapshot_id: snapshotId, ...rest } = row;
        return { ...rest, snapshotId, spec: unpack(z.unknown(), spec, `run ${id}`) };
    },
    reopen: (id) => database.transaction(async ({ rows, run }) => {
        const [row] = await rows(takeRow, `UPDATE consensus_review.runs SET status = 'waiting', stop_reason = NULL, finished_at = NULL, take = take + 1
         WHERE id = $1 AND status = 'interrupted' RETURNING take`, [id]);
        if (row === undefined)
            return null;
        await run(`UPDATE consensus_review.tasks SET status = 'waiting', result = NULL, checksum = NULL, is_final = NULL,
           epoch = epoch + 1 WHERE run_id = $1 AND status = 'done' AND NOT is_final`, [id]);
        return row.take;
    }),
    async stop(id) {
        await database.run(`UPDATE consensus_review.runs SET stop_reason = 'interrupt' WHERE id = $1 AND finished_at IS NULL`, [id]);
    },
    async listStopped(ids) {
        if (ids.length === 0)
            return new Set();
        const rows = await database.rows(idRow, 'SELECT id FROM consensus_review.runs WHERE id = ANY ($1::text[]) AND stop_reason IS NOT NULL', [ids]);
        return new Set(rows.map(({ id }) => id));
    },
});
