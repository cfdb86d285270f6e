/**
 * Opens the database file of one reviewed folder. A file that is not a database any more is set aside and begun anew: it
 * holds nothing that cannot be measured again. Where the state folder cannot be written, a temporary database stands in.
 */
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../../storage/make-folder.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

export interface OpenedDatabase {
  readonly database: DatabaseSync;
  /** The file, or null for a temporary database that ends with the process. */
  readonly path: string | null;
  /** Why the database is temporary or began anew; null where all is well. */
  readonly warning: string | null;
}

const BUSY_MILLISECONDS = 60_000;
const CACHE_KIBIBYTES = 8192;
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const BROKEN_CODES: ReadonlySet<number> = new Set([11, 26]);

/** True where the database file itself is damaged, in whichever statement that shows. */
const isBroken = (error: unknown): boolean => {
  if (error instanceof Error && /vtable constructor failed|malformed/u.test(error.message)) return true;
  const code = (error as { errcode?: unknown }).errcode;
  return typeof code === 'number' && BROKEN_CODES.has(code & 0xff);
};

function openFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_MILLISECONDS });
  try {
    // NORMAL in WAL mode loses at most the last transactions in a power cut, and never the consistency of the file.
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA cache_size = -${CACHE_KIBIBYTES};
      PRAGMA temp_store = MEMORY;
      PRAGMA journal_size_limit = 16777216;
    `);
    createTables(database);
    // The tables of the term index are looked into only when they are asked: damage shows here, not later.
    database.prepare('SELECT term FROM vocabulary LIMIT 1').get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Under the write lock, since two processes may begin the same file; without it where the tables are there. */
function createTables(database: DatabaseSync): void {
  const isReady = (): boolean => database.prepare('PRAGMA user_version').get()?.user_version === SCHEMA_VERSION;
  if (isReady()) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    if (!isReady()) {
      database.exec(SCHEMA);
      database.exec("INSERT INTO terms(terms, rank) VALUES ('hashsize', 8388608)");
      database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

export const removeDatabase = (path: string): void => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
};

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** File of a root: named by a hash, so that any path makes a valid name. */
const databasePath = (stateDir: string, root: string, version = SCHEMA_VERSION): string =>
  join(stateDir, 'index', `${createHash('sha256').update(root).digest('hex').slice(0, 32)}-${version}.sqlite`);

/** What an older program kept of the same folder; one that still runs keeps its open file. */
function removeOlder(stateDir: string, root: string): void {
  for (let version = 1; version < SCHEMA_VERSION; version += 1) removeDatabase(databasePath(stateDir, root, version));
}

function openWritable(path: string): OpenedDatabase {
  try {
    return { database: openFile(path), path, warning: null };
  } catch (error) {
    if (!isBroken(error)) throw error;
    removeDatabase(path);
    return {
      database: openFile(path),
      path,
      warning: `the stored index was damaged and has been begun anew (${describe(error)})`,
    };
  }
}

/** `root` is a real path. `stateDir` null asks for a temporary database. Never throws for want of a writable folder. */
export function openDatabase(stateDir: string | null, root: string): OpenedDatabase {
  if (stateDir === null) return { database: openFile(''), path: null, warning: null };
  try {
    makeFolder(join(stateDir, 'index'));
    const path = databasePath(stateDir, root);
    if (!existsSync(path)) removeOlder(stateDir, root);
    return openWritable(path);
  } catch (error) {
    const warning = `the state folder ${stateDir} cannot be used (${describe(error)}): this run keeps its index to itself`;
    return { database: openFile(''), path: null, warning };
  }
}
