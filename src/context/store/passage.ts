/**
 * Cuts the text of a file into segments of chunks and packs them for the database; unpacks a segment for a search. Each is ranked and
 * searched on its own, so that a query costs the same in a large file as in a small one. Called by write-records.ts and
 * context/search/.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Chunk } from '../chunks/chunk.ts';

/** A chunk by its place in the bytes: whoever looks for words need not decode the text. */
export interface PassageChunk extends Pick<Chunk, 'startLine' | 'endLine' | 'symbol'> {
  readonly startByte: number;
  readonly endByte: number;
}

/** One segment, unpacked. */
export interface Passage {
  /** Its text in UTF-8. */
  readonly bytes: Buffer;
  readonly chunks: readonly PassageChunk[];
}

/** As wide as the database wants them. */
export interface StoredPassage {
  readonly text: Uint8Array;
  readonly chunks: string;
}

export interface Segment {
  readonly text: string;
  readonly chunks: readonly Chunk[];
}

/** More segments than this no file has: of a very large one they are larger. */
export const MAX_SEGMENTS = 4096;
const SEGMENT_CHARS = 32_000;

type ChunkRow = readonly [startLine: number, endLine: number, symbol: string | null, endByte: number];

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

const isWordPart = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95 || code > 127;

/** No word of code is longer; further back a cut does not look for the end of one. */
const MAX_WORD_CHARS = 128;

/** Before the word that `cut` would halve, so that both segments know whole words; `cut` itself where there is no such place. */
function findWordEnd(text: string, cut: number): number {
  for (let at = cut; at > cut - MAX_WORD_CHARS; at -= 1) {
    if (!(isWordPart(text.charCodeAt(at - 1)) && isWordPart(text.charCodeAt(at)))) return at;
  }
  return isLowSurrogate(text.charCodeAt(cut)) ? cut - 1 : cut;
}

/** A chunk of very long lines, which no segment holds, as pieces that all stand on its lines. */
function cutLongChunk(text: string, from: number, chunk: Chunk, most: number): readonly Chunk[] {
  const pieces: Chunk[] = [];
  for (let start = from; start < chunk.end; start = pieces.at(-1)?.end ?? chunk.end) {
    const isLast = start + most >= chunk.end;
    pieces.push({ ...chunk, end: isLast ? chunk.end : findWordEnd(text, start + most) });
  }
  return pieces;
}

/** All of the text, in order; at least one segment, which an empty text leaves empty. */
export function cutSegments(text: string, chunks: readonly Chunk[]): readonly Segment[] {
  const most = Math.max(SEGMENT_CHARS, Math.ceil((2 * text.length) / MAX_SEGMENTS));
  const segments: Segment[] = [];
  let from = 0;
  let held: Chunk[] = [];
  const close = (): void => {
    const to = held.at(-1)?.end ?? text.length;
    segments.push({ text: text.slice(from, to), chunks: held });
    from = to;
    held = [];
  };
  const pieces = chunks.flatMap((chunk, at) => cutLongChunk(text, chunks[at - 1]?.end ?? 0, chunk, most));
  for (const chunk of pieces) {
    if (held.length > 0 && chunk.end - from > most) close();
    held.push(chunk);
  }
  if (held.length > 0 || segments.length === 0) close();
  return segments;
}

const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

function listRows({ text, chunks }: Segment, textBytes: number): readonly ChunkRow[] {
  const isPlain = textBytes === text.length;
  const base = (chunks.at(-1)?.end ?? text.length) - text.length;
  let start = 0;
  let endByte = 0;
  return chunks.map(({ startLine, endLine, symbol, end }) => {
    endByte += isPlain ? end - base - start : Buffer.byteLength(text.slice(start, end - base));
    start = end - base;
    return [startLine, endLine, symbol, endByte];
  });
}

export function formatPassage(segment: Segment): StoredPassage {
  const bytes = Buffer.from(segment.text);
  return { text: zstdCompressSync(bytes, OPTIONS), chunks: JSON.stringify(listRows(segment, bytes.length)) };
}

export const parseText = (stored: Uint8Array): string => zstdDecompressSync(stored).toString('utf8');

export function parsePassage(stored: StoredPassage): Passage {
  let startByte = 0;
  const chunks = (JSON.parse(stored.chunks) as readonly ChunkRow[]).map(([startLine, endLine, symbol, endByte]) => {
    const chunk = { startLine, endLine, symbol, startByte, endByte };
    startByte = endByte;
    return chunk;
  });
  return { bytes: zstdDecompressSync(stored.text), chunks };
}
