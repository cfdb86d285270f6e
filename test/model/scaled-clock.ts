/** A clock that runs faster than time: waits of minutes cost a test milliseconds, and none ends before it is over. */
import type { Clock } from '../../src/ports/clock.ts';

export interface ScaledClock extends Clock {
  readonly scale: number;
}

export function createScaledClock(scale: number): ScaledClock {
  const startedAtMs = Date.now();
  const origin = performance.now();
  const now = (): number => startedAtMs + (performance.now() - origin) * scale;
  return {
    scale,
    now,
    timeout(milliseconds) {
      const controller = new AbortController();
      const endsAtMs = now() + milliseconds;
      const wait = (): void => {
        const leftMs = endsAtMs - now();
        // The runtime's timers may fire a little early.
        if (leftMs <= 0) controller.abort('timeout');
        else setTimeout(wait, Math.min(2 ** 30, Math.ceil(leftMs / scale))).unref();
      };
      wait();
      return controller.signal;
    },
  };
}
