import { describe, expect, test } from 'vitest';
import { buildRatings, type DimensionRating, type DimensionRatings } from '../coverage/audit-coverage.ts';
import { DIMENSIONS, type Dimension } from '../findings/dimension.ts';
import { countFirstRoundAgents, countLaterRoundAgents, listCriticalShallow } from './agent-count.ts';

const count = (loc: number, applicableDimensions = 10): number =>
  countFirstRoundAgents({ loc, applicableDimensions, requestedAgents: null });

const rate = (said: Partial<Record<Dimension, DimensionRating>>): DimensionRatings =>
  buildRatings((dimension) => said[dimension] ?? 'covered');
const withMissing = (missing: number, rating: DimensionRating = 'missing'): DimensionRatings =>
  buildRatings((dimension) => (DIMENSIONS.indexOf(dimension) >= 10 - missing ? rating : 'covered'));

describe('first round', () => {
  test.each([
    [0, 1],
    [499, 1],
  ])('%i lines get %i agent [AGENTS-01]', (loc, agents) => expect(count(loc)).toBe(agents));

  test.each([
    [500, 2],
    [4999, 2],
    [5000, 3],
    [9999, 3],
  ])('%i lines get %i agents [AGENTS-02, AUD-08]', (loc, agents) => expect(count(loc)).toBe(agents));

  test.each([
    [10_000, 3],
    [39_999, 3],
    [40_000, 4],
    [69_999, 4],
    [70_000, 5],
    [100_000, 5],
  ])('%i lines get %i agents [AGENTS-03, AUD-08]', (loc, agents) => expect(count(loc)).toBe(agents));

  test.each([
    [100_001, 5],
    [200_000, 5],
    [200_001, 6],
    [500_001, 9],
    [5_000_000, 9],
  ])('%i lines get %i agents [AGENTS-04, AUD-08]', (loc, agents) => expect(count(loc)).toBe(agents));

  test('there are never more agents than dimensions that apply, unless the user asks for them [AUD-08]', () => {
    expect(count(5_000_000, 7)).toBe(7);
    expect(count(5_000_000, 1)).toBe(1);
    expect(countFirstRoundAgents({ loc: 10, applicableDimensions: 10, requestedAgents: 4 })).toBe(4);
    expect(countFirstRoundAgents({ loc: 5_000_000, applicableDimensions: 3, requestedAgents: 6 })).toBe(6);
  });
});

describe('later rounds', () => {
  test.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [10, 3],
  ])('%i untouched dimensions get %i agents [AGENTS-05]', (missing, agents) => {
    expect(countLaterRoundAgents({ ratings: withMissing(missing), alarmingDimensions: [] })).toBe(agents);
  });

  test('a dimension whose agent left nothing counts as untouched, one that kept something does not [AGENTS-05, AUD-07]', () => {
    expect(countLaterRoundAgents({ ratings: withMissing(4, 'interrupted-empty'), alarmingDimensions: [] })).toBe(3);
    expect(countLaterRoundAgents({ ratings: withMissing(4, 'interrupted'), alarmingDimensions: [] })).toBe(1);
    expect(countLaterRoundAgents({ ratings: withMissing(4, 'shallow'), alarmingDimensions: [] })).toBe(1);
  });

  test.each<[Dimension, DimensionRating, Dimension[], number]>([
    ['D1', 'shallow', ['D1'], 3],
    ['D2', 'shallow', ['D2'], 3],
    ['D3', 'interrupted', ['D3'], 3],
    ['D2', 'shallow', [], 1],
    ['D2', 'shallow', ['D1'], 1],
    ['D2', 'covered', ['D2'], 1],
    ['D4', 'shallow', ['D4'], 1],
  ])('%s %s with alarms in %j gets %i agents [AGENTS-06, AUD-07]', (dimension, rating, alarmingDimensions, agents) => {
    const situation = { ratings: rate({ [dimension]: rating }), alarmingDimensions };
    expect(countLaterRoundAgents(situation)).toBe(agents);
    expect(listCriticalShallow(situation)).toEqual(agents === 3 ? [dimension] : []);
  });
});
