/**
 * Implements the port `ReviewCache` of a fleet in PostgreSQL: what one machine has paid for no other pays for again. A damaged row
 * counts as missing; a failure costs a paid call, never a run. Opened by run-session.ts; `forgetUnused` deletes the longest unused,
 * called by maintenance.ts.
 */
import { z } from 'zod';
import type { CachedText, ReviewCache } from '../../ports/review-cache.ts';
import type { Database, Transaction } from './database.ts';
import { compress, expand, hashBytes } from './packed.ts';

const KEYS_AT_ONCE = 1000;

const row = z.object({ key: z.string(), value: z.instanceof(Uint8Array), checksum: z.string() });

export function createPostgresReviewCache(
  database: Pick<Database, 'rows' | 'run'>,
  warn: (message: string) => void = () => undefined,
): ReviewCache {
  const attempt = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      warn(`nothing is reused: ${error instanceof Error ? error.message : String(error)}`);
      return otherwise;
    }
  };
  return {
    read: (keys) => attempt(() => readAll(database, keys), new Map()),
    write: (all) => attempt(() => writeAll(database, all), undefined),
  };
}

/** What is found counts as used; written down at most once an hour. */
async function readAll(
  { rows, run }: Pick<Database, 'rows' | 'run'>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    const asked = keys.slice(at, at + KEYS_AT_ONCE);
    const damaged: string[] = [];
    for (const { key, value, checksum } of await rows(
      row,
      'SELECT key, value, checksum FROM consensus_review.recollections WHERE key = ANY ($1::text[])',
      [asked],
    )) {
      const text = hashBytes(value) === checksum ? readText(value) : null;
      if (text === null) damaged.push(key);
      else found.set(key, text);
    }
    if (damaged.length > 0)
      await run('DELETE FROM consensus_review.recollections WHERE key = ANY ($1::text[])', [damaged]);
    await run(
      `UPDATE consensus_review.recollections SET used_at = now()
       WHERE key = ANY ($1::text[]) AND used_at < now() - interval '1 hour'`,
      [asked.filter((key) => found.has(key))],
    );
  }
  return found;
}

function readText(value: Uint8Array): string | null {
  try {
    return expand(value);
  } catch {
    return null;
  }
}

async function writeAll({ run }: Pick<Database, 'run'>, all: readonly CachedText[]): Promise<void> {
  // One row per key, in an order that is the same for all writers.
  const texts = [...new Map(all.map(({ key, text }) => [key, text]))].sort(([a], [b]) => (a < b ? -1 : 1));
  for (let at = 0; at < texts.length; at += KEYS_AT_ONCE) {
    const part = texts.slice(at, at + KEYS_AT_ONCE);
    const values = part.map(([, text]) => compress(text));
    await run(
      `INSERT INTO consensus_review.recollections (key, value, checksum)
       SELECT * FROM unnest($1::text[], $2::bytea[], $3::text[])
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, checksum = excluded.checksum, used_at = now()`,
      [part.map(([key]) => key), values, values.map(hashBytes)],
    );
  }
}

export interface CacheBounds {
  readonly maxAgeDays: number;
  /** Of the texts as they are stored. */
  readonly maxBytes: number;
}

/** Forgets what nobody has used for long, and the longest unused beyond the bound. */
export async function forgetUnused(
  { run }: Pick<Transaction, 'run'>,
  { maxAgeDays, maxBytes }: CacheBounds,
): Promise<void> {
  await run(`DELETE FROM consensus_review.recollections WHERE used_at < now() - $1 * interval '1 day'`, [maxAgeDays]);
  await run(
    `DELETE FROM consensus_review.recollections WHERE key IN (
       SELECT key FROM (
         SELECT key, sum(octet_length(value)) OVER (ORDER BY used_at DESC, key) AS bytes FROM consensus_review.recollections
       ) AS aged WHERE bytes > $1)`,
    [maxBytes],
  );
}
