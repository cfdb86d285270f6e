/**
 * Estimates the tokens of a final answer from its number of findings and says whether it fits what is left of the budget as it is
 * or has to be compressed (TRUNC-01, TRUNC-02, TRUNC-06, AUD-26). Called by reviewers/model/conversation.ts and
 * protocol/report/reviewer-output.ts.
 */

const TOKENS_PER_FINDING = 300;
const HEADER_TOKENS = 200;

export const estimateOutputTokens = (findingsCount: number): number =>
  findingsCount * TOKENS_PER_FINDING + HEADER_TOKENS;

export interface FinalAnswerPlan {
  readonly kind: 'as-is' | 'compress';
  readonly estimatedTokens: number;
  readonly remainingTokens: number;
}

/** Compression is asked for if the recorded findings would fill more than 40% of what is left of the budget. */
export function planFinalAnswer(findingsCount: number, budgetTokens: number, usedTokens: number): FinalAnswerPlan {
  const estimatedTokens = estimateOutputTokens(findingsCount);
  const remainingTokens = Math.max(0, budgetTokens - usedTokens);
  return { kind: estimatedTokens * 10 > remainingTokens * 4 ? 'compress' : 'as-is', estimatedTokens, remainingTokens };
}
