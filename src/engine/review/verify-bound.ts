/**
 * Computes how many tokens the second looks of a review (`--verify`) may use at most, and how many claims are put to a model together.
 * Called by plan-review.ts and verify-round.ts; a file of its own so that a plan does not load the round.
 */
import { fitBudget, hasRoomForTools } from '../../protocol/budget/model-window.ts';
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
  hasRoomForTools(limits?.windowTokens ?? null) ? VERIFIED_TOGETHER : 1;

/** What the second looks of a review may take, for its bound. */
export function boundVerification(
  { verify = 'never' }: Pick<ReviewRequest, 'verify'>,
  drivers: readonly MemberDriver[],
): readonly BoundedAgent[] {
  const asked = drivers.filter(({ hasContext }) => hasContext);
  if (verify === 'never' || asked.length === 0) return [];
  const batches = Math.ceil(MOST_VERIFIED / Math.min(...asked.map(sizeFor))) + asked.length - 1;
  const windows = asked.map(({ limits }) => limits?.windowTokens ?? null);
  // Any of the models may be asked: the largest window bounds a call, and who has no room for tools answers once.
  const windowTokens = windows.includes(null) ? null : Math.max(...windows.map(Number));
  return Array.from({ length: batches }, () => ({
    turns: hasRoomForTools(windowTokens) ? VERIFY_TURNS : 1,
    carriedTokens: 0,
    budgetTokens: fitBudget(VERIFY_BUDGET_TOKENS, windowTokens),
    windowTokens,
  }));
}
