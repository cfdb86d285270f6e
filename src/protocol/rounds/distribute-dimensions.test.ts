import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIMENSION_PROFILES, DIMENSIONS, type Dimension } from '../findings/dimension.ts';
import { distributeDimensions, type LanguageShare } from './distribute-dimensions.ts';

const dimensionsOf = (...args: Parameters<typeof distributeDimensions>): readonly (readonly Dimension[])[] =>
  distributeDimensions(...args).map(({ dimensions }) => dimensions);

const POLYGLOT: readonly LanguageShare[] = [
  { language: 'script', loc: 6000 },
  { language: 'python', loc: 3000 },
  { language: 'go', loc: 2000 },
  { language: 'bash', loc: 100 },
];

describe('dimensions are dealt by track', () => {
  test.each([
    [1, ['D1 D2 D3 D4 D5 D6 D7 D8 D9 D10']],
    [2, ['D1 D4 D5 D6', 'D2 D3 D7 D8 D9 D10']],
    [3, ['D1 D4 D5 D6', 'D2 D7 D8 D10', 'D3 D9']],
    [4, ['D1 D5', 'D2 D7 D8 D10', 'D3 D9', 'D4 D6']],
    [5, ['D1 D5', 'D2 D8', 'D3 D9', 'D4 D6', 'D7 D10']],
    [9, ['D1', 'D2 D10', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8', 'D9']],
  ])('%i agents [AUD-08]', (agents, hands) => {
    expect(dimensionsOf(DIMENSIONS, agents).map((hand) => hand.join(' '))).toEqual(hands);
  });

  test('D1 to D3 are of three tracks, so with three agents each has another', () => {
    expect(dimensionsOf(['D9', 'D3', 'D1', 'D2', 'D4'], 3)).toEqual([['D1', 'D4'], ['D2'], ['D3', 'D9']]);
  });

  test('spare agents share a dimension and split its files', () => {
    expect(distributeDimensions(['D2'], 3)).toEqual(
      [0, 1, 2].map((part) => ({ dimensions: ['D2'], languages: null, part, parts: 3 })),
    );
  });
});

describe('agents of one track divide it by language first', () => {
  test('two agents, two large languages: each has all dimensions of the track in its own', () => {
    const hands = distributeDimensions(DIMENSIONS, 5, POLYGLOT);
    expect(hands.map(({ dimensions, languages }) => [dimensions.join(' '), languages?.join(' ') ?? 'all'])).toEqual([
      ['D1 D4 D5 D6', 'script bash'],
      ['D1 D4 D5 D6', 'python go'],
      ['D2 D7 D8 D10', 'script bash'],
      ['D2 D7 D8 D10', 'python go'],
      ['D3 D9', 'all'],
    ]);
  });

  test('a language of a few lines is no area of its own', () => {
    const shares = [
      { language: 'go', loc: 9000 },
      { language: 'bash', loc: 200 },
    ];
    expect(distributeDimensions(DIMENSIONS, 5, shares).every(({ languages }) => languages === null)).toBe(true);
  });
});

const shares = fc.uniqueArray(fc.record({ language: fc.constantFrom('a', 'b', 'c', 'd'), loc: fc.nat(9000) }), {
  selector: ({ language }) => language,
});

test('every dimension is dealt in every language, nobody goes empty, and a track stays together while agents are few', () => {
  fc.assert(
    fc.property(
      fc.subarray([...DIMENSIONS]),
      fc.integer({ min: -1, max: 14 }),
      shares,
      (dimensions, agents, languages) => {
        const hands = distributeDimensions(dimensions, agents, languages);
        expect(hands.length).toBe(dimensions.length === 0 ? 0 : Math.max(1, agents));
        for (const hand of hands) expect(hand.dimensions.length).toBeGreaterThan(0);
        for (const dimension of dimensions)
          for (const { language } of languages) {
            const own = hands.filter(
              (hand) => hand.dimensions.includes(dimension) && (hand.languages?.includes(language) ?? true),
            );
            // Whoever shares it has a part of its own, and together they have all of them.
            expect(own.map(({ part }) => part).toSorted((a, b) => a - b)).toEqual(own.map((_, i) => i));
            expect(new Set(own.map(({ parts }) => parts))).toEqual(new Set([own.length]));
          }
        if (agents === 3 && new Set(dimensions.map((each) => DIMENSION_PROFILES[each].track)).size === 3)
          for (const { dimensions: own } of hands)
            expect(new Set(own.map((each) => DIMENSION_PROFILES[each].track)).size).toBe(1);
      },
    ),
  );
});
