/**
 * Builds the o200k_base vocabulary from the rank file of gpt-tokenizer as one block of memory that threads share: the bytes of every
 * token in order of rank, and a hash table over them; and finds the rank of a piece of bytes. A rank is a token's place among the
 * bytes: places rise with ranks, so the lower place merges first. Used by tokens.ts, token-pool.ts and token-count.ts.
 */
import { readFileSync } from 'node:fs';
import { findPackageFile, readPackageVersion } from '../version.ts';
import { readVocabulary, type VocabularyMemory, writeVocabulary } from './token-vocabulary-cache.ts';

export type { VocabularyMemory } from './token-vocabulary-cache.ts';

const PACKAGE = 'gpt-tokenizer';
const RANK_FILE = 'data/o200k_base.tiktoken';

/** Slots are pairs: the whole hash, then place and length of the token; 0 = free. At most half are ever in use. */
const SLOT_BITS = 19;
const SLOT_MASK = (1 << SLOT_BITS) - 1;
const LENGTH_BITS = 8;
const MAX_TOKEN_BYTES = (1 << LENGTH_BITS) - 1;

export interface Vocabulary {
  readonly memory: VocabularyMemory;
  /** Rank of bytes[from, to) among all tokens, lower first, or -1. `hash` is `hashBytes` of the same bytes. */
  find(bytes: Uint8Array, from: number, to: number, hash: number): number;
}

export function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (let i = from; i < to; i += 1) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193) + 0x9e3779b9;
  return hash ^ (hash >>> 15);
}

export function openVocabulary(memory: VocabularyMemory): Vocabulary {
  const slots = new Int32Array(memory.slots);
  const tokenBytes = new Uint8Array(memory.tokenBytes);

  const isSame = (place: number, bytes: Uint8Array, from: number, to: number): boolean => {
    for (let i = from, j = place; i < to; i += 1, j += 1) if (bytes[i] !== tokenBytes[j]) return false;
    return true;
  };

  return {
    memory,
    find(bytes, from, to, hash) {
      const length = to - from;
      for (let slot = hash & SLOT_MASK; ; slot = (slot + 1) & SLOT_MASK) {
        const entry = slots[2 * slot + 1] as number;
        if (entry === 0) return -1;
        if (slots[2 * slot] !== hash || (entry & MAX_TOKEN_BYTES) !== length) continue;
        if (isSame(entry >>> LENGTH_BITS, bytes, from, to)) return entry >>> LENGTH_BITS;
      }
    },
  };
}

/** Value of a base64 digit by its character code. */
const DIGITS = new Uint8Array(128);
for (const [value, digit] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  DIGITS[digit.charCodeAt(0)] = value;
}

const SPACE = 0x20;
const NEWLINE = 0x0a;
const PADDING = 0x3d;

/** Decodes base64 up to the next blank or the end; returns where each side ended. */
function decodeToken(file: Uint8Array, from: number, out: Uint8Array, at: number): { read: number; written: number } {
  let read = from;
  let written = at;
  let bits = 0;
  let width = 0;
  for (; read < file.length && file[read] !== SPACE; read += 1) {
    const code = file[read] as number;
    if (code === PADDING) continue;
    bits = ((bits << 6) | (DIGITS[code] as number)) & 0xffff;
    width += 6;
    if (width < 8) continue;
    width -= 8;
    out[written] = bits >> width;
    written += 1;
  }
  return { read, written };
}

/**
 * The package drops a byte order mark whenever it turns bytes into a string, so it never finds a token that begins
 * with one. Counts are to equal the package's, so such tokens are left out here too.
 */
export const startsWithByteOrderMark = (bytes: Uint8Array, from: number, to: number): boolean =>
  to - from >= 3 && bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf;

let shared: VocabularyMemory | null = null;

/**
 * The one vocabulary of the process, opened when it is first asked for; with a folder it is kept there for the next one.
 * Throws where the package has no such file.
 */
export function shareVocabulary(cacheFolder: string | null = null): VocabularyMemory {
  shared ??= cacheFolder === null ? buildVocabulary() : openCached(cacheFolder);
  return shared;
}

/** Raised with the layout of the memory. */
const LAYOUT = 1;

function openCached(folder: string): VocabularyMemory {
  const name = `o200k_base-${readPackageVersion(PACKAGE)}-${LAYOUT}.bin`;
  const cached = readVocabulary(folder, name);
  if (cached !== null) return cached;
  const built = buildVocabulary();
  writeVocabulary(folder, name, built);
  return built;
}

/** From lines of `<base64> <rank>`, ranks ascending. */
function buildVocabulary(): VocabularyMemory {
  const file = new Uint8Array(readFileSync(findPackageFile(PACKAGE, RANK_FILE)));
  const tokenBytes = new Uint8Array(new SharedArrayBuffer(Math.ceil(file.length / 2)));
  const slots = new Int32Array(new SharedArrayBuffer(8 << SLOT_BITS));
  let place = 0;
  for (let at = 0; at < file.length; ) {
    const { read, written } = decodeToken(file, at, tokenBytes, place);
    if (!startsWithByteOrderMark(tokenBytes, place, written)) {
      insertToken(slots, hashBytes(tokenBytes, place, written), place, written);
    }
    place = written;
    at = file.indexOf(NEWLINE, read) + 1;
    if (at === 0) break;
  }
  return { slots: slots.buffer, tokenBytes: tokenBytes.buffer };
}

function insertToken(slots: Int32Array, hash: number, from: number, to: number): void {
  let slot = hash & SLOT_MASK;
  while (slots[2 * slot + 1] !== 0) slot = (slot + 1) & SLOT_MASK;
  slots[2 * slot] = hash;
  slots[2 * slot + 1] = (from << LENGTH_BITS) | (to - from);
}
