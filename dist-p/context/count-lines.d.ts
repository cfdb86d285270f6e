/** Lines of a text, and how many of them are not blank. Line breaks are `\n`, `\r\n` and `\r`. */
export interface LineCount {
    readonly lines: number;
    /** Lines that are not blank. */
    readonly loc: number;
}
/** A final line break ends the last line and begins none. */
export declare function countLines(text: string): LineCount;
