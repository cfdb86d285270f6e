/**
 * Implements the port `Journal` for one task of a run in PostgreSQL. Every write holds the row of the task and names the epoch of its
 * lease, so that a worker that was thought dead and goes on cannot write into what another one has taken over. Used by conduct-run.ts
 * and perform-agent.ts.
 */
import { z } from 'zod';
import { ReviewError } from '../../errors.ts';
import type { Journal, Kept, Step } from '../../ports/journal.ts';
import type { Database } from './database.ts';
import { hashBytes, pack, unpack } from './packed.ts';
import { type Lease, LostLease } from './task-queue.ts';

export interface PostgresJournalOptions {
  readonly lease: Lease;
  /** The run has taken another turn before: what is recorded with other content stays beside it. */
  readonly mayDiverge?: boolean;
  /** A recorded value is damaged; it is made again. */
  readonly onDamage?: (key: string) => void;
}

const stepRow = z.object({
  mark: z.string(),
  begun: z.int(),
  value: z.instanceof(Uint8Array).nullable(),
  checksum: z.string().nullable(),
});
type StepRow = z.infer<typeof stepRow>;

/** The task stays ours until the write is done. */
const HELD = `held AS (SELECT 1 FROM consensus_review.tasks WHERE run_id = $1 AND key = $2 AND epoch = $3 FOR SHARE)`;

export function createPostgresJournal(
  database: Database,
  { lease, mayDiverge = false, onDamage }: PostgresJournalOptions,
): Journal {
  const { runId, task, epoch } = lease;
  const nameOf = (key: string): string => `${task}/${key}`;
  const write = async (text: string, values: readonly unknown[]): Promise<void> => {
    const written = await database.run(`WITH ${HELD} ${text}`, [runId, task, epoch, ...values]);
    if (written === 0) throw new LostLease(lease);
  };
  const read = async <T>({ key, inputHash: mark }: Step<T>): Promise<Kept<T> | { readonly lost: number }> => {
    const rows = await database.rows(
      stepRow,
      'SELECT mark, begun, value, checksum FROM consensus_review.steps WHERE run_id = $1 AND key = $2',
      [runId, nameOf(key)],
    );
    const row = rows.find((each) => each.mark === mark);
    if (row === undefined && !mayDiverge && rows.some(({ value }) => value !== null))
      throw new ReviewError('stale-run', `the input of step ${key} differs from the recorded one.`);
    if (row === undefined) return { lost: 0 };
    return readValue<T>(row, nameOf(key), onDamage);
  };
  return {
    async step<T>(step: Step<T>, effect: (lost: number) => Promise<T>): Promise<Kept<T>> {
      const known = await read(step);
      if ('value' in known) return known;
      const { lost } = known;
      const names = [nameOf(step.key), step.inputHash];
      await write(
        `INSERT INTO consensus_review.steps (run_id, key, mark, kind, begun) SELECT $1, $4, $5, $6, $7 FROM held
         ON CONFLICT (run_id, key, mark) DO UPDATE SET begun = $7, intent_at = now(), value = NULL, checksum = NULL,
           done_at = NULL`,
        [...names, step.kind, lost + 1],
      );
      const drop = (): Promise<void> =>
        write(
          lost === 0
            ? 'DELETE FROM consensus_review.steps WHERE run_id = $1 AND key = $4 AND mark = $5 AND EXISTS (SELECT 1 FROM held)'
            : `UPDATE consensus_review.steps SET begun = $6 WHERE run_id = $1 AND key = $4 AND mark = $5
               AND EXISTS (SELECT 1 FROM held)`,
          lost === 0 ? names : [...names, lost],
        );
      let value: T;
      try {
        value = await effect(lost);
      } catch (error) {
        await drop();
        throw error;
      }
      const fate = step.settle?.(value) ?? 'keep';
      if (fate === 'drop') await drop();
      if (fate === 'keep') {
        const { bytes, checksum } = pack(value);
        await write(
          `UPDATE consensus_review.steps SET done_at = now(), value = $6, checksum = $7
           WHERE run_id = $1 AND key = $4 AND mark = $5 AND EXISTS (SELECT 1 FROM held)`,
          [...names, bytes, checksum],
        );
      }
      return { value, isRecorded: false, lost };
    },
  };
}

function readValue<T>(
  { begun, value, checksum }: StepRow,
  key: string,
  onDamage?: (key: string) => void,
): Kept<T> | { readonly lost: number } {
  if (value === null) return { lost: begun };
  if (hashBytes(value) !== checksum) {
    onDamage?.(key);
    return { lost: begun };
  }
  return { value: unpack(z.unknown(), value, key) as T, isRecorded: true, lost: begun - 1 };
}
