/**
 * Packs values for the database as compressed JSON with a checksum, and unpacks them through a schema; throws where the bytes are not
 * what was written. Used by journal.ts, task-queue.ts and other files of this folder.
 */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { z } from 'zod';
import { ReviewError } from '../../errors.ts';

/** Nothing of ours is larger; whatever unpacks to more is not ours. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

export const hashBytes = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

export const compress = (text: string): Buffer => deflateRawSync(Buffer.from(text, 'utf8'));

export const expand = (bytes: Uint8Array): string =>
  inflateRawSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }).toString('utf8');

export interface Packed {
  readonly bytes: Buffer;
  readonly checksum: string;
}

export function pack(value: unknown): Packed {
  const bytes = compress(JSON.stringify(value ?? null));
  return { bytes, checksum: hashBytes(bytes) };
}

/** Throws where the bytes are not what was written, or not of the shape that is expected; `what` names them. */
export function unpack<S extends z.ZodType>(
  schema: S,
  bytes: Uint8Array,
  what: string,
  checksum?: string,
): z.output<S> {
  if (checksum !== undefined && hashBytes(bytes) !== checksum) throw damaged(what, 'its checksum does not match');
  let value: unknown;
  try {
    value = JSON.parse(expand(bytes));
  } catch (error) {
    throw damaged(what, error instanceof Error ? error.message : String(error));
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw damaged(what, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong shape'}`);
}

const damaged = (what: string, why: string): ReviewError =>
  new ReviewError('no-database', `${what} in the database is damaged or of another version: ${why}.`);
