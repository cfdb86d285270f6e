/**
 * Declares a chunk, a piece of a file that can be shown on its own as a search result (first and last line from 1, both inclusive),
 * and the sizes that split-chunks.ts aims at. Used by split-chunks.ts and store/passage.ts.
 */
export interface Chunk {
  readonly startLine: number;
  readonly endLine: number;
  /** Offset in the text after its last character. */
  readonly end: number;
  /** First name declared in it, or its heading; null where there is none. */
  readonly symbol: string | null;
}

/** A chunk grows to the target while its neighbours are small, and is split above the maximum where syntax allows. */
export const TARGET_LINES = 40;
export const TARGET_CHARS = 2400;
export const MAX_LINES = 80;
export const MAX_CHARS = 6000;
