/**
 * Splits a file along its syntax: declarations by their indentation, markdown by its headings. Works on any text, in one
 * pass over its lines and without a parser; every line is in exactly one chunk.
 */
import { type Chunk } from './chunk.ts';
/** `language` as detected by name; null for unknown. An empty text has no chunk. */
export declare function splitChunks(text: string, language: string | null): readonly Chunk[];
