/**
 * Computes how many tokens the second looks of a review (`--verify`) may use at most, and how many claims are put to a model together.
 * Called by plan-review.ts and verify-round.ts; a file of its own so that a plan does not load the round.
 */
import { MIN_TOOL_WINDOW_TOKENS } from '../../protocol/budget/model-window.ts';
import type { BoundedAgent } from '../../protocol/budget/run-bound.ts';
import {
  MOST_VERIFIED,
  VERIFIED_TOGETHER,
  VERIFY_BUDGET_TOKENS,
  VERIFY_TURNS,
} from '../../protocol/budget/verify-limits.ts';
import type { MemberDriver } from './panel-members.ts';
import type { ReviewRequest } from './review-request.ts';

/** In a small window one claim has all the room. */
export const sizeFor = ({ limits }: Pick<MemberDriver, 'limits'>): number =>
  (limits?.windowTokens ?? MIN_TOOL_WINDOW_TOKENS) < MIN_TOOL_WINDOW_TOKENS ? 1 : VERIFIED_TOGETHER;

/** What the second looks of a review may take, for its bound. */
export function boundVerification(
  { verify = 'never' }: Pick<ReviewRequest, 'verify'>,
  drivers: readonly MemberDriver[],
): readonly BoundedAgent[] {
  const asked = drivers.filter(({ hasContext }) => hasContext);
  if (verify === 'never' || asked.length === 0) return [];
  const batches = Math.ceil(MOST_VERIFIED / Math.min(...asked.map(sizeFor))) + asked.length - 1;
  return Array.from({ length: batches }, () => ({
    turns: VERIFY_TURNS,
    carriedTokens: 0,
    budgetTokens: VERIFY_BUDGET_TOKENS,
  }));
}
