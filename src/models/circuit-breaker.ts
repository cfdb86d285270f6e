/**
 * Stops calls to a model that keeps failing, for all agents of a run: after 5 failures in a row it pauses, then one call tries;
 * after a minute of failures the model is given up. Any answer resets it. Called by create-model-caller.ts.
 */
import { isTransient } from '../protocol/calls/retry.ts';
import type { TurnOutcome } from '../protocol/calls/turn-outcome.ts';

export interface BreakerLimits {
  readonly failures: number;
  readonly cooldownMs: number;
  /** How long a model may fail before nobody waits for it any more; a wait that the provider itself asked for counts once. */
  readonly giveUpAfterMs: number;
}

export const DEFAULT_BREAKER: BreakerLimits = { failures: 5, cooldownMs: 15_000, giveUpAfterMs: 60_000 };

export interface BreakerCall {
  readonly outcome: TurnOutcome;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** The host ended it, which says nothing about the model. */
  readonly isStopped: boolean;
}

export interface CircuitBreaker {
  /** 0 where a call may be made now, else how long to wait before asking again. Admits one trial after the rest. */
  enter(nowMs: number): number;
  /** The call that was admitted has ended. */
  record(call: BreakerCall): void;
  /** The call that was admitted is not made. */
  leave(): void;
  /** The last failure of a model that is not asked at that time any more; null where it is. */
  givenUp(atMs: number): TurnOutcome | null;
}

/** A limit on our rate says nothing about the model's health, but it is no answer. */
const isFailure = ({ kind }: TurnOutcome): boolean => isTransient({ kind }) && kind !== 'rate-limited';

export function createCircuitBreaker({ failures, cooldownMs, giveUpAfterMs }: BreakerLimits): CircuitBreaker {
  let failed = 0;
  let restsUntilMs: number | null = null;
  let isOnTrial = false;
  let streak: { readonly sinceMs: number; readonly last: TurnOutcome; readonly askedMs: number } | null = null;
  return {
    enter(nowMs) {
      if (restsUntilMs === null) return 0;
      if (nowMs < restsUntilMs) return restsUntilMs - nowMs;
      if (isOnTrial) return cooldownMs;
      isOnTrial = true;
      return 0;
    },
    leave() {
      isOnTrial = false;
    },
    record({ outcome, startedAtMs, endedAtMs, isStopped }) {
      isOnTrial = false;
      if (isStopped || outcome.kind === 'aborted') return;
      if (!isTransient(outcome)) {
        failed = 0;
        restsUntilMs = null;
        streak = null;
        return;
      }
      const asked = 'retryAfterMs' in outcome ? (outcome.retryAfterMs ?? 0) : 0;
      const { sinceMs = startedAtMs, askedMs = 0 } = streak ?? {};
      streak = { sinceMs: Math.min(sinceMs, startedAtMs), last: outcome, askedMs: askedMs === 0 ? asked : askedMs };
      if (!isFailure(outcome)) return;
      failed += 1;
      restsUntilMs = failed >= failures ? endedAtMs + cooldownMs : null;
    },
    givenUp: (atMs) =>
      streak !== null && atMs - streak.sinceMs - streak.askedMs >= giveUpAfterMs ? streak.last : null,
  };
}
