/** Distinct words of a text. A compound identifier gives its parts and, after a `#`, itself; operators stand for themselves. */
export declare function extractWords(text: string): ReadonlySet<string>;
/** What a text names and how it speaks of it. */
export interface NamedWords {
    /** Compound identifiers, calls and files. */
    readonly symbols: ReadonlySet<string>;
    /** The words around them. */
    readonly plain: ReadonlySet<string>;
}
export declare function extractNames(text: string): NamedWords;
/** Shared over united words, 0..1. */
export declare function overlapOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number;
/** Each names something that the other does not, and the words around are the same: one sentence about two things. */
export declare const isTemplatePair: (a: NamedWords, b: NamedWords) => boolean;
