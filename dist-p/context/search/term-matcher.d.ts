/**
 * Finds many terms at once in UTF-8 bytes, in any case, without decoding them: Wu and Manber's window, which skips what
 * cannot end a term. Of terms that begin at one place the longest counts, and matches never overlap.
 */
export interface TermMatcher {
    /** Calls back for every match, in order, with the number of the term and the byte at which it begins. */
    scan(bytes: Uint8Array, visit: (term: number, at: number) => void): void;
}
/** Terms are of lower case and at least two bytes long; a shorter one finds nothing. */
export declare function createTermMatcher(terms: readonly string[]): TermMatcher;
