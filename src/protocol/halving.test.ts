import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DIMENSIONS, type Dimension } from './dimension.ts';
import { halveAssignment } from './halving.ts';

const cases: [Dimension[], number, Dimension[], Dimension[], number][] = [
  [['D4', 'D2', 'D9', 'D1'], 25, ['D1', 'D2'], ['D4', 'D9'], 12],
  [['D1', 'D2', 'D3'], 25, ['D1', 'D2'], ['D3'], 12],
  [['D7'], 20, ['D7'], [], 10],
  [['D10', 'D3', 'D5'], 1, ['D3', 'D5'], ['D10'], 1],
  [[], 0, [], [], 1],
];

test.each(cases)('%j with %i turns is halved to %j, %j deferred, %i turns [AUD-14]', (dimensions, turns, kept, deferred, maxTurns) => {
  expect(halveAssignment(dimensions, turns)).toEqual({ kept, deferred, maxTurns });
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
