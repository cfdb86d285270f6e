/**
 * Waits some milliseconds on the injected clock, keeping the process alive; returns false where the signal fires first. Called by
 * create-model-caller.ts and fleet/postgres/provider-gate.ts.
 */
import type { Clock } from '../ports/clock.ts';

/** The clock's own timers let the process go; a run that waits for a provider must not end that way. */
const HOLD_MS = 2 ** 30;

/** True where the time passed, false where the signal came first. */
export function waitFor(milliseconds: number, clock: Clock, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  if (milliseconds <= 0) return Promise.resolve(true);
  return new Promise((resolve) => {
    const timer = clock.timeout(milliseconds);
    const hold = setInterval(() => undefined, HOLD_MS);
    const end = (hasPassed: boolean): void => {
      clearInterval(hold);
      timer.removeEventListener('abort', pass);
      signal.removeEventListener('abort', stop);
      resolve(hasPassed);
    };
    const pass = (): void => end(true);
    const stop = (): void => end(false);
    if (timer.aborted) return pass();
    timer.addEventListener('abort', pass, { once: true });
    signal.addEventListener('abort', stop, { once: true });
  });
}
