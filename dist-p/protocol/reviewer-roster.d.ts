/**
 * Everybody who is built in: the six of seed 001 and the language reviewers beside them, who join the way go-reviewer does,
 * when a file of theirs is in scope (REV-09). BUDGET-01 and the plugin speak of the six alone.
 */
import { type ReviewerProfile } from './reviewer.ts';
export declare const BUILT_IN_REVIEWERS: readonly ReviewerProfile[];
/** Whether this is a built-in reviewer of one language: on its files it knows better than code-quality-reviewer (FACT-14). */
export declare const isLanguageReviewer: (name: string) => boolean;
/** Names may be given in full or without `-reviewer`. */
export declare const findReviewer: (roster: readonly ReviewerProfile[], name: string) => ReviewerProfile | null;
