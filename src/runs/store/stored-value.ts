/**
 * Packs values for the run store as JSON, compressed from 512 bytes on, with a checksum, and unpacks them; a value that does not fit
 * its checksum is not returned. Called by sqlite-journal.ts, open-run.ts and run-store.ts.
 */
import { hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

export interface StoredValue {
  readonly body: Uint8Array;
  readonly checksum: string;
}

const PLAIN = 0x6a;
const PACKED = 0x7a;
const PACK_FROM_BYTES = 512;

const sum = (body: Uint8Array): string => hash('sha256', body, 'hex').slice(0, 32);

export function packValue(value: unknown): StoredValue {
  const text = Buffer.from(JSON.stringify(value) ?? 'null');
  const isLarge = text.length >= PACK_FROM_BYTES;
  const body = Buffer.concat([
    Buffer.of(isLarge ? PACKED : PLAIN),
    isLarge ? deflateRawSync(text, { level: 1 }) : text,
  ]);
  return { body, checksum: sum(body) };
}

/** Undefined where the value is damaged. */
export function unpackValue({ body, checksum }: StoredValue): { readonly value: unknown } | undefined {
  if (sum(body) !== checksum) return undefined;
  try {
    const rest = body.subarray(1);
    const text = body[0] === PACKED ? inflateRawSync(rest) : Buffer.from(rest);
    return { value: JSON.parse(text.toString('utf8')) as unknown };
  } catch {
    return undefined;
  }
}
