/**
 * Stores cached reviews in one SQLite file of the user's state folder, readable by nobody else. Bounded: the longest unused go first.
 * A value whose checksum is wrong is dropped; a file that is no database any more is begun anew, with a warning. Opened by
 * wiring/stored-runs.ts.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CachedText, ReviewCache } from '../../ports/review-cache.ts';
import { measureDatabase, openSqlite, removeDatabase, type Schema, transact } from '../../storage/sqlite.ts';
import { describeError, isDamaged } from '../../storage/sqlite-errors.ts';

/** More than fits a statement of SQLite never comes at once. */
const KEYS_AT_ONCE = 500;
export const MAX_BYTES = 256 * 1024 * 1024;
export const MAX_AGE_DAYS = 90;
const DAY_MS = 86_400_000;
/** Made free at once where the bound is passed, so that not every run has to. */
const KEPT_SHARE = 0.9;

const SQL = `
  CREATE TABLE recollection(
    key TEXT PRIMARY KEY, value BLOB NOT NULL, checksum TEXT NOT NULL, used_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX recollection_use ON recollection(used_at);
`;
/** The version is part of the file's name: another shape is another file. */
const SCHEMA: Schema = { version: 1, sql: SQL, canShrink: true };

export interface StoredReviewCache extends ReviewCache, Disposable {
  /** What the user should know: nothing can be reused, or what was there is lost. Null where all is well. */
  readonly warning: string | null;
}

export interface ReviewCacheOptions {
  readonly stateDir: string;
  readonly now: () => number;
  readonly maxBytes?: number;
}

const sha256 = (value: Uint8Array): string => createHash('sha256').update(value).digest('hex');

function openCache(path: string): { readonly database: DatabaseSync; readonly warning: string | null } {
  const { database, damage } = openSqlite(path, {
    schema: SCHEMA,
    pragmas: 'PRAGMA synchronous = NORMAL',
    probe: 'SELECT key FROM recollection LIMIT 1',
    whenDamaged: 'remove',
  });
  const warning =
    damage === null
      ? null
      : `the review cache was damaged and has been cleared (${describeError(damage.error)}): every file is reviewed again`;
  return { database, warning };
}

const forgetful = (warning: string): StoredReviewCache => ({
  warning,
  read: async () => new Map(),
  write: async () => undefined,
  [Symbol.dispose]: () => undefined,
});

/** Where the folder cannot be written nothing is reused, and the warning says so. Never throws. */
export function openReviewCache(options: ReviewCacheOptions): StoredReviewCache {
  const { stateDir } = options;
  try {
    const path = join(stateDir, `recollections-${SCHEMA.version}.sqlite`);
    return createStore(openCache(path), path, options);
  } catch (error) {
    return forgetful(`the review cache is not used: ${stateDir} cannot be used (${describeError(error)})`);
  }
}

function createStore(
  { database, warning: opened }: ReturnType<typeof openCache>,
  path: string,
  { now, maxBytes = MAX_BYTES }: ReviewCacheOptions,
): StoredReviewCache {
  let warning = opened;
  let isLost = false;
  /** A store that fails costs a paid call, never a run. */
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch (error) {
      isLost ||= isDamaged(error);
      warning ??= `the review cache is not used: ${describeError(error)}`;
      return otherwise;
    }
  };
  return {
    get warning() {
      return warning;
    },
    read: async (keys) => attempt(() => readAll(database, keys, now()), new Map()),
    write: async (all) =>
      attempt(() => {
        transact(database, () => writeAll(database, all, now()));
        makeRoom(database, now(), maxBytes);
      }, undefined),
    [Symbol.dispose]() {
      database.close();
      // Damage that shows only now: the next run begins anew.
      if (isLost) removeDatabase(path);
    },
  };
}

interface Row {
  readonly key: string;
  readonly value: Uint8Array;
  readonly checksum: string;
}

/** What is found counts as used. */
function readAll(database: DatabaseSync, keys: readonly string[], now: number): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    const part = keys.slice(at, at + KEYS_AT_ONCE);
    const asked = part.map(() => '?').join(',');
    const rows = database.prepare(`SELECT key, value, checksum FROM recollection WHERE key IN (${asked})`).all(...part);
    for (const row of rows as unknown as readonly Row[]) {
      const text = readRow(row);
      if (text === null) database.prepare('DELETE FROM recollection WHERE key = ?').run(row.key);
      else found.set(row.key, text);
    }
    database.prepare(`UPDATE recollection SET used_at = ? WHERE key IN (${asked})`).run(now, ...part);
  }
  return found;
}

function readRow({ value, checksum }: Row): string | null {
  if (sha256(value) !== checksum) return null;
  try {
    return inflateRawSync(value).toString('utf8');
  } catch {
    return null;
  }
}

function writeAll(database: DatabaseSync, all: readonly CachedText[], now: number): void {
  const insert = database.prepare(
    'INSERT OR REPLACE INTO recollection(key, value, checksum, used_at) VALUES (?, ?, ?, ?)',
  );
  for (const { key, text } of all) {
    const value = deflateRawSync(text);
    insert.run(key, value, sha256(value), now);
  }
}

/** Forgets what nobody has used for long, and the longest unused where the file is larger than it may be. */
function makeRoom(database: DatabaseSync, now: number, maxBytes: number): void {
  const bytesUsed = (): number => measureDatabase(database).usedBytes;
  database.prepare('DELETE FROM recollection WHERE used_at < ?').run(now - MAX_AGE_DAYS * DAY_MS);
  if (bytesUsed() > maxBytes) {
    for (let used = bytesUsed(); used > maxBytes * KEPT_SHARE; used = bytesUsed()) {
      const { changes } = database
        .prepare('DELETE FROM recollection WHERE key IN (SELECT key FROM recollection ORDER BY used_at, key LIMIT 100)')
        .run();
      if (changes === 0) break;
    }
  }
  const { fileBytes, usedBytes } = measureDatabase(database);
  if (fileBytes > usedBytes) database.exec('PRAGMA incremental_vacuum');
}
