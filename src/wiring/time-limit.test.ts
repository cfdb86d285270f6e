import { afterEach, expect, test, vi } from 'vitest';
import { keepBackForReport, openTimeLimit } from './time-limit.ts';

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

test.each([
  { scope: 'few files, however long they took to find', status: 'finished', files: 1000, readMs: 8000, expected: 50 },
  { scope: 'many files, read fast', status: 'finished', files: 100_000, readMs: 5000, expected: 5000 },
  { scope: 'many files, read slowly', status: 'finished', files: 10_000, readMs: 20_000, expected: 3000 },
  { scope: 'a scope that is still read', status: 'progress', files: 4000, readMs: 100, expected: 1000 },
  { scope: 'a scope that is still read, slowly', status: 'progress', files: 4000, readMs: 20_000, expected: 3000 },
] as const)('the report has time for $scope [TRUST-08]', ({ status, files, readMs, expected }) => {
  vi.useFakeTimers();
  const kept: number[] = [];
  const tell = keepBackForReport({ keepBack: (milliseconds) => kept.push(milliseconds) });
  tell({ step: 'scope', status: 'started', files: 0 });
  vi.advanceTimersByTime(readMs);
  tell({ step: status === 'finished' ? 'index' : 'scope', status, files });
  tell({ step: 'scope', status: 'finished', files });
  expect(kept).toEqual([expected]);
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
