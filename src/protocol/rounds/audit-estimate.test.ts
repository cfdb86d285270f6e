import { expect, test } from 'vitest';
import { findPrice, readPrices } from '../budget/model-prices.ts';
import { estimateAudit, estimateHunters } from './audit-estimate.ts';

const PRICE = findPrice('any/model', readPrices({ 'any/model': { input: 3, output: 15 } }));
const ONE = { maxTurns: 25, budgetTokens: 102_400, scopeTokens: 1_000_000 };

test('every call carries the prompt and, on average, half of what the agent may hold', () => {
  expect(estimateHunters([ONE], null)).toEqual({
    calls: 25,
    inputTokens: 25 * (4000 + 51_200),
    outputTokens: 15_360,
    costUsd: null,
  });
});

test('a small scope cannot fill the budget', () => {
  const { inputTokens } = estimateHunters([{ ...ONE, scopeTokens: 1000 }], null);
  expect(inputTokens).toBe(25 * (4000 + (2000 + 15_360) / 2));
});

test.each([
  ['quick', 25],
  ['standard', 25 + 3 * 20 + 4 * 15],
  ['deep', 25 + 3 * 20 + 3 * 15 + 4 * 15],
] as const)('%s: the rounds it allows, deep dive and validators', (mode, calls) => {
  expect(estimateAudit(mode, [ONE], null).calls).toBe(calls);
});

test('the cost is that of the price, without what a provider keeps', () => {
  expect(estimateHunters([ONE], PRICE).costUsd).toBeCloseTo((25 * 55_200 * 3 + 15_360 * 15) / 1e6, 6);
});
