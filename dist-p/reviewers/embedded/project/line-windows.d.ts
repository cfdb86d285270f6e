/**
 * Every window of lines that a scope has held so far, in flat arrays: some 24 bytes per line of code, whatever the lines say.
 * Finds where a window stood before. Compares lines by their hash; twelve in a row do not collide by chance.
 */
export declare const WINDOW = 12;
/** Position of a line among all lines that were added, 0-based. */
export type LineAt = number;
/** Lines of one file; `to` is the position after the last. */
export interface Span {
    readonly from: LineAt;
    readonly to: LineAt;
}
export interface LineWindows {
    /** Adds the lines of the next file; gives the position of the first. */
    add(ids: Int32Array): LineAt;
    /** Where the window beginning here stood first; remembers it if nowhere. Null where it is new. */
    meet(at: LineAt): LineAt | null;
    /** How many lines two spans have in common from their beginnings on; the earlier one does not run into the later. */
    commonLength(earlier: Span, later: Span): number;
    readonly size: number;
}
export declare function hashText(text: string): number;
export declare function createLineWindows(): LineWindows;
