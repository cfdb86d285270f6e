/** Comments and strings of every source language as data: what opens them, what closes them. Knows no grammar beyond that. */
export interface Delimiter {
    readonly open: string;
    readonly close: string;
    readonly kind: 'comment' | 'string';
    /** Whether it goes on over line ends; if not, the line end closes it. */
    readonly multiline: boolean;
    /** Whether a backslash protects the next character. */
    readonly escape: boolean;
    /** The characters before which it may open; null = everywhere. */
    readonly after: RegExp | null;
}
export interface Syntax {
    /** Longest opening first where one is the beginning of another. */
    readonly delimiters: readonly Delimiter[];
    /** Template literals with `${}` and regular expressions. */
    readonly isScript: boolean;
    /** `'x'` is a character, anything else after a quote is no string (lifetimes, primes). */
    readonly hasCharacters: boolean;
    readonly heredoc: RegExp | null;
}
export declare const SYNTAXES: Readonly<Record<string, Syntax>>;
