/**
 * Measures whether the write-ahead log of SQLite ends in a write that was never finished. SQLite drops such an end without a word;
 * this reads the same headers and checksums, so that the user can be told. A log that was cut off exactly behind a transaction shows
 * nothing. Called by sqlite.ts.
 */
import { endianness } from 'node:os';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The last bit of the first word says how the words of a checksum are read. */
const MAGIC = 0x377f0682;

const PAGE_SIZES: ReadonlySet<number> = new Set(Array.from({ length: 8 }, (_, power) => 512 << power));

interface Sums {
  first: number;
  second: number;
}

/** Words of four bytes in the order in which the log counts them. */
function createChecksum(log: Uint8Array, isBigEndian: boolean): (from: number, to: number, sums: Sums) => void {
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
  const isNative = isBigEndian === (endianness() === 'BE') && log.byteOffset % 4 === 0;
  const native = isNative ? new Uint32Array(log.buffer, log.byteOffset, Math.floor(log.byteLength / 4)) : null;
  const wordAt = (at: number): number => native?.[at / 4] ?? view.getUint32(at, !isBigEndian);
  return (from, to, sums) => {
    for (let at = from; at < to; at += 8) {
      sums.first = (sums.first + wordAt(at) + sums.second) >>> 0;
      sums.second = (sums.second + wordAt(at + 4) + sums.first) >>> 0;
    }
  };
}

/** Bytes of an unfinished write behind the last whole transaction; 0 where the log ends well, or is empty. */
export function measureTornEnd(log: Uint8Array): number {
  if (log.length === 0) return 0;
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
  if (log.length < HEADER_BYTES) return log.length;
  const magic = view.getUint32(0);
  const add = createChecksum(log, (magic & 1) === 1);
  const sums: Sums = { first: 0, second: 0 };
  add(0, 24, sums);
  const pageBytes = view.getUint32(8);
  const isHeader = (magic & ~1) === MAGIC && PAGE_SIZES.has(pageBytes) && matches(view, 24, sums);
  if (!isHeader) return log.length;
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  let whole = HEADER_BYTES;
  for (let at = HEADER_BYTES; at < log.length; at += frameBytes) {
    const rest = log.length - at;
    const kind = rest < frameBytes ? judgePart(view, at, rest) : judgeFrame(view, at, { frameBytes, add, sums });
    if (kind === 'old') return at - whole;
    if (kind === 'torn') return at - whole + Math.min(rest, frameBytes);
    if (kind === 'commit') whole = at + frameBytes;
  }
  return log.length - whole;
}

const matches = (view: DataView, at: number, { first, second }: Sums): boolean =>
  view.getUint32(at) === first && view.getUint32(at + 4) === second;

/** Frames of an earlier round of the log lie behind the newest until they are written over: they carry other salts. */
const isOfThisRound = (view: DataView, at: number): boolean =>
  view.getUint32(at + 8) === view.getUint32(16) && view.getUint32(at + 12) === view.getUint32(20);

/** No page has the number 0: the file was made longer, and nothing came. */
const isBlank = (view: DataView, at: number): boolean => view.getUint32(at) === 0;

const judgePart = (view: DataView, at: number, rest: number): 'torn' | 'old' =>
  rest < 16 || isBlank(view, at) || isOfThisRound(view, at) ? 'torn' : 'old';

function judgeFrame(
  view: DataView,
  at: number,
  {
    frameBytes,
    add,
    sums,
  }: { readonly frameBytes: number; readonly add: ReturnType<typeof createChecksum>; readonly sums: Sums },
): 'torn' | 'old' | 'commit' | 'frame' {
  if (isBlank(view, at)) return 'torn';
  if (!isOfThisRound(view, at)) return 'old';
  add(at, at + 8, sums);
  add(at + FRAME_HEADER_BYTES, at + frameBytes, sums);
  if (!matches(view, at + 16, sums)) return 'torn';
  return view.getUint32(at + 4) === 0 ? 'frame' : 'commit';
}
