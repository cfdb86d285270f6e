import { afterEach, expect, test, vi } from 'vitest';
import { openTimeLimit } from './time-limit.ts';

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['all of it', 0, 10_000],
  ['all but what the report takes', 2000, 8000],
  ['half of it at least', 60_000, 5000],
])('of ten seconds a run has %s', (_name, keptBack, expected) => {
  vi.useFakeTimers();
  const limit = openTimeLimit(new AbortController().signal, 10_000);
  vi.advanceTimersByTime(1000);
  limit.keepBack(keptBack);
  vi.advanceTimersByTime(expected - 1001);
  expect(limit.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect([limit.signal.aborted, limit.signal.reason]).toEqual([true, 'deadline']);
});

test('without a deadline the user alone ends it', () => {
  const interrupt = new AbortController();
  const limit = openTimeLimit(interrupt.signal, null);
  limit.keepBack(1);
  interrupt.abort('interrupt');
  expect(limit.signal.reason).toBe('interrupt');
});

test('a deadline that has passed ends it at once', () => {
  const { signal } = openTimeLimit(new AbortController().signal, 1);
  expect([signal.aborted, signal.reason]).toEqual([true, 'deadline']);
});
