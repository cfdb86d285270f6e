/**
 * Text from a reviewed repository, made harmless and measurable: invisible characters become visible escapes, so that no
 * path, snippet or message steers a terminal or reorders a line; width and wrapping count columns, not code units.
 */
/** One line; line breaks become spaces, tabs two spaces. */
export declare const toLine: (text: string) => string;
/** A path or an id: one line in which every character can be seen. */
export declare const toName: (text: string) => string;
/** Lines of code, without blank ones at the ends and without the indentation they share. */
export declare function toLines(text: string): readonly string[];
/** Columns of a terminal, for text without escape sequences. */
export declare const measureWidth: (text: string) => number;
export declare const padEnd: (text: string, width: number) => string;
export declare const padStart: (text: string, width: number) => string;
/** Cut to a width, with an ellipsis where something was cut; `from` says which end is given up. */
export declare function cutText(text: string, width: number, from?: 'end' | 'start'): string;
/** Lines of at most `width` columns, broken between words. Words with a slash stay whole, so that paths can be copied. */
export declare const wrapText: (text: string, width: number) => readonly string[];
/** A line of code, broken between words where it can be; what follows is moved in. Keeps every character but blanks at breaks. */
export declare function wrapCode(line: string, width: number): readonly string[];
