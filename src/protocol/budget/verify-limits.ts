/**
 * Constants of the second look of a review (`--verify`): how many claims, how many in one conversation, turns and
 * tokens.
 */

/** The most claims of one review that are looked at, the gravest first, and how many share a conversation. */
export const MOST_VERIFIED = 40;
export const VERIFIED_TOGETHER = 5;
/** Turns of one conversation, and tokens that its agent may read and write. */
export const VERIFY_TURNS = 6;
export const VERIFY_BUDGET_TOKENS = 16_384;
