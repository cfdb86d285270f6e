/**
 * The file of the run store: opened for this user alone, written in groups. A file that is not a database any more is set
 * aside, never deleted: somebody may want to look into it.
 */
import { chmodSync, closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ReviewError } from '../../errors.ts';
import { makeFolder } from '../../storage/make-folder.ts';
import { RUN_SCHEMA, RUN_SCHEMA_VERSION } from './schema.ts';
import { measureTornEnd } from './wal-recovery.ts';

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
  /** Of a write that was under way when its process or the machine ended: dropped. 0 where all is whole. */
  readonly tornBytes: number;
  /** Resolves when it is in the file; `isDurable`: on the disk. Writes that meet are one transaction. */
  write(change: () => void, isDurable: boolean): Promise<void>;
  /** At once, on the disk. */
  writeNow<T>(change: () => T): T;
}

const BUSY_MILLISECONDS = 20_000;
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const BROKEN_CODES: ReadonlySet<number> = new Set([11, 26]);

/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN: the disk takes no write. */
const DISK_CODES: ReadonlySet<number> = new Set([8, 10, 13, 14]);
const FULL_CODE = 13;

const codeOf = (error: unknown): number | null => {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : null;
};

export const isUnwritable = (error: unknown): boolean => DISK_CODES.has(codeOf(error) ?? 0);

/** The file is damaged: SQLite says so, or a row cannot be read. */
export const isBroken = (error: unknown): boolean => {
  if (error instanceof SyntaxError) return true;
  return BROKEN_CODES.has(codeOf(error) ?? 0);
};

function adviseOn(path: string, error: unknown): { readonly advice?: string } {
  if (isBroken(error)) return { advice: 'The file is damaged: move it away; the next run begins a new one.' };
  if (codeOf(error) !== FULL_CODE) return {};
  return { advice: `Make room on the disk of ${dirname(path)} and try again; what is recorded is not lost.` };
}

export const unusableStore = (path: string, error: unknown): ReviewError =>
  new ReviewError('unusable-state', `${path}: ${error instanceof Error ? error.message : String(error)}.`, {
    cause: error,
    ...adviseOn(path, error),
  });

export const warnOfTorn = ({ tornBytes }: Pick<RunDatabase, 'tornBytes'>): readonly string[] =>
  tornBytes === 0
    ? []
    : [
        `the run store ended in the middle of a write: its last ${tornBytes} bytes were dropped. What was recorded before is whole; what was not is made again`,
      ];

export const runStorePath = (stateDir: string): string => `${stateDir}/runs-${RUN_SCHEMA_VERSION}.sqlite`;

/** Readable by the user alone from its first byte on. */
function createFile(path: string): void {
  makeFolder(dirname(path));
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

interface OpenedFile {
  readonly database: DatabaseSync;
  readonly tornBytes: number;
}

function openFile(path: string): OpenedFile {
  const isSuspect = readTornBytes(path) > 0;
  const database = new DatabaseSync(path, { timeout: BUSY_MILLISECONDS, enableForeignKeyConstraints: true });
  try {
    // First of all: setting it up may write over the end of the log.
    const tornBytes = isSuspect ? dropTornEnd(database, path) : 0;
    if (!hasTables(database)) {
      // Both stay with the file; said again, the first would write to it and wait for the disk with every opening.
      database.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL');
      createTables(database);
    }
    database.exec('PRAGMA journal_size_limit = 16777216');
    return { database, tornBytes };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Throws where the tables are those of another version. */
function hasTables(database: DatabaseSync): boolean {
  const version = database.prepare('PRAGMA user_version').get()?.user_version;
  if (version !== 0 && version !== RUN_SCHEMA_VERSION)
    throw new Error(`the file has schema ${version}, this version of consensus-review knows ${RUN_SCHEMA_VERSION}`);
  return version === RUN_SCHEMA_VERSION;
}

/** Under the write lock, since two processes may begin the same file. */
function createTables(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    if (!hasTables(database)) database.exec(`${RUN_SCHEMA}; PRAGMA user_version = ${RUN_SCHEMA_VERSION}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function readTornBytes(path: string): number {
  try {
    return measureTornEnd(readFileSync(`${path}-wal`));
  } catch {
    return 0;
  }
}

/** Under the write lock nobody is in the middle of a write: what is unfinished then stays so. Folded in, so that it is said once. */
function dropTornEnd(database: DatabaseSync, path: string): number {
  try {
    database.exec('BEGIN IMMEDIATE');
    const bytes = readTornBytes(path);
    database.exec('COMMIT');
    if (bytes > 0) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return bytes;
  } catch {
    // A disk that does not take a write says so where something is written.
    if (database.isTransaction) database.exec('ROLLBACK');
    return 0;
  }
}

export interface RunDatabaseOptions {
  readonly watch?: WatchWrite;
  /** Hears where a damaged file went; without it damage is an error. */
  readonly onAside?: (path: string) => void;
  /** Whoever only wants to read can do so where nothing can be written; what writes all the same fails then. */
  readonly mayOnlyRead?: boolean;
}

/** Nobody of this process may have it open. Gives the new path; throws what the disk says. */
export function setAside(path: string): string {
  const aside = `${path}.damaged-${Date.now()}`;
  for (const suffix of ['-wal', '-shm', ''])
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`);
  return aside;
}

/** Throws what the disk or the database says. */
export function openRunDatabase(path: string, options: RunDatabaseOptions = {}): RunDatabase {
  const { watch = () => undefined, onAside, mayOnlyRead = false } = options;
  try {
    createFile(path);
    return serve(openFile(path), watch);
  } catch (error) {
    if (mayOnlyRead && isReadOnly(error)) return serve(openForReading(path), watch);
    if (!isBroken(error) || onAside === undefined) throw error;
    onAside(setAside(path));
    createFile(path);
    return serve(openFile(path), watch);
  }
}

/** SQLITE_READONLY and SQLITE_CANTOPEN: the latter where it could not put its log beside the file. */
const READ_ONLY_CODES: ReadonlySet<number> = new Set([8, 14]);
const READ_ONLY_ERRORS: ReadonlySet<unknown> = new Set(['EROFS', 'EACCES', 'EPERM']);

const isReadOnly = (error: unknown): boolean =>
  READ_ONLY_CODES.has(codeOf(error) ?? 0) || READ_ONLY_ERRORS.has((error as { code?: unknown } | null)?.code);

/** Where a log lies beside it SQLite reads both; without one it has to be told that nobody will write. */
function openForReading(path: string): OpenedFile {
  const url = pathToFileURL(path);
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { timeout: BUSY_MILLISECONDS, readOnly: true });
  try {
    if (!hasTables(database)) throw new Error('the file holds no runs');
    return { database, tornBytes: readTornBytes(path) };
  } catch (error) {
    database.close();
    throw error;
  }
}

interface Waiting {
  readonly change: () => void;
  readonly isDurable: boolean;
  readonly done: PromiseWithResolvers<void>;
}

function serve({ database, tornBytes }: OpenedFile, watch: WatchWrite): RunDatabase {
  let queue: Waiting[] = [];
  let number = 0;
  let isClosed = false;

  const commit = <T>(change: () => T, isDurable: boolean): T => {
    number += 1;
    watch({ number, moment: 'before', isDurable });
    // In WAL mode NORMAL survives the end of the process, FULL a power cut too.
    database.exec(`PRAGMA synchronous = ${isDurable ? 'FULL' : 'NORMAL'}; BEGIN IMMEDIATE`);
    let value: T;
    try {
      value = change();
      watch({ number, moment: 'inside', isDurable });
      database.exec('COMMIT');
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
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
    [Symbol.dispose]() {
      if (isClosed) return;
      flush();
      isClosed = true;
      database.close();
    },
  };
}
