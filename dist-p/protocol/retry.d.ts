/**
 * Whether a call of a model is made again, and when. Only endings that time can mend are repeated; a wait longer than the
 * cap is handed back as a time to come back at. Chance comes in as a number, so that every decision can be replayed.
 */
import type { TurnOutcome } from './turn-outcome.ts';
export interface RetryPolicy {
    /** Calls in total, the first one included. */
    readonly maxAttempts: number;
    readonly baseDelayMs: number;
    readonly maxDelayMs: number;
    /** The longest wait a provider may ask for before the call is put off. */
    readonly retryAfterCapMs: number;
    /** The longest one call may wait over all its attempts. */
    readonly maxTotalWaitMs: number;
    /** How many of the attempts may follow a malformed answer. */
    readonly malformedRetries: number;
}
export declare const DEFAULT_RETRY_POLICY: RetryPolicy;
export interface RetryHistory {
    /** Attempts made so far, this one included. */
    readonly attempts: number;
    readonly waitedMs: number;
    /** Malformed answers so far, this one included. */
    readonly malformed: number;
}
export type RetryDecision = {
    readonly kind: 'done';
} | {
    readonly kind: 'retry';
    readonly waitMs: number;
} | {
    readonly kind: 'defer';
    readonly waitMs: number;
}
/** Time could mend it, but no attempt is left. */
 | {
    readonly kind: 'give-up';
};
export declare const isTransient: (outcome: Pick<TurnOutcome, 'kind'>) => boolean;
/** Full jitter: anywhere between now and the doubled delay. `chance` is in [0, 1). */
export declare const jitterDelay: (attempts: number, policy: RetryPolicy, chance: number) => number;
export declare function decideRetry(outcome: TurnOutcome, history: RetryHistory, policy: RetryPolicy, chance: number): RetryDecision;
