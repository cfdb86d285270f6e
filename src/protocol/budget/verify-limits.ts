/**
 * Constants of the second look at models' claims (`--verify`): at most 40 claims of a review, 5 in one conversation, 6 turns and
 * 16,384 tokens each. Read by engine/review/verify-bound.ts, engine/review/verify-round.ts and
 * reviewers/model/review/verify-claims.ts.
 */

/** The most claims of one review that are looked at, the gravest first, and how many share a conversation. */
export const MOST_VERIFIED = 40;
export const VERIFIED_TOGETHER = 5;
/** Turns of one conversation, and tokens that its agent may read and write. */
export const VERIFY_TURNS = 6;
export const VERIFY_BUDGET_TOKENS = 16_384;
