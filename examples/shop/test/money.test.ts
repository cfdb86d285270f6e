import { describe, expect, test } from 'vitest';
import { formatMoney, percentOf, splitAmount } from '../src/lib/money.js';

describe('money', () => {
  test('rounds half away from zero', () => {
    expect(percentOf(250, 1)).toBe(3);
    expect(percentOf(-250, 1)).toBe(-3);
  });

  test('formats cents', () => {
    expect(formatMoney(5)).toBe('0.05 EUR');
    expect(formatMoney(-123456)).toBe('-1234.56 EUR');
  });

  test('parts add up', () => {
    expect(splitAmount(100, 3)).toEqual([34, 33, 33]);
  });
});
