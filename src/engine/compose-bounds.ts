/**
 * Computes the most that a planned run can use: tokens by the user's limit, else by the bound of its plan; money by the user's limit,
 * null without one; both zero where no model is asked. Called by the two plan documents (review/plan-review.ts,
 * audit/plan-document.ts).
 */
import type { RunLimits } from '../protocol/budget/run-limits.ts';
import type { PlanDocument } from '../protocol/report/plan-document.ts';

export type UserLimits = Pick<RunLimits, 'maxTokens' | 'maxCostUsd'>;

/** `plannedTokens` is 0 where no model is asked: then there is nothing to limit. */
export const composeBounds = (
  plannedTokens: number,
  { maxTokens, maxCostUsd }: UserLimits = { maxTokens: null, maxCostUsd: null },
): Pick<PlanDocument['estimate'], 'max_tokens' | 'max_cost_usd'> =>
  plannedTokens === 0
    ? { max_tokens: 0, max_cost_usd: 0 }
    : { max_tokens: maxTokens ?? plannedTokens, max_cost_usd: maxCostUsd };
