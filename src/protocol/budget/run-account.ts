/**
 * Keeps the account of tokens and money of a whole run: before each model call its worst case is claimed against the run's limits
 * (or the call refused), afterwards what the provider reported is booked; an unknown usage is booked as claimed, never as 0
 * (HOST-01). Created by wiring/model-reviewers.ts, used by reviewers/model/ask-model.ts.
 */

import type { TurnUsage } from '../calls/turn-outcome.ts';
import { costUsd, type PriceEntry, worstCostUsd } from './model-prices.ts';
import { explainLimit, findPassed, type LimitKind, nameLimit, type RunLimits, type Spending } from './run-limits.ts';
import {
  createUsageRecorder,
  NO_USAGE,
  type Payer,
  type RunUsage,
  sumCall,
  type UsageShare,
  type UsageSums,
} from './usage-recorder.ts';

export type { RunLimits } from './run-limits.ts';

/** The most a call can use. Reading `inputTokens` may take counting: it is read only where somebody has to know. */
export interface WorstCase {
  readonly by?: Payer;
  /** Whether it comes after the reviewers, to judge what they found. */
  readonly isTail?: boolean;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Names the attempt, for accounts that outlive the process. */
  readonly key?: string;
}

/** What crossed the wire, by our own count. */
export type CountedUsage = Pick<TurnUsage, 'inputTokens' | 'outputTokens'>;

/** What a call is charged with: in each direction the higher of what the provider said and what we counted. */
export const chargedUsage = (said: TurnUsage, counted?: CountedUsage): TurnUsage => ({
  ...said,
  inputTokens: Math.max(said.inputTokens, counted?.inputTokens ?? 0),
  outputTokens: Math.max(said.outputTokens, counted?.outputTokens ?? 0),
});

export interface Claim {
  /**
   * Null where the provider did not say: then the worst case stands, marked as an estimate. `counted` is what we counted
   * ourselves: whatever the provider says, no less is charged against the limits (TRUST-04).
   */
  settle(usage: TurnUsage | null, counted?: CountedUsage): void;
  /** The call was never made, or the provider never began. */
  release(): void;
}

/** What calls are paid from. One that several machines share answers later. */
export interface CallAccount {
  claim(worst: WorstCase, price: PriceEntry | null): Claim | null | Promise<Claim | null>;
  untilRoom(worst: WorstCase, price: PriceEntry | null): Promise<void> | null;
  bookLost(worst: WorstCase, price: PriceEntry | null): void;
  noteReused(by: Payer): void;
  /** After a refusal that is final: which limit it was, for people. Absent where the account does not know. */
  explainRefusal?(worst: WorstCase, price: PriceEntry | null): string;
}

/** An account that may have to tell others of the bound before anybody is asked. */
export interface BoundAccount {
  bound(tokens: number): void | Promise<void>;
}

export interface RunAccount extends CallAccount {
  /** Null where the call could pass a limit; what other calls have claimed counts. */
  claim(worst: WorstCase, price: PriceEntry | null): Claim | null;
  /** A call was answered with what an earlier run has paid for. */
  noteReused(by: Payer): void;
  /** After a refusal: resolves when another call has ended and asking again may help; null where nothing can. */
  untilRoom(worst: WorstCase, price: PriceEntry | null): Promise<void> | null;
  /** A call of an earlier life of the run, of which nobody knows how it ended: booked at its worst case, whatever is left. */
  bookLost(worst: WorstCase, price: PriceEntry | null): void;
  /** What was booked; calls that are still open count as claimed. */
  readonly usage: RunUsage;
  /** Whether something is kept for the calls after the reviewers, whatever those have used. */
  readonly hasTail: boolean;
  /**
   * The most tokens that were planned for: a limit where the user gave none, so that no retry, wave, round or fallback goes
   * on without end (TRUST-04).
   */
  bound(tokens: number): void;
  /** True once a call had to be refused whatever the others use: no further wave can do better. */
  readonly isSpent: boolean;
  /** The limit that was in the way then, as the user would give it; absent where the account does not know. */
  readonly spentLimit?: string | null;
  /** What is used of each limit that is set (SIG-14). */
  readonly shares: readonly UsageShare[];
}

const NOBODY: Payer = { agent: 'unknown', model: 'unknown' };

const listShares = (
  { maxTokens, maxCostUsd, isPlanned = false }: RunLimits,
  { tokens, usd }: Pick<Spending, 'tokens' | 'usd'>,
): readonly UsageShare[] => [
  ...(maxTokens === null || isPlanned ? [] : [{ used: tokens, allowance: maxTokens }]),
  ...(maxCostUsd === null ? [] : [{ used: usd, allowance: maxCostUsd }]),
];
const worstOf = ({ inputTokens, outputTokens, isTail = false }: WorstCase, price: PriceEntry | null): Spending => ({
  isTail,
  tokens: inputTokens + outputTokens,
  usd: price === null ? 0 : worstCostUsd(inputTokens, outputTokens, price),
});

interface OpenClaim {
  readonly worst: WorstCase;
  readonly price: PriceEntry | null;
}

/** A call of which nobody knows what it used. */
const sumClaimed = ({ worst, price }: OpenClaim): UsageSums => {
  const { inputTokens, outputTokens } = worst;
  const usage = { inputTokens, outputTokens, cachedInputTokens: 0, cacheWriteInputTokens: 0, isEstimated: true };
  return sumCall(usage, price === null ? null : worstOf(worst, price).usd);
};

/** What was charged, against limits of which one may come with the plan. */
function openCharges(given: RunLimits) {
  let limits = given;
  /** What was booked is what was billed; this is what is held against the limits. */
  const charged = { tokens: 0, usd: 0 };
  return {
    get limits() {
      return limits;
    },
    get isLimited() {
      return limits.maxTokens !== null || limits.maxCostUsd !== null;
    },
    get shares() {
      return listShares(limits, charged);
    },
    bound(tokens: number): void {
      if (limits.maxTokens === null) limits = { ...limits, maxTokens: tokens, isPlanned: true };
    },
    /** Beside what is charged. */
    passedBy: (need: Spending): LimitKind | null =>
      findPassed(limits, { ...need, tokens: charged.tokens + need.tokens, usd: charged.usd + need.usd }),
    charge(sums: UsageSums): void {
      charged.tokens += sums.inputTokens + sums.outputTokens;
      charged.usd += sums.costUsd;
    },
  };
}

export function createRunAccount(given: RunLimits): RunAccount {
  const charges = openCharges(given);
  const { passedBy, charge } = charges;
  const book = createUsageRecorder();
  const open = new Set<OpenClaim>();
  let claimedTokens = 0;
  let claimedUsd = 0;
  let spentLimit: string | null = null;
  const waiting: (() => void)[] = [];

  const openClaim = (worst: WorstCase, price: PriceEntry | null): Claim => {
    const { tokens, usd } = charges.isLimited ? worstOf(worst, price) : { tokens: 0, usd: 0 };
    claimedTokens += tokens;
    claimedUsd += usd;
    const { by = NOBODY } = worst;
    const entry = { worst, price };
    open.add(entry);
    const close = (): boolean => {
      if (!open.delete(entry)) return false;
      claimedTokens -= tokens;
      claimedUsd -= usd;
      for (const wake of waiting.splice(0)) wake();
      return true;
    };
    return {
      settle(said, counted) {
        if (!close()) return;
        const sum = (usage: TurnUsage): UsageSums => sumCall(usage, price === null ? null : costUsd(usage, price));
        book.add(by, said === null ? sumClaimed(entry) : sum(said));
        charge(said === null ? sumClaimed(entry) : sum(chargedUsage(said, counted)));
      },
      release: () => void close(),
    };
  };

  return {
    get usage() {
      return book.read([...open].map((claim) => [claim.worst.by ?? NOBODY, sumClaimed(claim)]));
    },
    hasTail: given.reservedTokens > 0 || (given.reservedUsd ?? 0) > 0,
    bound: charges.bound,
    get isSpent() {
      return spentLimit !== null;
    },
    get spentLimit() {
      return spentLimit;
    },
    get shares() {
      return charges.shares;
    },
    claim(worst, price) {
      if (!charges.isLimited) return openClaim(worst, price);
      const need = worstOf(worst, price);
      const beside = { ...need, tokens: claimedTokens + need.tokens, usd: claimedUsd + need.usd };
      if (passedBy(beside) === null) return openClaim(worst, price);
      const passed = passedBy(need);
      if (passed !== null) spentLimit ??= nameLimit(charges.limits, passed);
      return null;
    },
    explainRefusal: (worst, price) => {
      const need = worstOf(worst, price);
      return explainLimit(charges.limits, passedBy(need), need);
    },
    noteReused(by) {
      book.add(by, { ...NO_USAGE, reusedCalls: 1 });
    },
    bookLost(worst, price) {
      openClaim(worst, price).settle(null);
      book.add(worst.by ?? NOBODY, { ...NO_USAGE, repeatedCalls: 1 });
    },
    untilRoom(worst, price) {
      if (open.size === 0 || passedBy(worstOf(worst, price)) !== null) return null;
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
