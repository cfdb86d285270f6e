/**
 * Counts the o200k_base tokens of UTF-8 bytes: looks up pieces that are tokens, merges others (token-merge.ts), and remembers the
 * count of merged pieces. Bounded in memory: when the memory of pieces is full it starts anew. Used by tokens.ts and token-worker.ts.
 */
import { isUtf8 } from 'node:buffer';
import { type CountMerged, createMerger } from './token-merge.ts';
import { findPieceEnd } from './token-split.ts';
import { hashBytes, openVocabulary, type VocabularyMemory } from './token-vocabulary.ts';

export type CountBytes = (bytes: Uint8Array) => number;

const SLOT_BITS = 17;
const SLOT_MASK = (1 << SLOT_BITS) - 1;
const MAX_PIECES = 1 << (SLOT_BITS - 1);
const MAX_PIECE_BYTES = 64;
const PIECE_MEMORY_BYTES = 1 << 20;

/** Remembers what `count` said of a piece. */
function cachePieces(count: CountMerged) {
  /** Hash, place of the piece, length and tokens. */
  const slots = new Int32Array(3 << SLOT_BITS);
  const memory = new Uint8Array(PIECE_MEMORY_BYTES);
  let used = 0;
  let pieces = 0;

  const isSame = (place: number, bytes: Uint8Array, from: number, to: number): boolean => {
    for (let i = from, j = place; i < to; i += 1, j += 1) if (bytes[i] !== memory[j]) return false;
    return true;
  };

  const cache = (slot: number, hash: number, piece: Uint8Array, tokens: number): void => {
    if (pieces === MAX_PIECES || used + piece.length > PIECE_MEMORY_BYTES) {
      slots.fill(0);
      used = 0;
      pieces = 0;
      return;
    }
    memory.set(piece, used);
    slots[3 * slot] = hash;
    slots[3 * slot + 1] = used;
    slots[3 * slot + 2] = (piece.length << 16) | tokens;
    used += piece.length;
    pieces += 1;
  };

  return (bytes: Uint8Array, from: number, to: number, hash: number): number => {
    const length = to - from;
    if (length > MAX_PIECE_BYTES) return count(bytes, from, to);
    let slot = hash & SLOT_MASK;
    for (;;) {
      const entry = slots[3 * slot + 2] as number;
      if (entry === 0) break;
      if (
        slots[3 * slot] === hash &&
        entry >>> 16 === length &&
        isSame(slots[3 * slot + 1] as number, bytes, from, to)
      ) {
        return entry & 0xffff;
      }
      slot = (slot + 1) & SLOT_MASK;
    }
    const tokens = count(bytes, from, to);
    cache(slot, hash, bytes.subarray(from, to), tokens);
    return tokens;
  };
}

const RECENT_BITS = 14;
const RECENT_BYTES = 8;
/** Keeps the first n bytes of a little-endian word. */
const FIRST_BYTES = Int32Array.of(0, 0xff, 0xffff, 0xffffff, -1);

/**
 * Most pieces of source are short and come again soon: those of up to eight bytes are compared as two words in a table
 * small enough for the processor's cache, before they are hashed byte by byte.
 */
function findShort(count: (bytes: Uint8Array, from: number, to: number) => number) {
  /** Both words, length and tokens. */
  const slots = new Int32Array(3 << RECENT_BITS);
  return (words: DataView, bytes: Uint8Array, from: number, to: number): number => {
    const length = to - from;
    if (length > RECENT_BYTES || from + RECENT_BYTES > bytes.length) return count(bytes, from, to);
    const first = words.getInt32(from, true) & (length < 4 ? (FIRST_BYTES[length] as number) : -1);
    const second = length > 4 ? words.getInt32(from + 4, true) & (FIRST_BYTES[length - 4] as number) : 0;
    const hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second + length, 0x85ebca77);
    const slot = 3 * ((hash ^ (hash << 13)) >>> (32 - RECENT_BITS));
    const entry = slots[slot + 2] as number;
    if (slots[slot] === first && slots[slot + 1] === second && entry >>> 16 === length) return entry & 0xffff;
    const tokens = count(bytes, from, to);
    slots[slot] = first;
    slots[slot + 1] = second;
    slots[slot + 2] = (length << 16) | tokens;
    return tokens;
  };
}

const REPLACING = new TextDecoder('utf-8', { ignoreBOM: true });
const ENCODER = new TextEncoder();

/** Bytes that are no UTF-8 count as the replacement characters that a reader of the text would see. */
export function createByteCounter(memory: VocabularyMemory): CountBytes {
  const vocabulary = openVocabulary(memory);
  const countUnknown = cachePieces(createMerger(vocabulary));
  const countPiece = findShort((bytes, from, to) => {
    const hash = hashBytes(bytes, from, to);
    return vocabulary.find(bytes, from, to, hash) < 0 ? countUnknown(bytes, from, to, hash) : 1;
  });
  return (given) => {
    const bytes = isUtf8(given) ? given : ENCODER.encode(REPLACING.decode(given));
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = bytes.length;
    let tokens = 0;
    for (let from = 0; from < end; ) {
      const to = findPieceEnd(bytes, from, end);
      tokens += countPiece(words, bytes, from, to);
      from = to;
    }
    return tokens;
  };
}
