import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CoverageStatus, DIMENSIONS, type Dimension, type DimensionCoverage } from '../findings/dimension.ts';
import {
  buildRatings,
  coverageOf,
  coverageRatio,
  type DimensionRating,
  isCoverageMet,
  lowerRating,
  mergeAgents,
  mergeRounds,
  type PartialRatings,
  RATINGS,
} from './audit-coverage.ts';

const cover = (said: Partial<Record<Dimension, CoverageStatus>>): DimensionCoverage =>
  coverageOf(buildRatings((dimension) => said[dimension] ?? 'covered'));
const library = cover({ D2: 'not-applicable', D3: 'not-applicable', D6: 'not-applicable' });

describe('ratio and threshold', () => {
  test('the ratio leaves inapplicable dimensions out [AUD-04]', () => {
    expect(coverageRatio(cover({}))).toBe(1);
    expect(coverageRatio(cover({ D9: 'shallow', D10: 'missing' }))).toBe(0.8);
    expect(coverageRatio(library)).toBe(1);
    expect(coverageRatio({ ...library, D9: 'shallow', D10: 'missing' })).toBe(5 / 7);
    expect(coverageRatio(coverageOf(buildRatings(() => 'not-applicable')))).toBe(0);
  });

  const standard = { mode: 'standard', isLibrary: false } as const;
  const deep = { mode: 'deep', isLibrary: false } as const;

  test.each<[string, DimensionCoverage, boolean, boolean]>([
    ['all ten', cover({}), true, true],
    ['nine of ten', cover({ D10: 'missing' }), true, true],
    ['eight of ten', cover({ D9: 'shallow', D10: 'missing' }), true, false],
    ['seven of ten', cover({ D8: 'missing', D9: 'missing', D10: 'missing' }), false, false],
    ['eight of nine', cover({ D6: 'not-applicable', D10: 'missing' }), true, false],
    ['nine of ten without D1', cover({ D1: 'shallow' }), false, false],
    ['nine of ten without D2', cover({ D2: 'missing' }), false, false],
    ['nine of ten without D3', cover({ D3: 'shallow' }), false, false],
  ])('%s covered: standard, deep [AUD-04]', (_, coverage, metStandard, metDeep) => {
    expect([isCoverageMet(coverage, standard), isCoverageMet(coverage, deep)]).toEqual([metStandard, metDeep]);
  });

  test('a library may lack D2 and D3, anything else may not; quick never meets [AUD-04, AUD-33]', () => {
    expect(isCoverageMet(library, { mode: 'deep', isLibrary: true })).toBe(true);
    expect(isCoverageMet(library, { mode: 'deep', isLibrary: false })).toBe(false);
    expect(isCoverageMet(cover({ D1: 'not-applicable' }), { mode: 'deep', isLibrary: true })).toBe(false);
    expect(isCoverageMet(cover({}), { mode: 'quick', isLibrary: false })).toBe(false);
  });
});

describe('merging', () => {
  test('the worst agent counts in a round, the best round counts overall [AUD-10]', () => {
    expect(
      mergeAgents([{ D1: 'covered', D2: 'covered' }, { D1: 'shallow' }, { D2: 'missing', D5: 'covered' }]),
    ).toEqual({
      D1: 'shallow',
      D2: 'missing',
      D5: 'covered',
    });
    const merged = mergeRounds(
      [
        { D1: 'shallow', D2: 'covered' },
        { D1: 'covered', D2: 'missing' },
      ],
      false,
    );
    expect(coverageOf(merged)).toEqual({
      ...coverageOf(buildRatings(() => 'missing')),
      D1: 'covered',
      D2: 'covered',
    });
  });

  test('N/A stands only where nobody says anything else [AUD-10]', () => {
    expect(mergeAgents([{ D6: 'not-applicable' }, { D6: 'shallow' }])).toEqual({ D6: 'shallow' });
    expect(mergeAgents([{ D6: 'not-applicable' }, { D6: 'not-applicable' }])).toEqual({ D6: 'not-applicable' });
    expect(mergeRounds([{ D6: 'not-applicable' }, { D6: 'missing' }], false).D6).toBe('missing');
    expect(mergeRounds([{ D6: 'not-applicable' }, {}], false).D6).toBe('not-applicable');
  });

  test('D1 always applies, D2 and D3 unless the project is a library', () => {
    const claims: PartialRatings = {
      D1: 'not-applicable',
      D2: 'not-applicable',
      D3: 'not-applicable',
      D4: 'not-applicable',
    };
    expect(mergeRounds([claims], false)).toMatchObject({
      D1: 'missing',
      D2: 'missing',
      D3: 'missing',
      D4: 'not-applicable',
    });
    expect(mergeRounds([claims], true)).toMatchObject({ D1: 'missing', D2: 'not-applicable', D3: 'not-applicable' });
  });

  test('a later, sound but shallow round takes the blame of interruption away', () => {
    expect(mergeRounds([{ D1: 'interrupted-empty' }, { D1: 'shallow' }], false).D1).toBe('shallow');
    expect(mergeRounds([{ D1: 'interrupted-empty' }, { D1: 'interrupted' }], false).D1).toBe('interrupted');
  });

  test('a further round never lowers coverage, an agent more never raises it', () => {
    const ratings = fc.dictionary(fc.constantFrom(...DIMENSIONS), fc.constantFrom(...RATINGS.slice(0, 5)));
    const rank = (rating: DimensionRating | undefined): number => (rating === undefined ? 4 : RATINGS.indexOf(rating));
    fc.assert(
      fc.property(fc.array(ratings, { maxLength: 4 }), ratings, (earlier, later) => {
        const before = mergeRounds(earlier, false);
        const after = mergeRounds([...earlier, later], false);
        for (const dimension of DIMENSIONS) expect(rank(after[dimension])).toBeLessThanOrEqual(rank(before[dimension]));
        const one = mergeAgents(earlier);
        const more = mergeAgents([...earlier, later]);
        for (const dimension of Object.keys(one) as Dimension[])
          expect(rank(more[dimension])).toBeGreaterThanOrEqual(rank(one[dimension]));
      }),
    );
  });

  test('a claim only lowers what the evidence shows', () => {
    expect(lowerRating('covered', 'shallow')).toBe('shallow');
    expect(lowerRating('missing', 'covered')).toBe('missing');
    expect(lowerRating('not-applicable', 'shallow')).toBe('shallow');
    expect(lowerRating('covered', 'not-applicable')).toBe('not-applicable');
  });
});
