/**
 * Decides after a model call ended whether it is made again and after how long: rate limit, overload, timeout and lost connection
 * are repeated; where the wait is too long the caller gets it back as `defer`. The random number comes from the caller, so that a
 * decision can be replayed. Called by models/create-model-caller.ts.
 */
import type { TurnOutcome, TurnOutcomeKind } from './turn-outcome.ts';

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

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  maxAttempts: 4,
  baseDelayMs: 1000,
  maxDelayMs: 30_000,
  retryAfterCapMs: 60_000,
  maxTotalWaitMs: 300_000,
  malformedRetries: 0,
};

export interface RetryHistory {
  /** Attempts made so far, this one included. */
  readonly attempts: number;
  readonly waitedMs: number;
  /** Malformed answers so far, this one included. */
  readonly malformed: number;
}

export type RetryDecision =
  | { readonly kind: 'done' }
  | { readonly kind: 'retry'; readonly waitMs: number }
  | { readonly kind: 'defer'; readonly waitMs: number }
  /** Time could mend it, but no attempt is left. */
  | { readonly kind: 'give-up' };

const TRANSIENT: ReadonlySet<TurnOutcomeKind> = new Set([
  'rate-limited',
  'overloaded',
  'timed-out',
  'stalled',
  'disconnected',
]);

export const isTransient = (outcome: Pick<TurnOutcome, 'kind'>): boolean => TRANSIENT.has(outcome.kind);

/** Full jitter: anywhere between now and the doubled delay. `chance` is in [0, 1). */
export const jitterDelay = (attempts: number, policy: RetryPolicy, chance: number): number =>
  Math.floor(chance * Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** Math.min(attempts - 1, 30)));

export function decideRetry(
  outcome: TurnOutcome,
  history: RetryHistory,
  policy: RetryPolicy,
  chance: number,
): RetryDecision {
  const mayRepeat =
    isTransient(outcome) || (outcome.kind === 'malformed' && history.malformed <= policy.malformedRetries);
  if (!mayRepeat) return { kind: 'done' };
  const asked = 'retryAfterMs' in outcome ? outcome.retryAfterMs : null;
  if (asked !== null && asked > policy.retryAfterCapMs) return { kind: 'defer', waitMs: asked };
  if (history.attempts >= policy.maxAttempts) return { kind: 'give-up' };
  const waitMs = (asked ?? 0) + jitterDelay(asked === null ? history.attempts : 1, policy, chance);
  if (history.waitedMs + waitMs > policy.maxTotalWaitMs) return { kind: 'defer', waitMs };
  return { kind: 'retry', waitMs };
}
