/** The text of a file and its chunks as the database keeps them: compressed text, chunks as rows of numbers. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Chunk } from '../chunks/chunk.ts';

export interface Passage {
  readonly text: string;
  readonly chunks: readonly Chunk[];
}

/** As wide as the database wants them. */
export interface StoredPassage {
  readonly text: Uint8Array;
  readonly chunks: string;
}

type ChunkRow = readonly [startLine: number, endLine: number, symbol: string | null];

const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export const formatPassage = ({ text, chunks }: Passage): StoredPassage => ({
  text: zstdCompressSync(text, OPTIONS),
  chunks: JSON.stringify(chunks.map(({ startLine, endLine, symbol }) => [startLine, endLine, symbol])),
});

export const parseText = (stored: Uint8Array): string => zstdDecompressSync(stored).toString('utf8');

export const parsePassage = (stored: StoredPassage): Passage => ({
  text: parseText(stored.text),
  chunks: (JSON.parse(stored.chunks) as readonly ChunkRow[]).map(([startLine, endLine, symbol]) => ({
    startLine,
    endLine,
    symbol,
  })),
});
