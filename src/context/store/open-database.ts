/**
 * Opens the SQLite file of the stored index for one reviewed folder. A damaged file is removed and begun anew: it holds nothing that
 * cannot be measured again. Where the state folder cannot be written, a temporary database stands in, with a warning. Called by
 * sqlite-store.ts and write-thread.ts.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openSqlite, removeDatabase, type SqliteOptions } from '../../storage/sqlite.ts';
import { describeError } from '../../storage/sqlite-errors.ts';
import { SCHEMA } from './schema.ts';

/** `root` is the real path of the reviewed folder; `stateDir` null makes a store that ends with the process. */
export interface StoreOptions {
  readonly stateDir: string | null;
  readonly root: string;
  /** Asked when the store is closed: the time of the run is up, and nobody may wait for the disk. */
  readonly isLate?: () => boolean;
}

export interface OpenedDatabase {
  readonly database: DatabaseSync;
  /** The file, or null for a temporary database that ends with the process. */
  readonly path: string | null;
  /** Why the database is temporary or began anew; null where all is well. */
  readonly warning: string | null;
}

const OPTIONS: SqliteOptions = {
  schema: SCHEMA,
  // NORMAL in WAL mode loses at most the last transactions in a power cut, and never the consistency of the file.
  pragmas: 'PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY',
  // The tables of the term index are looked into only when they are asked: damage shows here, not later.
  probe: 'SELECT term FROM vocabulary LIMIT 1',
  whenDamaged: 'remove',
};

/** File of a root: named by a hash, so that any path makes a valid name. */
const databasePath = (stateDir: string, root: string, version = SCHEMA.version): string =>
  join(stateDir, 'index', `${createHash('sha256').update(root).digest('hex').slice(0, 32)}-${version}.sqlite`);

/** What an older program kept of the same folder; one that still runs keeps its open file. */
function removeOlder(stateDir: string, root: string): void {
  for (let version = 1; version < SCHEMA.version; version += 1) removeDatabase(databasePath(stateDir, root, version));
}

const openTemporary = (warning: string | null): OpenedDatabase => ({
  database: openSqlite(null, OPTIONS).database,
  path: null,
  warning,
});

/** Never throws for want of a writable folder. */
export function openDatabase({ stateDir, root }: StoreOptions): OpenedDatabase {
  if (stateDir === null) return openTemporary(null);
  try {
    const path = databasePath(stateDir, root);
    if (!existsSync(path)) removeOlder(stateDir, root);
    const { database, damage } = openSqlite(path, OPTIONS);
    if (damage === null) return { database, path, warning: null };
    const reason = describeError(damage.error);
    return { database, path, warning: `the stored index was damaged and has been created again (${reason})` };
  } catch (error) {
    return openTemporary(
      `the state folder ${stateDir} cannot be used (${describeError(error)}): the index of this run is not stored`,
    );
  }
}
