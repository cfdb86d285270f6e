/**
 * Creates a clock, ids and a token counter whose values a test can name: time moves when told, ids count up, each word is a token.
 * Exported by testing/index.ts.
 */
import type { Clock, Ids } from '../ports/clock.ts';
import type { TokenCounter } from '../ports/file-index.ts';

/** Time moves only when the test moves it. */
export function createFixedClock(start = 0): Clock & { advance(milliseconds: number): void } {
  let now = start;
  const timers: { at: number; controller: AbortController }[] = [];
  return {
    now: () => now,
    timeout(milliseconds) {
      const controller = new AbortController();
      timers.push({ at: now + milliseconds, controller });
      return controller.signal;
    },
    advance(milliseconds) {
      now += milliseconds;
      for (const timer of timers) if (timer.at <= now) timer.controller.abort('timeout');
    },
  };
}

export function createCountingIds(): Ids {
  let runs = 0;
  let branches = 0;
  return {
    runId: () => `run-${++runs}`,
    branchId: () => `br_${(++branches).toString(16).padStart(8, '0')}`,
  };
}

/** One token per word, so that a test can write a text of exactly n tokens. */
export const createWordCounter = (): TokenCounter => ({
  encoding: 'words',
  count: (text) => (text.match(/\S+/gu) ?? []).length,
});
