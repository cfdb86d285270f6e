/**
 * Stores what analyzers learned about texts in one SQLite file of the state folder, for later runs. An entry is encrypted with a key
 * made of the text itself: whoever reads the file without the text learns nothing of it, and an entry that was damaged or made by
 * another is ignored. The oldest entries go when the file has grown too large. Opened by wiring/analysis-cache.ts.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { AnalysisCache } from '../ports/analysis-cache.ts';
import { measureDatabase, openSqlite, type SqliteOptions, transact } from './sqlite.ts';

const OPTIONS: SqliteOptions = {
  schema: {
    version: 1,
    sql: 'CREATE TABLE entries (number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, value BLOB NOT NULL)',
    canShrink: true,
  },
  pragmas: 'PRAGMA synchronous = OFF; PRAGMA busy_timeout = 300',
  probe: 'SELECT max(number) FROM entries',
  whenDamaged: 'remove',
};

/** Bytes of the file above which the older half of the entries goes. */
const MAX_BYTES = 256_000_000;
const MAX_VALUE_BYTES = 4_000_000;
/** Entries that wait to be written. */
const BATCH = 500;
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface AnalysisCacheOptions {
  readonly stateDir: string;
  /** Of all that decides what is learned: an entry of another version is not found. */
  readonly version: string;
  readonly maxBytes?: number;
}

export function openAnalysisCache({ stateDir, version, maxBytes = MAX_BYTES }: AnalysisCacheOptions): AnalysisCache {
  const waiting = new Map<string, Buffer>();
  let opened: DatabaseSync | null | undefined;
  let find: StatementSync | null = null;
  /** Null where the folder does not let us. */
  const open = (): DatabaseSync | null => {
    if (opened !== undefined) return opened;
    opened = attempt(() => openSqlite(join(stateDir, 'analysis-1.sqlite'), OPTIONS).database);
    return opened;
  };
  const flush = (): void => {
    const database = waiting.size === 0 ? null : open();
    if (database) attempt(() => write(database, waiting, maxBytes));
    waiting.clear();
  };
  const keyOf = (kind: string, path: string, text: string): Buffer =>
    createHash('sha256').update([version, kind, path, text].join('\0')).digest();
  return {
    get(kind, path, text) {
      const key = keyOf(kind, path, text);
      const row = attempt(() => {
        // Asked for every file of a project: preparing it takes longer than the answer.
        find ??= open()?.prepare('SELECT value FROM entries WHERE id = ?') ?? null;
        return find?.get(idOf(key)) ?? null;
      });
      return row?.value instanceof Uint8Array ? unseal(key, row.value) : undefined;
    },
    put(kind, path, text, value) {
      const key = keyOf(kind, path, text);
      const sealed = seal(key, value);
      if (sealed.length <= MAX_VALUE_BYTES) waiting.set(idOf(key).toString('hex'), sealed);
      if (waiting.size >= BATCH) flush();
    },
    close() {
      flush();
      attempt(() => opened?.close());
      opened = undefined;
      find = null;
    },
  };
}

function write(database: DatabaseSync, entries: ReadonlyMap<string, Buffer>, maxBytes: number): null {
  transact(database, () => {
    const insert = database.prepare('INSERT OR REPLACE INTO entries (id, value) VALUES (?, ?)');
    for (const [id, value] of entries) insert.run(Buffer.from(id, 'hex'), value);
    if (measureDatabase(database).usedBytes > maxBytes)
      database.exec('DELETE FROM entries WHERE number <= (SELECT (min(number) + max(number)) / 2 FROM entries)');
  });
  database.exec('PRAGMA incremental_vacuum');
  return null;
}

/** The name of an entry says nothing of its key. */
const idOf = (key: Buffer): Buffer => createHash('sha256').update('id').update(key).digest();

function seal(key: Buffer, value: unknown): Buffer {
  const plain = zstdCompressSync(JSON.stringify(value), { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined for what was not sealed with this key. */
function unseal(key: Buffer, sealed: Uint8Array): unknown {
  return (
    attempt(() => {
      const end = sealed.length - TAG_BYTES;
      const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(sealed.subarray(end));
      const plain = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()]);
      return JSON.parse(zstdDecompressSync(plain, { maxOutputLength: 64_000_000 }).toString('utf8')) as unknown;
    }) ?? undefined
  );
}

/** A cache that fails costs time, nothing else. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
