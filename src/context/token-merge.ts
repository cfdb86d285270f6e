/**
 * Counts how many tokens a piece becomes that is no token itself: merges neighbours by byte pair encoding, lowest rank first, leftmost
 * first among equals, as the package gpt-tokenizer does, in time that grows with n log n. Keeps nothing of a piece. Called by
 * token-count.ts.
 */
import { isUtf8 } from 'node:buffer';
import { hashBytes, startsWithByteOrderMark, type Vocabulary } from './token-vocabulary.ts';

/** Ranks and positions in one sortable number. */
const POSITIONS = 2 ** 32;
/** Up to here looking at every pair is cheaper than keeping a heap. */
const MAX_SCANNED = 96;
const NONE = 0x7fffffff;
const MAX_KEPT = 1 << 16;

export type CountMerged = (bytes: Uint8Array, from: number, to: number) => number;

export function createMerger(vocabulary: Vocabulary): CountMerged {
  const scannedStarts = new Int32Array(MAX_SCANNED + 2);
  const scannedRanks = new Int32Array(MAX_SCANNED + 2);
  let heap = createHeap(1024);

  /** The package reads a pair without its byte order mark; see the vocabulary. */
  const rankOf = (bytes: Uint8Array, from: number, to: number): number => {
    const start = startsWithByteOrderMark(bytes, from, to) && isUtf8(bytes.subarray(from, to)) ? from + 3 : from;
    if (start === to) return NONE;
    const rank = vocabulary.find(bytes, start, to, hashBytes(bytes, start, to));
    return rank < 0 ? NONE : rank;
  };

  const countScanned: CountMerged = (bytes, from, to) => {
    let parts = to - from;
    for (let i = 0; i <= parts; i += 1) scannedStarts[i] = from + i;
    for (let i = 0; i + 1 < parts; i += 1) scannedRanks[i] = rankOf(bytes, from + i, from + i + 2);
    for (;;) {
      const at = findLowest(scannedRanks, parts - 1);
      if (at < 0) return parts;
      scannedStarts.copyWithin(at + 1, at + 2, parts + 1);
      scannedRanks.copyWithin(at, at + 1, parts - 1);
      parts -= 1;
      rankPair(bytes, at, parts);
      if (at > 0) rankPair(bytes, at - 1, parts);
    }
  };
  const rankPair = (bytes: Uint8Array, at: number, parts: number): void => {
    if (at + 1 < parts) scannedRanks[at] = rankOf(bytes, scannedStarts[at] as number, scannedStarts[at + 2] as number);
  };

  const countHeaped: CountMerged = (bytes, from, to) => {
    const size = to - from;
    if (heap.capacity < size) heap = createHeap(size);
    const count = mergeByHeap(heap, size, (start, end) => rankOf(bytes, from + start, from + end));
    if (heap.capacity > MAX_KEPT) heap = createHeap(1024);
    return count;
  };

  return (bytes, from, to) => (to - from <= MAX_SCANNED ? countScanned(bytes, from, to) : countHeaped(bytes, from, to));
}

function findLowest(ranks: Int32Array, count: number): number {
  let lowest = NONE;
  let at = -1;
  for (let i = 0; i < count; i += 1) {
    if ((ranks[i] as number) < lowest) {
      lowest = ranks[i] as number;
      at = i;
    }
  }
  return at;
}

/** Pairs by rank and position, and the parts as a linked list by position. */
interface Heap {
  readonly capacity: number;
  /** A merge takes one pair out and puts at most two in, so no more than two per part are ever in it. */
  readonly keys: Float64Array;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  readonly ranks: Int32Array;
}

const createHeap = (capacity: number): Heap => ({
  capacity,
  keys: new Float64Array(2 * capacity + 2),
  next: new Int32Array(capacity + 1),
  previous: new Int32Array(capacity + 1),
  ranks: new Int32Array(capacity + 1),
});

function mergeByHeap(heap: Heap, size: number, rankOf: (start: number, end: number) => number): number {
  const { keys, next, previous, ranks } = heap;
  let queued = 0;
  let parts = size;
  const queue = (at: number): void => {
    const middle = next[at] as number;
    ranks[at] = middle < size ? rankOf(at, next[middle] as number) : NONE;
    if (ranks[at] === NONE) return;
    pushKey(keys, queued, (ranks[at] as number) * POSITIONS + at);
    queued += 1;
  };
  for (let i = 0; i <= size; i += 1) {
    next[i] = i + 1;
    previous[i] = i - 1;
  }
  for (let i = 0; i < size; i += 1) queue(i);
  while (queued > 0) {
    const key = popKey(keys, queued);
    queued -= 1;
    const at = key % POSITIONS;
    if (ranks[at] !== Math.floor(key / POSITIONS)) continue;
    const taken = next[at] as number;
    const after = next[taken] as number;
    next[at] = after;
    if (after <= size) previous[after] = at;
    ranks[taken] = NONE;
    parts -= 1;
    queue(at);
    const before = previous[at] as number;
    if (before >= 0) queue(before);
  }
  return parts;
}

function pushKey(keys: Float64Array, count: number, key: number): void {
  let at = count;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if ((keys[parent] as number) <= key) break;
    keys[at] = keys[parent] as number;
    at = parent;
  }
  keys[at] = key;
}

function popKey(keys: Float64Array, count: number): number {
  const top = keys[0] as number;
  const last = keys[count - 1] as number;
  const end = count - 1;
  let at = 0;
  for (let child = 1; child < end; child = 2 * at + 1) {
    if (child + 1 < end && (keys[child + 1] as number) < (keys[child] as number)) child += 1;
    if ((keys[child] as number) >= last) break;
    keys[at] = keys[child] as number;
    at = child;
  }
  keys[at] = last;
  return top;
}
