/**
 * Tokens and money of a whole run: before every call its worst case is claimed, afterwards what the provider says is booked.
 * What nobody can tell is booked as claimed and marked; nothing is ever booked as 0 (HOST-01, cost control).
 */
import { costUsd, type PriceEntry, worstCostUsd } from './model-prices.ts';
import type { UsageShare } from './signal-build.ts';
import type { TurnUsage } from './turn-outcome.ts';

export interface RunLimits {
  readonly maxTokens: number | null;
  readonly maxCostUsd: number | null;
  /** Kept for what comes after the reviewers: only calls of the tail are paid from it. */
  readonly reservedTokens: number;
  readonly reservedUsd?: number;
}

/** The most a call can use. */
export interface WorstCase {
  /** Whether it comes after the reviewers, to judge what they found. */
  readonly isTail?: boolean;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface Claim {
  /** Null where the provider did not say: then the worst case stands, marked as an estimate. */
  settle(usage: TurnUsage | null): void;
  /** The call was never made, or the provider never began. */
  release(): void;
}

export interface RunUsage {
  readonly calls: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  /** Calls whose usage is the claim, or part of it, since the provider did not say. */
  readonly estimatedCalls: number;
  /** Calls of models whose price nobody knows: the cost is without them. */
  readonly unpricedCalls: number;
  /** Answered with what an earlier run has paid for; not among `calls`. */
  readonly reusedCalls: number;
}

export interface RunAccount {
  /** Null where the call could pass a limit; what other calls have claimed counts. */
  claim(worst: WorstCase, price: PriceEntry | null): Claim | null;
  /** A call was answered with what an earlier run has paid for. */
  noteReused(): void;
  /** After a refusal: resolves when another call has ended and asking again may help; null where nothing can. */
  untilRoom(worst: WorstCase, price: PriceEntry | null): Promise<void> | null;
  /** What was booked; calls that are still open count as claimed. */
  readonly usage: RunUsage;
  /** Whether something is kept for the calls after the reviewers, whatever those have used. */
  readonly hasTail: boolean;
  /** True once a call had to be refused whatever the others use: no further wave can do better. */
  readonly isSpent: boolean;
  /** What is used of each limit that is set (SIG-14). */
  readonly shares: readonly UsageShare[];
}

const NOTHING: RunUsage = {
  calls: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  estimatedCalls: 0,
  unpricedCalls: 0,
  reusedCalls: 0,
};

/** `usd` is null where nobody knows the price. */
const addUsage = (sum: RunUsage, usage: TurnUsage, usd: number | null): RunUsage => ({
  ...sum,
  calls: sum.calls + 1,
  inputTokens: sum.inputTokens + usage.inputTokens,
  cachedInputTokens: sum.cachedInputTokens + usage.cachedInputTokens,
  outputTokens: sum.outputTokens + usage.outputTokens,
  costUsd: sum.costUsd + (usd ?? 0),
  estimatedCalls: sum.estimatedCalls + (usage.isEstimated ? 1 : 0),
  unpricedCalls: sum.unpricedCalls + (usd === null ? 1 : 0),
});

export function createRunAccount(limits: RunLimits): RunAccount {
  let usage = NOTHING;
  const open = new Set<{ readonly usage: TurnUsage; readonly usd: number | null }>();
  let claimedTokens = 0;
  let claimedUsd = 0;
  let isSpent = false;
  const waiting: (() => void)[] = [];

  const fits = (tokens: number, usd: number, isTail: boolean): boolean => {
    const { maxTokens, maxCostUsd, reservedTokens, reservedUsd = 0 } = limits;
    const used = usage.inputTokens + usage.outputTokens;
    if (maxTokens !== null && used + tokens > maxTokens - (isTail ? 0 : reservedTokens)) return false;
    return maxCostUsd === null || usage.costUsd + usd <= maxCostUsd - (isTail ? 0 : reservedUsd);
  };
  const worstOf = ({ inputTokens, outputTokens, isTail = false }: WorstCase, price: PriceEntry | null) => ({
    isTail,
    tokens: inputTokens + outputTokens,
    usd: price === null ? 0 : worstCostUsd(inputTokens, outputTokens, price),
  });

  const openClaim = (worst: WorstCase, price: PriceEntry | null, worstUsd: number): Claim => {
    const tokens = worst.inputTokens + worst.outputTokens;
    claimedTokens += tokens;
    claimedUsd += worstUsd;
    const { inputTokens, outputTokens } = worst;
    const asClaimed = { inputTokens, outputTokens, cachedInputTokens: 0, cacheWriteInputTokens: 0, isEstimated: true };
    const entry = { usage: asClaimed, usd: price === null ? null : worstUsd };
    open.add(entry);
    const close = (): boolean => {
      if (!open.delete(entry)) return false;
      claimedTokens -= tokens;
      claimedUsd -= worstUsd;
      for (const wake of waiting.splice(0)) wake();
      return true;
    };
    return {
      settle(said) {
        if (!close()) return;
        usage = addUsage(usage, said ?? asClaimed, said === null || price === null ? entry.usd : costUsd(said, price));
      },
      release: () => void close(),
    };
  };

  return {
    get usage() {
      return [...open].reduce((sum, claim) => addUsage(sum, claim.usage, claim.usd), usage);
    },
    hasTail: limits.reservedTokens > 0 || (limits.reservedUsd ?? 0) > 0,
    get isSpent() {
      return isSpent;
    },
    get shares() {
      const { maxTokens, maxCostUsd } = limits;
      return [
        ...(maxTokens === null ? [] : [{ used: usage.inputTokens + usage.outputTokens, allowance: maxTokens }]),
        ...(maxCostUsd === null ? [] : [{ used: usage.costUsd, allowance: maxCostUsd }]),
      ];
    },
    claim(worst, price) {
      const { tokens, usd, isTail } = worstOf(worst, price);
      if (fits(claimedTokens + tokens, claimedUsd + usd, isTail)) return openClaim(worst, price, usd);
      isSpent ||= !fits(tokens, usd, isTail);
      return null;
    },
    noteReused() {
      usage = { ...usage, reusedCalls: usage.reusedCalls + 1 };
    },
    untilRoom(worst, price) {
      const { tokens, usd, isTail } = worstOf(worst, price);
      if (open.size === 0 || !fits(tokens, usd, isTail)) return null;
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
