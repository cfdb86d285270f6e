import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractWords, overlapOf } from './word-overlap.ts';

describe('word overlap', () => {
  test('stems, parts of identifiers and whole identifiers; no stop words', () => {
    expect([...extractWords('The validation of getUserId(x) is validated')]).toEqual([
      'valid',
      'get',
      'user',
      'id',
      '#getuserid',
      'validat',
    ]);
  });

  test.each([
    ['closing files', 'closes the file', 1],
    ['cookie flag', 'rounding totals', 0],
    ['', '', 0],
    ['alpha beta', 'alpha gamma', 1 / 3],
  ])('%j and %j share %d', (a, b, share) => {
    expect(overlapOf(extractWords(a), extractWords(b))).toBeCloseTo(share);
  });

  test('between 0 and 1, the same from both sides, 1 with itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.lorem(), (a, b) => {
        const [left, right] = [extractWords(a), extractWords(b)];
        expect(overlapOf(left, right)).toBe(overlapOf(right, left));
        expect(overlapOf(left, right)).toBeLessThanOrEqual(1);
        expect(overlapOf(right, right)).toBe(right.size === 0 ? 0 : 1);
      }),
    );
  });
});
