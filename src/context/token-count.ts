/**
 * Counts the tokens of UTF-8 bytes: pieces that are tokens are looked up, others merged, and what merging gave is
 * remembered for the next time. Bounded in memory: when the memory of pieces is full it starts anew.
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
function rememberPieces(count: CountMerged) {
  /** Hash, place of the piece, length and tokens. */
  const slots = new Int32Array(3 << SLOT_BITS);
  const memory = new Uint8Array(PIECE_MEMORY_BYTES);
  let used = 0;
  let pieces = 0;

  const isSame = (place: number, bytes: Uint8Array, from: number, to: number): boolean => {
    for (let i = from, j = place; i < to; i += 1, j += 1) if (bytes[i] !== memory[j]) return false;
    return true;
  };

  const remember = (slot: number, hash: number, piece: Uint8Array, tokens: number): void => {
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
      if (slots[3 * slot] === hash && entry >>> 16 === length && isSame(slots[3 * slot + 1] as number, bytes, from, to)) {
        return entry & 0xffff;
      }
      slot = (slot + 1) & SLOT_MASK;
    }
    const tokens = count(bytes, from, to);
    remember(slot, hash, bytes.subarray(from, to), tokens);
    return tokens;
  };
}

const REPLACING = new TextDecoder('utf-8', { ignoreBOM: true });
const ENCODER = new TextEncoder();

/** Bytes that are no UTF-8 count as the replacement characters that a reader of the text would see. */
export function createByteCounter(memory: VocabularyMemory): CountBytes {
  const vocabulary = openVocabulary(memory);
  const countUnknown = rememberPieces(createMerger(vocabulary));
  return (given) => {
    const bytes = isUtf8(given) ? given : ENCODER.encode(REPLACING.decode(given));
    const end = bytes.length;
    let tokens = 0;
    for (let from = 0; from < end; ) {
      const to = findPieceEnd(bytes, from, end);
      const hash = hashBytes(bytes, from, to);
      tokens += vocabulary.find(bytes, from, to, hash) < 0 ? countUnknown(bytes, from, to, hash) : 1;
      from = to;
    }
    return tokens;
  };
}
