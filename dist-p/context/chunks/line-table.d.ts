/** The lines of a text as numbers: where each begins and how far it is indented. One pass, no copies of the text. */
export interface Lines {
    readonly text: string;
    readonly count: number;
    /** Offset of the first character of line i (from 0); one more entry at the end. */
    readonly starts: readonly number[];
}
export interface LineTable extends Lines {
    /** Columns of white space before the line's first character; -1 for a blank line. */
    readonly indents: readonly number[];
}
/** A final line break ends the last line and begins none. A lone carriage return is a line break too. */
export declare function createLineTable(source: string): LineTable;
/** The same without indentation. */
export declare function findLines(source: string): Lines;
/** Text of the lines from `from` up to, not including, `to`. */
export declare const sliceLines: ({ text, starts }: Lines, from: number, to: number) => string;
export declare const charsOf: ({ starts, text }: Lines, from: number, to: number) => number;
