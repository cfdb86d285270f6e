import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWireTimers } from './wire-timers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('time in the queue of a server is not silence; silence behind the first byte is', () => {
  const ends: unknown[] = [];
  const timers = createWireTimers({
    firstByteMs: 60_000,
    silenceMs: 120_000,
    queueMs: 900_000,
    totalMs: 1_800_000,
    hasSpoken: () => true,
    onEnd: (kind, afterMs) => void ends.push([kind, afterMs]),
  });
  timers.begin();
  vi.advanceTimersByTime(899_000);
  expect(ends).toEqual([]);
  timers.note();
  vi.advanceTimersByTime(119_000);
  expect(ends).toEqual([]);
  vi.advanceTimersByTime(2000);
  expect(ends).toEqual([['silent', 120_000]]);
});
