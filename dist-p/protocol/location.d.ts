/** Places in code as agents write them, `path:45` or `path:45-52` (OUTPUT-07, FACT-05). A path may hold blanks and colons. */
export interface Location {
    readonly file: string;
    /** 1-based; null where only a file is named. */
    readonly line: number | null;
    readonly endLine: number | null;
}
/** Reads a place; null where there is no file name. */
export declare function parseLocation(text: string): Location | null;
/** `45`, `45-52`, or null without a line. */
export declare function formatLines(line: number | null, endLine: number | null): string | null;
