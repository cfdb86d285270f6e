/**
 * Reads a unified diff as data: which files it names and which lines of their new text it changes. Takes what git,
 * `diff -u` and mail wrappers print, merges included. Never throws; what it cannot read is named by its line.
 */
import type { LineRange } from '../../protocol/finding.ts';
export interface PatchHunk {
    /** 1-based first line in the new text; where the hunk leaves nothing, the line after which it cut. */
    readonly newStart: number;
    readonly newLines: readonly string[];
    readonly oldLines: readonly string[];
}
export interface PatchFile {
    /** Path in the new text, as the patch names it without the prefix; null for a deleted file. */
    readonly newPath: string | null;
    readonly oldPath: string | null;
    readonly isBinary: boolean;
    readonly changed: readonly LineRange[];
    /** Null where the patch is of a merge and cannot be taken back. */
    readonly hunks: readonly PatchHunk[] | null;
}
export type PatchOutcome = {
    readonly kind: 'patch';
    readonly files: readonly PatchFile[];
} | {
    readonly kind: 'invalid';
    readonly line: number;
    readonly reason: string;
};
/** A name in git's quotes, with its length in the text; null if it is not one. */
export declare function parseQuotedName(text: string): {
    readonly name: string;
    readonly length: number;
} | null;
export declare function parsePatch(text: string): PatchOutcome;
/** The text after the patch, where the text before it is given; null where the patch does not fit. */
export declare function applyPatch(text: string, hunks: readonly PatchHunk[]): string | null;
/** The text before the patch, from the text after it; null where the two do not belong together. */
export declare function unapplyPatch(text: string, hunks: readonly PatchHunk[]): string | null;
