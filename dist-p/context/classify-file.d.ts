/**
 * Which files are not anybody's handwriting: generated or vendored, by name and by the header of the text.
 * Strict on purpose: a header counts only near the top, so that a stray word cannot take a file out of review.
 */
import type { IgnoreReason } from '../protocol/report-document.ts';
type AuthorReason = Extract<IgnoreReason, 'generated' | 'vendored'>;
export declare const isLockFile: (path: string) => boolean;
/** By name alone, before the file is read: a lock file of several megabytes is generated, not too large. */
export declare function classifyName(path: string): AuthorReason | null;
/** By the first lines of the text. */
export declare function classifyText(text: string): AuthorReason | null;
export {};
