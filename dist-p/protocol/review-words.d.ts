/** The vocabulary of reviews: words that say nothing about a problem, and words that say the same about it. Plain English, no names of projects. */
/** Words of every second review, whatever it is about. */
export declare const FILLER_WORDS: ReadonlySet<string>;
/** Words of one row mean the same here; the first stands for them. */
export declare const SAME_MEANING: readonly (readonly string[])[];
