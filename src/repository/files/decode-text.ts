/**
 * Bytes to text. Tells text from binary as git does, by a NUL in the first 8,000 bytes, and reads UTF-8 and
 * UTF-16 with a byte order mark. The mark is dropped; lines and columns count from the first real character.
 */
import type { ReadOutcome } from '../../ports/repository.ts';

/** How much of a file decides whether it is binary. */
export const SNIFF_BYTES = 8000;

const DECODERS = {
  utf8: new TextDecoder('utf-8'),
  utf16le: new TextDecoder('utf-16le'),
  utf16be: new TextDecoder('utf-16be'),
};

function detectEncoding(bytes: Uint8Array): keyof typeof DECODERS | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf16be';
  return bytes.subarray(0, SNIFF_BYTES).includes(0) ? null : 'utf8';
}

export const isBinary = (bytes: Uint8Array): boolean => detectEncoding(bytes) === null;

/** Bytes that are not valid in the encoding become U+FFFD: a review goes on around them. */
export function decodeText(bytes: Uint8Array): ReadOutcome {
  const encoding = detectEncoding(bytes);
  if (encoding === null) return { kind: 'unusable', reason: 'binary' };
  return { kind: 'text', text: DECODERS[encoding].decode(bytes), bytes: bytes.byteLength };
}
