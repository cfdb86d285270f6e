/**
 * Estimates calls, tokens and cost of a review by models from its planned agents, for people to read, never as a limit: in a
 * shared context few calls, in a branch one file after the other, each call with all that came before. Called by
 * engine/review/plan-review.ts.
 */

import type { Isolation } from './isolation.ts';
import { costUsd, type PriceEntry } from './model-prices.ts';
import type { UsageSums } from './usage-recorder.ts';

export interface PlannedAgent {
  readonly budgetTokens: number;
  readonly waves: number;
  readonly files: number;
  /** Tokens of all its files. */
  readonly scopeTokens: number;
  readonly isolation: Isolation;
  /** Notes of the project or points of an issue, which every call carries; 0 where absent. */
  readonly noteTokens?: number;
  /** Questions about a shared scope, each about a part of a checklist; 1 where absent. */
  readonly passes?: number;
  /** Null where nobody knows it. */
  readonly price: PriceEntry | null;
}

export interface RunEstimate extends Pick<UsageSums, 'calls' | 'inputTokens' | 'outputTokens' | 'costUsd'> {
  /** Agents whose price nobody knows: the cost is without them. */
  readonly unpriced: number;
}

/** Prompt, contract and tools, which every call carries. */
const PROMPT_TOKENS = 3000;
/** Calls besides those that fetch files: findings, and the answer. */
const OTHER_CALLS = 2;
/** An agent writes this share of its budget; the rest is what it reads. */
const WRITTEN_SHARE = 0.15;

function estimateAgent(agent: PlannedAgent): RunEstimate {
  const { budgetTokens, waves, files, scopeTokens, isolation, price, noteTokens = 0, passes = 1 } = agent;
  const calls = (isolation === 'shared' ? 0 : files) + OTHER_CALLS * waves * passes;
  const outputTokens = Math.round(budgetTokens * WRITTEN_SHARE * waves);
  const carried = isolation === 'shared' ? scopeTokens : scopeTokens / (2 * waves);
  const inputTokens = Math.round(calls * (PROMPT_TOKENS + noteTokens + carried));
  const usage = { inputTokens, outputTokens, cachedInputTokens: 0, cacheWriteInputTokens: 0 };
  return {
    calls,
    inputTokens,
    outputTokens,
    costUsd: price === null ? 0 : costUsd(usage, price),
    unpriced: price === null ? 1 : 0,
  };
}

export const estimateRun = (agents: readonly PlannedAgent[]): RunEstimate =>
  agents.map(estimateAgent).reduce(
    (sum, each) => ({
      calls: sum.calls + each.calls,
      inputTokens: sum.inputTokens + each.inputTokens,
      outputTokens: sum.outputTokens + each.outputTokens,
      costUsd: sum.costUsd + each.costUsd,
      unpriced: sum.unpriced + each.unpriced,
    }),
    { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpriced: 0 },
  );
