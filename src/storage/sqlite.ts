/**
 * Opens a SQLite file for every store of the product: readable by this user alone, in WAL mode, with the tables of its schema version
 * created or upgraded. A damaged file is set aside or removed where the caller says so. Called by context/store/open-database.ts,
 * runs/store/run-database.ts and the caches.
 */
import { chmodSync, closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { makeFolder } from './make-folder.ts';
import { isDamaged, isReadOnly } from './sqlite-errors.ts';
import { measureTornEnd } from './wal-recovery.ts';

export interface Schema {
  readonly version: number;
  /** Creates the tables in an empty file. */
  readonly sql: string;
  /** Brings a file of an older version to the next one, by the older version. */
  readonly upgrades?: Readonly<Record<number, string>>;
  /** Space of deleted rows can be given back to the disk. */
  readonly canShrink?: boolean;
}

export interface SqliteOptions {
  readonly schema: Schema;
  /** For every connection. */
  readonly pragmas?: string;
  /** A query that fails where the tables are damaged behind the header of the file. */
  readonly probe?: string;
  /** `throw` is the default. `set-aside` keeps the damaged file under another name. Both others begin a new file. */
  readonly whenDamaged?: 'throw' | 'set-aside' | 'remove';
  /** Opens for reading where nothing can be written; a write fails then. */
  readonly mayOnlyRead?: boolean;
  /** Measures an unfinished write at the end of the log, which SQLite drops silently. Reads the whole log. */
  readonly reportsTornWrite?: boolean;
}

export interface OpenedSqlite {
  readonly database: DatabaseSync;
  /** The file was damaged and a new one was begun. `setAside` is the new path of the damaged one; null where it is gone. */
  readonly damage: { readonly error: unknown; readonly setAside: string | null } | null;
  /** Of a write that was under way when its process or the machine ended: dropped. 0 where all is whole. */
  readonly tornBytes: number;
}

/** How long a statement waits for the write lock of another process. */
const BUSY_MILLISECONDS = 60_000;
const JOURNAL_BYTES = 16_777_216;

/** `path` null opens a temporary database that ends with the connection. Throws what the disk or SQLite says. */
export function openSqlite(path: string | null, options: SqliteOptions): OpenedSqlite {
  if (path === null) return { ...openFile('', options), damage: null };
  const { whenDamaged = 'throw', mayOnlyRead = false } = options;
  try {
    createFile(path);
    return { ...openFile(path, options), damage: null };
  } catch (error) {
    if (mayOnlyRead && isReadOnly(error)) return { ...openForReading(path, options.schema), damage: null };
    if (!isDamaged(error) || whenDamaged === 'throw') throw error;
    const setAside = whenDamaged === 'set-aside' ? setAsideDatabase(path) : null;
    if (setAside === null) removeDatabase(path);
    createFile(path);
    return { ...openFile(path, options), damage: { error, setAside } };
  }
}

/** Readable by the user alone from its first byte on. */
function createFile(path: string): void {
  makeFolder(dirname(path));
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

type OpenedFile = Pick<OpenedSqlite, 'database' | 'tornBytes'>;

function openFile(path: string, { schema, pragmas = '', probe, reportsTornWrite = false }: SqliteOptions): OpenedFile {
  const isSuspect = reportsTornWrite && readTornBytes(path) > 0;
  const database = new DatabaseSync(path, { timeout: BUSY_MILLISECONDS });
  try {
    // First of all: setting it up may write over the end of the log.
    const tornBytes = isSuspect ? dropTornEnd(database, path) : 0;
    createTables(database, schema);
    database.exec(`PRAGMA journal_size_limit = ${JOURNAL_BYTES}; ${pragmas}`);
    if (probe !== undefined) database.prepare(probe).get();
    return { database, tornBytes };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Where a log lies beside it SQLite reads both; without one it has to be told that nobody will write. */
function openForReading(path: string, schema: Schema): OpenedFile {
  const url = pathToFileURL(path);
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { timeout: BUSY_MILLISECONDS, readOnly: true });
  try {
    const version = readVersion(database);
    if (version !== schema.version) throw unknownVersion(version, schema);
    return { database, tornBytes: readTornBytes(path) };
  } catch (error) {
    database.close();
    throw error;
  }
}

const readVersion = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.user_version);

const unknownVersion = (version: number, schema: Schema): Error =>
  new Error(
    version === 0
      ? 'the file has no tables'
      : `the file has schema ${version}, this version of consensus-review knows ${schema.version}`,
  );

/** Under the write lock, since two processes may begin the same file; without it where the tables are there. */
function createTables(database: DatabaseSync, schema: Schema): void {
  if (readVersion(database) === schema.version) return;
  // Both stay with the file; said again, the first would write to it and wait for the disk with every opening.
  if (schema.canShrink) database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  database.exec('PRAGMA journal_mode = WAL');
  transact(database, () => {
    const found = readVersion(database);
    if (found === 0) database.exec(schema.sql);
    else upgrade(database, schema, found);
    database.exec(`PRAGMA user_version = ${schema.version}`);
  });
}

function upgrade(database: DatabaseSync, schema: Schema, found: number): void {
  if (found > schema.version) throw unknownVersion(found, schema);
  for (let version = found; version < schema.version; version += 1) {
    const sql = schema.upgrades?.[version];
    if (sql === undefined) throw unknownVersion(found, schema);
    database.exec(sql);
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
    const bytes = transact(database, () => readTornBytes(path));
    if (bytes > 0) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return bytes;
  } catch {
    // A disk that does not take a write says so where something is written.
    return 0;
  }
}

/** One transaction under the write lock: all of it or nothing. */
export function transact<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    // A full disk has ended it already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Closes the file without folding the log into it: that waits for the disk, and a disk that others keep busy may take half a minute for
 * it. The log stays beside the file, and whoever opens it next reads both. SQLite folds it in with the last connection that may
 * write; a reader that is closed after that one keeps it from doing so.
 */
export function closeLeavingLog(database: DatabaseSync): void {
  const path = database.location();
  const reader = path ? openReader(path) : null;
  database.close();
  reader?.close();
}

/** Null where the file cannot be read any more: then there is no log to leave. */
function openReader(path: string): DatabaseSync | null {
  try {
    const reader = new DatabaseSync(path, { readOnly: true });
    reader.prepare('SELECT count(*) FROM sqlite_schema').get();
    return reader;
  } catch {
    return null;
  }
}

/** Bytes of the file, and of those the ones that rows take. */
export function measureDatabase(database: DatabaseSync): { readonly fileBytes: number; readonly usedBytes: number } {
  const read = (name: string): number => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0] ?? 0);
  const page = read('page_size');
  const pages = read('page_count');
  return { fileBytes: pages * page, usedBytes: (pages - read('freelist_count')) * page };
}

const FILES = ['-wal', '-shm', ''];

/** Nobody of this process may have it open. Gives the new path; throws what the disk says. */
export function setAsideDatabase(path: string): string {
  const aside = `${path}.damaged-${Date.now()}`;
  for (const suffix of FILES) if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`);
  return aside;
}

export function removeDatabase(path: string): void {
  for (const suffix of FILES) rmSync(`${path}${suffix}`, { force: true });
}
