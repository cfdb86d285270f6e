/**
 * Bytes to text. Tells text from binary as git does, by a NUL in the first 8,000 bytes, and reads UTF-8 and
 * UTF-16 with a byte order mark. The mark is dropped; lines and columns count from the first real character.
 */
import type { ReadOutcome } from '../../ports.ts';
/** How much of a file decides whether it is binary. */
export declare const SNIFF_BYTES = 8000;
export declare const isBinary: (bytes: Uint8Array) => boolean;
/** Bytes that are not valid in the encoding become U+FFFD: a review goes on around them. */
export declare function decodeText(bytes: Uint8Array): ReadOutcome;
