import { expect, test } from 'vitest';
import { type CoverageStatus, DIMENSIONS, type DimensionCoverage } from '../findings/dimension.ts';
import { isCoreDimension, listGaps } from './gaps.ts';

const cover = (statuses: readonly CoverageStatus[]): DimensionCoverage =>
  Object.fromEntries(DIMENSIONS.map((dimension, i) => [dimension, statuses[i]])) as DimensionCoverage;
const times = (count: number, status: CoverageStatus): CoverageStatus[] => Array(count).fill(status);

test('missing and shallow dimensions are gaps, covered and inapplicable ones are not [GAPS-01, GAPS-02]', () => {
  const coverage = cover([...times(7, 'covered'), 'not-applicable', 'shallow', 'missing']);
  expect(listGaps(coverage)).toEqual(['D9', 'D10']);
  expect(listGaps(cover(times(10, 'not-applicable')))).toEqual([]);
});

test('the count runs from none to all ten [GAPS-03]', () => {
  expect(listGaps(cover(times(10, 'covered')))).toEqual([]);
  expect(listGaps(cover(times(10, 'missing')))).toEqual(DIMENSIONS);
  expect(listGaps(cover(times(10, 'shallow')))).toEqual(DIMENSIONS);
});

test('the core is D1, D2 and D3', () => {
  expect(DIMENSIONS.filter(isCoreDimension)).toEqual(['D1', 'D2', 'D3']);
});
