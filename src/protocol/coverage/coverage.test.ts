import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coveragePercent, coverageWeight, isCovered, mergeRanges } from './coverage.ts';

describe('coverage', () => {
  test.each([
    [8, 4, 67],
    [12, 0, 100],
    [0, 0, 100],
    [0, 5, 0],
    [999, 1, 99],
    [1, 999, 0],
    [1, 1, 50],
  ])('%i reviewed, %i skipped → %i%% [REV-10, SYNTH-07]', (reviewed, skipped, percent) => {
    expect(coveragePercent(reviewed, skipped)).toBe(percent);
  });

  test.each([
    [12, 0, 1],
    [8, 4, 8 / 12],
    [0, 0, 1],
    [0, 4, 0.1],
    [1, 99, 0.1],
  ])('%i reviewed, %i skipped weigh %d [REV-14, SYNTH-08]', (reviewed, skipped, weight) => {
    expect(coverageWeight(reviewed, skipped)).toBeCloseTo(weight, 10);
  });

  test('ranges of several waves add up [HOST-10]', () => {
    const ranges = [
      { start: 21, end: 30 },
      { start: 1, end: 10 },
      { start: 11, end: 12 },
      { start: 25, end: 40 },
      { start: 9, end: 3 },
    ];
    expect(mergeRanges(ranges)).toEqual([
      { start: 1, end: 12 },
      { start: 21, end: 40 },
    ]);
  });

  test.each([
    [
      'a whole file in two pieces',
      [
        [1, 50],
        [51, 100],
      ],
      [[1, 100]],
      true,
    ],
    [
      'a whole file with a hole',
      [
        [1, 49],
        [51, 100],
      ],
      [[1, 100]],
      false,
    ],
    [
      'every changed hunk',
      [
        [10, 20],
        [40, 44],
      ],
      [
        [12, 14],
        [40, 44],
      ],
      true,
    ],
    [
      'one hunk missing',
      [[10, 20]],
      [
        [12, 14],
        [40, 44],
      ],
      false,
    ],
    ['nothing needed', [], [], true],
  ] as const)('%s [HOST-10]', (_, delivered, needed, covered) => {
    const ranges = (pairs: readonly (readonly [number, number])[]) => pairs.map(([start, end]) => ({ start, end }));
    expect(isCovered(ranges(delivered), ranges(needed))).toBe(covered);
  });

  test('merged ranges hold the same lines, whatever the order [HOST-10]', () => {
    const range = fc.record({ start: fc.integer({ min: 1, max: 40 }), end: fc.integer({ min: 1, max: 40 }) });
    const linesOf = (ranges: readonly { start: number; end: number }[]) =>
      new Set(
        ranges.flatMap(({ start, end }) => Array.from({ length: Math.max(0, end - start + 1) }, (_, i) => start + i)),
      );
    fc.assert(
      fc.property(fc.array(range), (ranges) => {
        const merged = mergeRanges(ranges);
        expect(linesOf(merged)).toEqual(linesOf(ranges.toSorted((a, b) => a.start - b.start)));
        expect(mergeRanges(ranges.toReversed())).toEqual(merged);
        for (const [i, { start }] of merged.entries()) expect(start).toBeGreaterThan((merged[i - 1]?.end ?? -1) + 1);
      }),
    );
  });
});
