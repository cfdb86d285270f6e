/**
 * Tokens and money of a whole run: before every call its worst case is claimed, afterwards what the provider says is booked.
 * What nobody can tell is booked as claimed and marked; nothing is ever booked as 0 (HOST-01, cost control).
 */
import { type PriceEntry } from './model-prices.ts';
import type { UsageShare } from './signal-build.ts';
import type { TurnUsage } from './turn-outcome.ts';
import { type Payer, type RunUsage } from './usage-book.ts';
export interface RunLimits {
    readonly maxTokens: number | null;
    readonly maxCostUsd: number | null;
    /** Kept for what comes after the reviewers: only calls of the tail are paid from it. */
    readonly reservedTokens: number;
    readonly reservedUsd?: number;
}
/** The most a call can use. */
export interface WorstCase {
    readonly by?: Payer;
    /** Whether it comes after the reviewers, to judge what they found. */
    readonly isTail?: boolean;
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** Names the attempt, for accounts that outlive the process. */
    readonly key?: string;
}
export interface Claim {
    /** Null where the provider did not say: then the worst case stands, marked as an estimate. */
    settle(usage: TurnUsage | null): void;
    /** The call was never made, or the provider never began. */
    release(): void;
}
/** What calls are paid from. One that several machines share answers later. */
export interface CallAccount {
    claim(worst: WorstCase, price: PriceEntry | null): Claim | null | Promise<Claim | null>;
    untilRoom(worst: WorstCase, price: PriceEntry | null): Promise<void> | null;
    bookLost(worst: WorstCase, price: PriceEntry | null): void;
    noteReused(by: Payer): void;
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
    /** True once a call had to be refused whatever the others use: no further wave can do better. */
    readonly isSpent: boolean;
    /** What is used of each limit that is set (SIG-14). */
    readonly shares: readonly UsageShare[];
}
export declare function createRunAccount(limits: RunLimits): RunAccount;
