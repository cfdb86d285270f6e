/** One line of prose. */
export declare const escapeProse: (text: string) => string;
/** A code span that no backtick inside can end. */
export declare function toCode(text: string): string;
/** A fenced block. */
export declare function toFence(text: string, language?: string): readonly string[];
/** A link if it is one of the web, else plain text. */
export declare const toReference: (reference: string) => string;
/** A table; cells are Markdown already. `align` has one letter per column: l, r or c. */
export declare const toTable: (head: readonly string[], align: string, rows: readonly (readonly string[])[]) => readonly string[];
/** A part that is folded away at first. The summary is plain text. */
export declare const toDetails: (summary: string, lines: readonly string[]) => readonly string[];
