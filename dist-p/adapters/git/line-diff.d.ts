import type { LineRange } from '../../protocol/finding.ts';
/** Lines without their ends: a file checked out with other line ends is the same text. */
export declare const splitLines: (text: string) => readonly string[];
/** Joins ranges that touch. They come in order. */
export declare function joinRanges(ranges: readonly LineRange[]): readonly LineRange[];
/** Ranges of `after` that differ from `before`; empty where the lines are the same. */
export declare function findChangedLines(before: string, after: string): readonly LineRange[];
