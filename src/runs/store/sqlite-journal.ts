/**
 * Implements the port `Journal` of one run in the run store: keeps the result of each step, and returns it when the resumed run asks
 * again. Every write names the epoch of the run's owner, so that a process that was thought dead and goes on cannot write into a run
 * that another one has taken over. Called by open-run.ts.
 */
import { ReviewError } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal, Kept, Step } from '../../ports/journal.ts';
import type { RunDatabase } from './run-database.ts';
import { packValue, type StoredValue, unpackValue } from './stored-value.ts';

export interface JournalOptions {
  readonly run: string;
  readonly epoch: number;
  readonly clock: Pick<Clock, 'now'>;
  /** The run has taken another turn before, so that some of what is recorded may not be asked for again. */
  readonly mayDiverge: boolean;
  /** Something could not be written: from here on nothing is recorded. Said once. */
  readonly onLoss: (error: unknown) => void;
  /** A recorded value is damaged; it is made again. */
  readonly onDamage: (key: string) => void;
}

export interface ClosableJournal extends Journal {
  /** What is begun may still end; nothing new is recorded. */
  close(): void;
}

interface StepRow {
  readonly inputHash: string;
  readonly begun: number;
  readonly body: Uint8Array | null;
  readonly checksum: string | null;
}

export function createSqliteJournal(store: RunDatabase, options: JournalOptions): ClosableJournal {
  const { run, epoch, clock } = options;
  const writes = prepareWrites(store, run, epoch);
  const read = createReader(store, options);
  let isClosed = false;
  let isLost = false;

  /** A disk that is full ends the recording, not the run: what is recorded so far stays usable. */
  const write = async (change: () => void, isDurable: boolean): Promise<void> => {
    if (isLost) return;
    try {
      await store.write(change, isDurable);
    } catch (error) {
      if (error instanceof ReviewError) throw error;
      if (!isLost) options.onLoss(error);
      isLost = true;
    }
  };
  const record = async <T>(step: Step<T>, effect: () => Promise<T>): Promise<T> => {
    await write(() => writes.begin(step, clock.now()), false);
    let value: T;
    try {
      value = await effect();
    } catch (error) {
      await write(() => writes.drop(step), false);
      throw error;
    }
    const fate = step.settle?.(value) ?? 'keep';
    if (fate === 'keep') {
      const packed = packValue(value);
      await write(() => writes.finish(step, packed, clock.now()), step.isPaid === true);
    } else if (fate === 'drop') await write(() => writes.drop(step), false);
    return value;
  };
  return {
    close: () => {
      isClosed = true;
    },
    async step<T>(step: Step<T>, effect: (lost: number) => Promise<T>): Promise<Kept<T>> {
      const known = read(step);
      if ('value' in known) return known;
      const { lost } = known;
      const make = (): Promise<T> => effect(lost);
      return { value: await (isClosed || isLost ? make() : record(step, make)), isRecorded: false, lost };
    },
  };
}

type Named = Pick<Step<never>, 'key' | 'inputHash'>;

interface StepWrites {
  begin(step: Named & { readonly kind: string }, at: number): void;
  finish(step: Named, value: StoredValue, at: number): void;
  drop(step: Named): void;
}

function prepareWrites({ database }: RunDatabase, run: string, epoch: number): StepWrites {
  const owned = 'WHERE EXISTS (SELECT 1 FROM runs WHERE id = :run AND epoch = :epoch)';
  const begin = database.prepare(
    `INSERT INTO steps(run, key, mark, kind, begun, intent_at) SELECT :run, :key, :mark, :kind, 1, :at ${owned}
     ON CONFLICT DO UPDATE SET begun = begun + 1, intent_at = :at, value = NULL, checksum = NULL, done_at = NULL`,
  );
  const finish = database.prepare(
    `UPDATE steps SET done_at = :at, value = :body, checksum = :checksum
     ${owned} AND run = :run AND key = :key AND mark = :mark`,
  );
  const undo = database.prepare(
    `UPDATE steps SET begun = begun - 1 ${owned} AND run = :run AND key = :key AND mark = :mark`,
  );
  const clear = database.prepare('DELETE FROM steps WHERE run = :run AND key = :key AND mark = :mark AND begun < 1');
  const requireOwned = ({ changes }: { readonly changes: number | bigint }): void => {
    if (Number(changes) === 0)
      throw new ReviewError('run-busy', `${run} was taken over by another process; this one stops.`);
  };
  return {
    begin: ({ key, inputHash: mark, kind }, at) => requireOwned(begin.run({ run, epoch, key, mark, kind, at })),
    finish: ({ key, inputHash: mark }, { body, checksum }, at) =>
      requireOwned(finish.run({ run, epoch, key, mark, body, checksum, at })),
    drop: ({ key, inputHash: mark }) => {
      requireOwned(undo.run({ run, epoch, key, mark }));
      clear.run({ run, key, mark });
    },
  };
}

function createReader({ database }: RunDatabase, { run, mayDiverge, onDamage }: JournalOptions) {
  const find = database.prepare(
    'SELECT mark AS inputHash, begun, value AS body, checksum FROM steps WHERE run = ? AND key = ?',
  );
  return <T>({ key, inputHash }: Step<T>): Kept<T> | { readonly lost: number } => {
    const rows = find.all(run, key) as unknown as readonly StepRow[];
    const row = rows.find((each) => each.inputHash === inputHash);
    if (row === undefined) {
      if (!mayDiverge && rows.some(({ body }) => body !== null))
        throw new ReviewError('stale-run', `the input of step ${key} differs from the recorded one.`);
      return { lost: 0 };
    }
    if (row.body === null) return { lost: row.begun };
    const kept = unpackValue(row as StoredValue);
    if (kept !== undefined) return { value: kept.value as T, isRecorded: true, lost: row.begun - 1 };
    onDamage(key);
    return { lost: row.begun };
  };
}
