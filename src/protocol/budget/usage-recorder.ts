/**
 * Sums calls, tokens and cost of model calls per agent and model, and hands out the sums and their total, unrounded. Used by
 * run-account.ts (live), protocol/report/run-ledger.ts (from a recording) and engine/compose-usage.ts (for the report).
 */

import type { TurnUsage } from '../calls/turn-outcome.ts';
import { compareText } from '../text/compare-text.ts';

/** Who asked whom: what a call costs is written down under both. */
export interface Payer {
  readonly agent: string;
  /** `provider/name` of the model that answers, the fallback where that was asked. */
  readonly model: string;
}

/** How much of one allowance is used: a budget of an agent, `--max-tokens`, `--max-cost`. */
export interface UsageShare {
  readonly used: number;
  readonly allowance: number;
}

/** In the order of the wire. */
export interface UsageSums {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  readonly calls: number;
  /** Calls that an earlier run had paid for. */
  readonly reusedCalls: number;
  /** Calls that were under way when the run was killed and had to be made again. */
  readonly repeatedCalls: number;
  readonly cachedInputTokens: number;
  readonly reasoningTokens: number;
  /** Calls whose usage is the claim, or part of it, since the provider did not say. */
  readonly estimatedCalls: number;
  /** Calls of models whose price nobody knows: the cost is without them. */
  readonly unpricedCalls: number;
}

export interface RunUsage extends UsageSums {
  /** The same sums per agent and model, by name; together they are the whole. */
  readonly entries: readonly (Payer & UsageSums)[];
}

export const NO_USAGE: UsageSums = {
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  calls: 0,
  reusedCalls: 0,
  repeatedCalls: 0,
  cachedInputTokens: 0,
  reasoningTokens: 0,
  estimatedCalls: 0,
  unpricedCalls: 0,
};

export const SUM_NAMES = Object.keys(NO_USAGE) as readonly (keyof UsageSums)[];

export const addSums = (a: UsageSums, b: UsageSums): UsageSums =>
  Object.fromEntries(SUM_NAMES.map((name) => [name, a[name] + b[name]])) as unknown as UsageSums;

/** One call; `usd` is null where nobody knows the price. */
export const sumCall = (usage: TurnUsage, usd: number | null): UsageSums => ({
  ...NO_USAGE,
  calls: 1,
  inputTokens: usage.inputTokens,
  cachedInputTokens: usage.cachedInputTokens,
  outputTokens: usage.outputTokens,
  reasoningTokens: usage.reasoningTokens ?? 0,
  costUsd: usd ?? 0,
  estimatedCalls: usage.isEstimated ? 1 : 0,
  unpricedCalls: usd === null ? 1 : 0,
});

export interface UsageRecorder {
  add(by: Payer, sums: UsageSums): void;
  /** What was added, and what is not booked yet on top of it. */
  read(open?: readonly (readonly [Payer, UsageSums])[]): RunUsage;
  readonly sums: UsageSums;
}

const addTo = (
  entries: ReadonlyMap<string, RunUsage['entries'][number]>,
  { agent, model }: Payer,
  more: UsageSums,
): Map<string, RunUsage['entries'][number]> => {
  const key = JSON.stringify([agent, model]);
  return new Map(entries).set(key, { agent, model, ...addSums(entries.get(key) ?? NO_USAGE, more) });
};

export function createUsageRecorder(): UsageRecorder {
  let entries: ReadonlyMap<string, RunUsage['entries'][number]> = new Map();
  let sums = NO_USAGE;
  return {
    add(by, more) {
      entries = addTo(entries, by, more);
      sums = addSums(sums, more);
    },
    read(open = []) {
      const all = open.reduce((sum, [by, more]) => addTo(sum, by, more), entries);
      return {
        ...open.reduce((sum, [, more]) => addSums(sum, more), sums),
        entries: [...all.values()].sort((a, b) => compareText(a.agent, b.agent) || compareText(a.model, b.model)),
      };
    },
    get sums() {
      return sums;
    },
  };
}
