/**
 * The one token counter of the product (REV-05): exact o200k_base counts, loaded when the first text is counted.
 * Never throws: where the tokenizer fails, a quarter of the bytes stands in and `countExact` says so with null.
 */
import type { TokenCounter } from '../ports.ts';
/** A counter that can tell an exact count from an estimated one. */
export interface ExactCounter extends TokenCounter {
    /** The exact count, or null where there is none and `count` estimates. */
    countExact(text: string): number | null;
}
type Encode = (text: string) => number;
export declare const estimateTokens: (text: string) => number;
export interface TokenCounterOptions {
    /** Where the vocabulary is kept between runs; nowhere if it is left out. */
    readonly cacheFolder?: string | null;
    /** Replaced in tests alone, to see the counter survive a tokenizer that fails. */
    readonly load?: (cacheFolder: string | null) => Encode;
}
export declare function createTokenCounter({ cacheFolder, load, }?: TokenCounterOptions): ExactCounter;
export {};
