/**
 * Tokens and money of a whole run: before every call its worst case is claimed, afterwards what the provider says is booked.
 * What nobody can tell is booked as claimed and marked; nothing is ever booked as 0 (HOST-01, cost control).
 */

export interface CallPrice {
  readonly inputUsdPerMillion: number;
  readonly cachedInputUsdPerMillion: number;
  readonly outputUsdPerMillion: number;
}

/** As a provider reports it. */
export interface CallUsage {
  readonly inputTokens: number;
  /** Part of the input that the provider had already. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

export interface RunLimits {
  readonly maxTokens: number | null;
  readonly maxCostUsd: number | null;
  /** Kept for what comes after the reviewers. */
  readonly reservedTokens: number;
}

export interface Claim {
  /** Null where the provider did not say: then the worst case stands, marked as an estimate. */
  settle(usage: CallUsage | null): void;
  /** The call was never made, or the provider never began. */
  release(): void;
}

export interface RunUsage {
  readonly calls: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  /** Calls whose usage is the claim, since the provider did not say. */
  readonly estimatedCalls: number;
}

export interface RunAccount {
  /** Null where the call could pass a limit; what other calls have claimed counts. */
  claim(worst: CallUsage, price: CallPrice | null): Claim | null;
  readonly usage: RunUsage;
}

const MILLION = 1_000_000;

export const costOf = (usage: CallUsage, price: CallPrice | null): number =>
  price === null
    ? 0
    : ((usage.inputTokens - usage.cachedInputTokens) * price.inputUsdPerMillion +
        usage.cachedInputTokens * price.cachedInputUsdPerMillion +
        usage.outputTokens * price.outputUsdPerMillion) /
      MILLION;

const tokensOf = ({ inputTokens, outputTokens }: CallUsage): number => inputTokens + outputTokens;

export function createRunAccount(limits: RunLimits): RunAccount {
  let usage: RunUsage = {
    calls: 0,
    inputTokens: 0,
    cachedInputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    estimatedCalls: 0,
  };
  let claimedTokens = 0;
  let claimedUsd = 0;

  const fits = (tokens: number, usd: number): boolean => {
    const { maxTokens, maxCostUsd, reservedTokens } = limits;
    const used = usage.inputTokens + usage.outputTokens;
    if (maxTokens !== null && used + claimedTokens + tokens > maxTokens - reservedTokens) return false;
    return maxCostUsd === null || usage.costUsd + claimedUsd + usd <= maxCostUsd;
  };

  const book = (booked: CallUsage, price: CallPrice | null, isEstimated: boolean): void => {
    usage = {
      calls: usage.calls + 1,
      inputTokens: usage.inputTokens + booked.inputTokens,
      cachedInputTokens: usage.cachedInputTokens + booked.cachedInputTokens,
      outputTokens: usage.outputTokens + booked.outputTokens,
      costUsd: usage.costUsd + costOf(booked, price),
      estimatedCalls: usage.estimatedCalls + (isEstimated ? 1 : 0),
    };
  };

  return {
    get usage() {
      return usage;
    },
    claim(worst, price) {
      const tokens = tokensOf(worst);
      const usd = costOf({ ...worst, cachedInputTokens: 0 }, price);
      if (!fits(tokens, usd)) return null;
      claimedTokens += tokens;
      claimedUsd += usd;
      let isOpen = true;
      const close = (): boolean => {
        if (!isOpen) return false;
        isOpen = false;
        claimedTokens -= tokens;
        claimedUsd -= usd;
        return true;
      };
      return {
        settle(said) {
          if (close()) book(said ?? { ...worst, cachedInputTokens: 0 }, price, said === null);
        },
        release: () => void close(),
      };
    },
  };
}
