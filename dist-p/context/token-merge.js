/**
 * How many tokens a piece becomes that is none itself: merges neighbours, lowest rank first, leftmost first among
 * equals, as the package does, in time that grows with n log n. Owns its scratch memory; keeps nothing of a piece.
 */
import { isUtf8 } from 'node:buffer';
import { hashBytes, startsWithMark } from './token-vocabulary.js';
/** Ranks and positions in one sortable number. */
const POSITIONS = 2 ** 32;
/** Up to here looking at every pair is cheaper than keeping a heap. */
const MAX_SCANNED = 96;
const NONE = 0x7fffffff;
const MAX_KEPT = 1 << 16;
export function createMerger(vocabulary) {
    const scannedStarts = new Int32Array(MAX_SCANNED + 2);
    const scannedRanks = new Int32Array(MAX_SCANNED + 2);
    let heap = createHeap(1024);
    /** The package reads a pair without its byte order mark; see the vocabulary. */
    const rankOf = (bytes, from, to) => {
        const start = startsWithMark(bytes, from, to) && isUtf8(bytes.subarray(from, to)) ? from + 3 : from;
        if (start === to)
            return NONE;
        const rank = vocabulary.find(bytes, start, to, hashBytes(bytes, start, to));
        return rank < 0 ? NONE : rank;
    };
    const countScanned = (bytes, from, to) => {
        let parts = to - from;
        for (let i = 0; i <= parts; i += 1)
            scannedStarts[i] = from + i;
        for (let i = 0; i + 1 < parts; i += 1)
            scannedRanks[i] = rankOf(bytes, from + i, from + i + 2);
        for (;;) {
            const at = findLowest(scannedRanks, parts - 1);
            if (at < 0)
                return parts;
            scannedStarts.copyWithin(at + 1, at + 2, parts + 1);
            scannedRanks.copyWithin(at, at + 1, parts - 1);
            parts -= 1;
            rankPair(bytes, at, parts);
            if (at > 0)
                rankPair(bytes, at - 1, parts);
        }
    };
    const rankPair = (bytes, at, parts) => {
        if (at + 1 < parts)
            scannedRanks[at] = rankOf(bytes, scannedStarts[at], scannedStarts[at + 2]);
    };
    const countHeaped = (bytes, from, to) => {
        const size = to - from;
        if (heap.capacity < size)
            heap = createHeap(size);
        const count = mergeByHeap(heap, size, (start, end) => rankOf(bytes, from + start, from + end));
        if (heap.capacity > MAX_KEPT)
            heap = createHeap(1024);
        return count;
    };
    return (bytes, from, to) => (to - from <= MAX_SCANNED ? countScanned(bytes, from, to) : countHeaped(bytes, from, to));
}
function findLowest(ranks, count) {
    let lowest = NONE;
    let at = -1;
    for (let i = 0; i < count; i += 1) {
        if (ranks[i] < lowest) {
            lowest = ranks[i];
            at = i;
        }
    }
    return at;
}
const createHeap = (capacity) => ({
    capacity,
    keys: new Float64Array(2 * capacity + 2),
    next: new Int32Array(capacity + 1),
    previous: new Int32Array(capacity + 1),
    ranks: new Int32Array(capacity + 1),
});
function mergeByHeap(heap, size, rankOf) {
    const { keys, next, previous, ranks } = heap;
    let queued = 0;
    let parts = size;
    const queue = (at) => {
        const middle = next[at];
        ranks[at] = middle < size ? rankOf(at, next[middle]) : NONE;
        if (ranks[at] === NONE)
            return;
        pushKey(keys, queued, ranks[at] * POSITIONS + at);
        queued += 1;
    };
    for (let i = 0; i <= size; i += 1) {
        next[i] = i + 1;
        previous[i] = i - 1;
    }
    for (let i = 0; i < size; i += 1)
        queue(i);
    while (queued > 0) {
        const key = popKey(keys, queued);
        queued -= 1;
        const at = key % POSITIONS;
        if (ranks[at] !== Math.floor(key / POSITIONS))
            continue;
        const taken = next[at];
        const after = next[taken];
        next[at] = after;
        if (after <= size)
            previous[after] = at;
        ranks[taken] = NONE;
        parts -= 1;
        queue(at);
        const before = previous[at];
        if (before >= 0)
            queue(before);
    }
    return parts;
}
function pushKey(keys, count, key) {
    let at = count;
    while (at > 0) {
        const parent = (at - 1) >> 1;
        if (keys[parent] <= key)
            break;
        keys[at] = keys[parent];
        at = parent;
    }
    keys[at] = key;
}
function popKey(keys, count) {
    const top = keys[0];
    const last = keys[count - 1];
    const end = count - 1;
    let at = 0;
    for (let child = 1; child < end; child = 2 * at + 1) {
        if (child + 1 < end && keys[child + 1] < keys[child])
            child += 1;
        if (keys[child] >= last)
            break;
        keys[at] = keys[child];
        at = child;
    }
    keys[at] = last;
    return top;
}
