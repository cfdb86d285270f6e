import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REVIEWERS } from '../reviewers/reviewer.ts';
import { calculateBudget, calculateScale, sumTokens } from './budget.ts';
import { decideIsolation } from './isolation.ts';

describe('budget', () => {
  test('the six reviewers and their base tokens [BUDGET-01, REV-13]', () => {
    expect(REVIEWERS.map(({ name, baseBudgetTokens }) => [name, baseBudgetTokens])).toEqual([
      ['security-reviewer', 8192],
      ['vulnerability-reviewer', 8192],
      ['go-reviewer', 8192],
      ['code-quality-reviewer', 6144],
      ['documentation-reviewer', 4096],
      ['user-persona-reviewer', 4096],
    ]);
  });

  test.each([
    [0, 1],
    [4096, 1.25],
    [8192, 1.5],
    [16_384, 2],
    [32_768, 3],
  ])('scale grows by one per 16384 tokens: %i → %d [BUDGET-02, REV-03]', (totalTokens, scale) => {
    expect(calculateScale(totalTokens)).toBe(scale);
  });

  test('scale stops at 4 [BUDGET-03]', () => {
    expect(calculateScale(49_151)).toBeCloseTo(3.999_94, 5);
    expect(calculateScale(49_151)).toBeLessThan(4);
    expect([49_152, 49_153, 1_000_000].map(calculateScale)).toEqual([4, 4, 4]);
  });

  test.each([
    [0, 8192, 6144, 4096],
    [4096, 10_240, 7680, 5120],
    [16_383, 16_383, 12_287, 8191],
    [16_384, 16_384, 12_288, 8192],
    [49_151, 32_767, 24_575, 16_383],
    [49_152, 32_768, 24_576, 16_384],
    [1_000_000, 32_768, 24_576, 16_384],
  ])('budget is base × scale rounded down: %i → %i / %i / %i [BUDGET-04, SUCCESS-03, REV-04]', (total, a, b, c) => {
    expect([8192, 6144, 4096].map((base) => calculateBudget(base, total))).toEqual([a, b, c]);
  });

  test('budgets follow tokens, not the number of files [BUDGET-05]', () => {
    const files = (tokens: number) => Array.from({ length: 10 }, () => ({ tokens }));
    expect(calculateBudget(8192, sumTokens(files(1000)))).toBeGreaterThan(calculateBudget(8192, sumTokens(files(500))));
  });

  test('agents differ only by base: security has twice the budget of documentation at every total [BUDGET-06]', () => {
    fc.assert(
      fc.property(fc.nat(200_000), (total) => {
        expect(Math.floor(calculateBudget(8192, total) / 2)).toBe(calculateBudget(4096, total));
      }),
    );
  });

  test('a budget never exceeds the exact product and never falls a whole token short of it [REV-04]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 65_536 }), fc.nat(200_000), (base, total) => {
        const steps = BigInt(16_384 + Math.min(total, 49_152));
        expect(BigInt(calculateBudget(base, total))).toBe((BigInt(base) * steps) / 16_384n);
      }),
    );
  });

  test('the complexity factor is off by default and clamped when it raises a budget [REV-22]', () => {
    expect(calculateBudget(8192, 16_384)).toBe(calculateBudget(8192, 16_384, 1));
    expect([0.75, 1, 1.5].map((factor) => calculateBudget(8192, 16_384, factor as 1))).toEqual([
      12_288, 16_384, 24_576,
    ]);
    expect(calculateBudget(8192, 49_152, 1.5)).toBe(32_768);
  });

  test('total tokens are the sum over the files [SCOPE-07]', () => {
    expect(sumTokens([{ tokens: 100 }, { tokens: 200 }, { tokens: 300 }])).toBe(600);
    expect(sumTokens([])).toBe(0);
  });

  test('what the budgets hold per wave at the cap, below the soft stop [REV-02]', () => {
    const held = [8192, 6144, 4096].map((base) => Math.floor(0.95 * calculateBudget(base, 100_000)));
    expect(held).toEqual([31_129, 23_347, 15_564]);
  });
});

describe('isolation', () => {
  test.each([
    [0, 'shared'],
    [16_383, 'shared'],
    [16_384, 'shared'],
    [16_385, 'branch'],
  ])('%i tokens → %s [ISOLATION-01, SUCCESS-04, REV-03]', (totalTokens, isolation) => {
    expect(decideIsolation(totalTokens)).toBe(isolation);
  });
});
