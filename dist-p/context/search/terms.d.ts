/**
 * Words of code as search terms: an identifier is findable whole and by its camelCase and snake_case parts, an English
 * word by its stem. Terms hold letters and digits alone, so that no text can become query syntax. Pure, bounded, never throws.
 */
/** `parseHTTPHeader_v2` → `parse`, `HTTP`, `Header`, `v`, `2`: the parts as written. */
export declare const splitIdentifier: (word: string) => readonly string[];
/** A light stem for lower-case English: the same for singular and plural, verb and participle, `connect` and `connection`. */
export declare function stemTerm(term: string): string;
/** Terms of one word of the text: stems of its parts, and the whole where it has several. No duplicates. */
export declare function wordTerms(word: string): readonly string[];
