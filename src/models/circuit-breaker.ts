/** Stops asking a model that keeps failing: after so many failures in a row it rests, then one call tries it out. */

export interface BreakerLimits {
  readonly failures: number;
  readonly cooldownMs: number;
}

export const DEFAULT_BREAKER: BreakerLimits = { failures: 5, cooldownMs: 30_000 };

export interface CircuitBreaker {
  /** 0 where a call may be made now, else how long to wait before asking again. Admits one trial after the rest. */
  enter(nowMs: number): number;
  /** `neutral` endings say nothing about the model's health. */
  record(result: 'well' | 'failed' | 'neutral', nowMs: number): void;
  readonly isOpen: () => boolean;
}

export function createCircuitBreaker({ failures, cooldownMs }: BreakerLimits): CircuitBreaker {
  let failed = 0;
  let restsUntilMs: number | null = null;
  let isOnTrial = false;
  return {
    isOpen: () => restsUntilMs !== null,
    enter(nowMs) {
      if (restsUntilMs === null) return 0;
      if (nowMs < restsUntilMs) return restsUntilMs - nowMs;
      if (isOnTrial) return cooldownMs;
      isOnTrial = true;
      return 0;
    },
    record(result, nowMs) {
      isOnTrial = false;
      if (result === 'neutral') return;
      failed = result === 'well' ? 0 : failed + 1;
      restsUntilMs = failed >= failures ? nowMs + cooldownMs : null;
    },
  };
}
