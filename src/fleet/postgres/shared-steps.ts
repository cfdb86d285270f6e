/**
 * Implements a `Journal` for steps of a run whose value is the same whichever worker makes them, as a scan of an analyzer is: the
 * first value stands, and needs no lease. Nothing paid belongs here: two workers may make such a step at the same time. Used by
 * run-session.ts.
 */
import { z } from 'zod';
import type { Journal } from '../../ports/journal.ts';
import type { Database } from './database.ts';
import { hashBytes, pack, unpack } from './packed.ts';

const valueRow = z.object({ value: z.instanceof(Uint8Array), checksum: z.string() });

export const createSharedSteps = (database: Pick<Database, 'rows' | 'run'>, runId: string): Journal => ({
  async step<T>(
    { key, kind, inputHash, settle }: Parameters<Journal['step']>[0] & { settle?: (value: T) => string },
    effect: (lost: number) => Promise<T>,
  ) {
    const name = `shared/${key}`;
    const [row] = await database.rows(
      valueRow,
      `SELECT value, checksum FROM consensus_review.steps
       WHERE run_id = $1 AND key = $2 AND mark = $3 AND value IS NOT NULL`,
      [runId, name, inputHash],
    );
    if (row !== undefined && hashBytes(row.value) === row.checksum)
      return { value: unpack(z.unknown(), row.value, name) as T, isRecorded: true, lost: 0 };
    const value = await effect(0);
    if ((settle?.(value) ?? 'keep') === 'keep') {
      const { bytes, checksum } = pack(value);
      // Damage is replaced; what another worker wrote meanwhile is the same.
      await database.run(
        `INSERT INTO consensus_review.steps (run_id, key, mark, kind, begun, done_at, value, checksum)
         VALUES ($1, $2, $3, $4, 1, now(), $5, $6)
         ON CONFLICT (run_id, key, mark) DO UPDATE SET value = excluded.value, checksum = excluded.checksum`,
        [runId, name, inputHash, kind, bytes, checksum],
      );
    }
    return { value, isRecorded: false, lost: 0 };
  },
});
