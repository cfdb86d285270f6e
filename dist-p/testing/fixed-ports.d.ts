/** Clock, ids and token counter whose values a test can name. */
import type { Clock, Ids, TokenCounter } from '../ports.ts';
/** Time moves only when the test moves it. */
export declare function createFixedClock(start?: number): Clock & {
    advance(milliseconds: number): void;
};
export declare function createCountingIds(): Ids;
/** One token per word, so that a test can write a text of exactly n tokens. */
export declare const createWordCounter: () => TokenCounter;
