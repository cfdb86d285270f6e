/** Which chunks of a file answer a question, and how well: the terms are looked for in its text, each by its weight. */
import type { Passage, PassageChunk } from '../store/passage.ts';
import type { QueryTerm } from './query-terms.ts';
export interface FoundChunk {
    readonly chunk: PassageChunk;
    readonly score: number;
    readonly content: string;
}
/** Text of a chunk, cut where it is very long, and saying so. `firstMatch` is a byte of the passage. */
export declare function showChunk({ bytes }: Passage, { startByte, endByte }: PassageChunk, firstMatch: number): string;
/** At most `limit` chunks of a file, best first; its first chunk with score 0 where only the path matched. */
type FindChunks = (passage: Passage, limit: number) => readonly FoundChunk[];
/** Looks into many files for one question. */
export declare function createChunkFinder(terms: readonly QueryTerm[]): FindChunks;
export {};
