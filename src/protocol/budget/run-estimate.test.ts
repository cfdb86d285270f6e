import { expect, test } from 'vitest';
import { estimateRun, type PlannedAgent } from './run-estimate.ts';

const PRICE = { input: 3, cached: 0.3, write: 3.75, output: 15, contextTokens: null, maxOutputTokens: null };
const agent = (fields: Partial<PlannedAgent> = {}): PlannedAgent => ({
  budgetTokens: 10_000,
  waves: 1,
  files: 5,
  scopeTokens: 8000,
  isolation: 'shared',
  price: PRICE,
  ...fields,
});

test('a narrower scope costs less, more agents and waves cost more, no agent costs nothing', () => {
  expect(estimateRun([])).toEqual({ calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpriced: 0 });
  const whole = estimateRun([agent()]);
  expect(estimateRun([agent({ scopeTokens: 4000, files: 2 })]).costUsd).toBeLessThan(whole.costUsd);
  expect(estimateRun([agent(), agent()]).costUsd).toBeCloseTo(2 * whole.costUsd);
  const branch = agent({ isolation: 'branch', files: 20, scopeTokens: 40_000 });
  expect(estimateRun([agent({ passes: 2 })]).calls).toBe(2 * whole.calls);
  expect(estimateRun([{ ...branch, waves: 4 }]).calls).toBeGreaterThan(estimateRun([branch]).calls);
});

test('an unknown price is counted, not guessed', () => {
  expect(estimateRun([agent({ price: null }), agent()])).toMatchObject({ unpriced: 1 });
});
