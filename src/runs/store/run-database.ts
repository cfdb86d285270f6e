/**
 * Opens the SQLite file of the run store for this user alone, and groups writes into transactions. A file that is not a database any
 * more is set aside, never deleted: somebody may want to look into it. Used by run-store.ts, open-run.ts and sqlite-journal.ts.
 */
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ReviewError } from '../../errors.ts';
import { closeLeavingLog, type OpenedSqlite, openSqlite, transact } from '../../storage/sqlite.ts';
import { describeError, isDamaged, isDiskFull } from '../../storage/sqlite-errors.ts';
import { RUN_SCHEMA } from './schema.ts';

/** Where a write can fail or end the process; tests stand here. */
export type WriteMoment = 'before' | 'inside' | 'after';
export interface StoreWrite {
  /** Counted from 1 over the life of the store. */
  readonly number: number;
  readonly moment: WriteMoment;
  readonly isDurable: boolean;
}
export type WatchWrite = (write: StoreWrite) => void;

export interface RunDatabase extends Disposable {
  readonly database: DatabaseSync;
  /** Where the damaged file went that was here before; null where there was none. */
  readonly setAside: string | null;
  /** Of a write that was under way when its process or the machine ended: dropped. 0 where all is whole. */
  readonly tornBytes: number;
  /** Resolves when it is in the file; `isDurable`: on the disk. Writes that meet are one transaction. */
  write(change: () => void, isDurable: boolean): Promise<void>;
  /** At once, on the disk. */
  writeNow<T>(change: () => T): T;
  /** From now on nobody waits for the disk: what is written survives the end of the process, and not a power cut. */
  hurry(): void;
}

/** The name of the file carries the version of its tables: another version inside is not of another release. */
const isForeign = (error: unknown): boolean => /^the file has (?:schema \d|no tables)/u.test(describeError(error));

function adviseOn(path: string, error: unknown): { readonly advice?: string } {
  if (isDamaged(error)) return { advice: 'The file is damaged. Move it away; the next run creates a new one.' };
  if (isForeign(error)) return { advice: 'Move it away; the next run creates a new one.' };
  if (!isDiskFull(error)) return {};
  return { advice: `Free space on the disk of ${dirname(path)} and try again. Recorded data is not lost.` };
}

export const unusableStore = (path: string, error: unknown): ReviewError =>
  new ReviewError('unusable-state', `${path}: ${describeError(error)}.`, {
    cause: error,
    ...adviseOn(path, error),
  });

export const warnOfDamage = (aside: string): string =>
  `the stored runs were damaged; the file was set aside as ${aside}, and a new one was created`;

/** What the user should know about how the file was found. */
export function warnOfOpening({ setAside, tornBytes }: Pick<RunDatabase, 'setAside' | 'tornBytes'>): readonly string[] {
  const damage = setAside === null ? [] : [warnOfDamage(setAside)];
  if (tornBytes === 0) return damage;
  return [
    ...damage,
    `the run store ended in the middle of a write: its last ${tornBytes} bytes were dropped. Earlier records are intact; the rest is repeated`,
  ];
}

export const runStorePath = (stateDir: string): string => `${stateDir}/runs-${RUN_SCHEMA.version}.sqlite`;

export interface RunDatabaseOptions {
  readonly watch?: WatchWrite;
  /** A damaged file is set aside and a new one begun; without it damage is an error. */
  readonly maySetAside?: boolean;
  /** Whoever only wants to read can do so where nothing can be written; what writes all the same fails then. */
  readonly mayOnlyRead?: boolean;
}

/** Throws what the disk or the database says. */
export function openRunDatabase(path: string, options: RunDatabaseOptions = {}): RunDatabase {
  const { watch = () => undefined, maySetAside = false, mayOnlyRead = false } = options;
  const opened = openSqlite(path, {
    schema: RUN_SCHEMA,
    mayOnlyRead,
    whenDamaged: maySetAside ? 'set-aside' : 'throw',
    reportsTornWrite: true,
  });
  return serve(opened, watch);
}

interface Waiting {
  readonly change: () => void;
  readonly isDurable: boolean;
  readonly done: PromiseWithResolvers<void>;
}

function serve({ database, damage, tornBytes }: OpenedSqlite, watch: WatchWrite): RunDatabase {
  let queue: Waiting[] = [];
  let number = 0;
  let isClosed = false;
  let isLate = false;

  const commit = <T>(change: () => T, isDurable: boolean): T => {
    number += 1;
    watch({ number, moment: 'before', isDurable });
    // In WAL mode NORMAL survives the end of the process, FULL a power cut too.
    database.exec(`PRAGMA synchronous = ${isDurable && !isLate ? 'FULL' : 'NORMAL'}`);
    const value = transact(database, () => {
      const changed = change();
      watch({ number, moment: 'inside', isDurable });
      return changed;
    });
    watch({ number, moment: 'after', isDurable });
    return value;
  };
  const commitAll = (group: readonly Waiting[]): void => {
    try {
      commit(
        () => {
          for (const { change } of group) change();
        },
        group.some(({ isDurable }) => isDurable),
      );
      for (const { done } of group) done.resolve();
    } catch (error) {
      // One that cannot be written does not take the others with it.
      if (group.length > 1) for (const each of group) commitAll([each]);
      else group[0]?.done.reject(error);
    }
  };
  const flush = (): void => {
    const group = queue;
    queue = [];
    if (group.length > 0) commitAll(group);
  };
  return {
    database,
    setAside: damage?.setAside ?? null,
    tornBytes,
    write(change, isDurable) {
      const done = Promise.withResolvers<void>();
      if (isClosed) done.reject(new Error('the run store is closed'));
      else if (queue.push({ change, isDurable, done }) === 1) setImmediate(flush);
      return done.promise;
    },
    writeNow(change) {
      flush();
      return commit(change, true);
    },
    hurry() {
      isLate = true;
    },
    [Symbol.dispose]() {
      if (isClosed) return;
      flush();
      isClosed = true;
      if (isLate) closeLeavingLog(database);
      else database.close();
    },
  };
}
