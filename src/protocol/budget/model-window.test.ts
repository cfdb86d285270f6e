import { expect, test } from 'vitest';
import { AGENT_TIMEOUT_MS, allowLocally } from './agent-timeout.ts';
import { fitAnswer, fitBudget, holdsScope, shareOfWindow } from './model-window.ts';

test.each([
  [null, 8192, 8192],
  [4096, 8192, 1920],
  [8192, 8192, 5070],
  [32_768, 8192, 8192],
  [1600, 8192, 1],
])('window %j: of a budget of %i an agent has %i', (window, budget, effective) => {
  expect(fitBudget(budget, window)).toBe(effective);
});

test('a scope is shared only where the window holds it beside the budget', () => {
  expect([null, 8192, 32_768, 131_072].map((window) => holdsScope(window, 14_000))).toEqual([true, false, false, true]);
  expect(fitBudget(30_000, 32_768, 10_000)).toBe(shareOfWindow(32_768) - 10_000);
  expect([null, 4096].map((window) => fitAnswer(16_384, window))).toEqual([16_384, 1024]);
});

test('an agent on a local server has the time that its speed needs, and no less than any other', () => {
  const work = { readTokens: 4000, writtenTokens: 2000 };
  const least = AGENT_TIMEOUT_MS.review;
  expect(allowLocally(least, { readPerSecond: 2000, writePerSecond: 100 }, work)).toBe(least);
  expect(allowLocally(least, { readPerSecond: 20, writePerSecond: 10 }, work)).toBe(60_000 + 4 * 400_000);
  expect(allowLocally(least, null, work)).toBe(1_800_000);
  expect(allowLocally(least, { readPerSecond: 0.01, writePerSecond: 0.01 }, work)).toBe(21_600_000);
});
