import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DIMENSIONS, type Dimension } from '../findings/dimension.ts';
import { type HalvedAssignment, halveAssignment } from './halving.ts';

const cases: { dimensions: Dimension[]; turns: number; halved: HalvedAssignment }[] = [
  {
    dimensions: ['D4', 'D2', 'D9', 'D1'],
    turns: 25,
    halved: { kept: ['D1', 'D2'], deferred: ['D4', 'D9'], maxTurns: 12 },
  },
  { dimensions: ['D1', 'D2', 'D3'], turns: 25, halved: { kept: ['D1', 'D2'], deferred: ['D3'], maxTurns: 12 } },
  { dimensions: ['D7'], turns: 20, halved: { kept: ['D7'], deferred: [], maxTurns: 10 } },
  { dimensions: ['D10', 'D3', 'D5'], turns: 1, halved: { kept: ['D3', 'D5'], deferred: ['D10'], maxTurns: 1 } },
  { dimensions: [], turns: 0, halved: { kept: [], deferred: [], maxTurns: 1 } },
];

test.each(cases)('$dimensions with $turns turns is halved, D1-D3 first [AUD-14]', ({ dimensions, turns, halved }) => {
  expect(halveAssignment(dimensions, turns)).toEqual(halved);
});

test('both halves together are the assignment, and the first is never the smaller one [AUD-14]', () => {
  fc.assert(
    fc.property(fc.subarray([...DIMENSIONS]), fc.nat(100), (dimensions, turns) => {
      const { kept, deferred, maxTurns } = halveAssignment(dimensions, turns);
      expect([...kept, ...deferred].toSorted()).toEqual(dimensions.toSorted());
      expect(kept.length - deferred.length === 0 || kept.length - deferred.length === 1).toBe(true);
      expect(maxTurns).toBeGreaterThanOrEqual(1);
    }),
  );
});
