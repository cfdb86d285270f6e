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
export declare const MAX_SEGMENTS = 4096;
/** All of the text, in order; at least one segment, which an empty text leaves empty. */
export declare function cutSegments(text: string, chunks: readonly Chunk[]): readonly Segment[];
export declare function formatPassage(segment: Segment): StoredPassage;
export declare const parseText: (stored: Uint8Array) => string;
export declare function parsePassage(stored: StoredPassage): Passage;
