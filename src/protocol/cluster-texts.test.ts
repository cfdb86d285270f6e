import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterTexts } from './cluster-texts.ts';

const of = (...texts: string[]) => clusterTexts(texts.map((text, i) => ({ sittings: [`agent-${i}`], text })));

describe('clustering texts', () => {
  test('groups what is alike, in the order given', () => {
    expect(
      of('session token is logged', 'invoice is rounded twice', 'the token of the session is written to the log'),
    ).toEqual([[0, 2], [1]]);
  });

  test('A like B and B like C do not chain A to C', () => {
    const shades = [
      'alpha bravo',
      'bravo charlie',
      'charlie delta',
      'delta echo',
      'echo foxtrot',
      'foxtrot golf',
      'golf hotel',
    ];
    const groups = of(...shades.map((text) => `${text} ${text.toUpperCase()}`));
    expect(Math.max(...groups.map((group) => group.length))).toBeLessThan(5);
  });

  test('texts of one agent must be more alike than texts of two', () => {
    const texts = ['session cookie lacks secure flag', 'tracking cookie has secure expiry'];
    const two = clusterTexts(texts.map((text, i) => ({ sittings: [`${i}`], text })));
    const one = clusterTexts(texts.map((text) => ({ sittings: ['same'], text })));
    expect([two.length, one.length]).toEqual([1, 2]);
  });

  test('every text is in exactly one group', () => {
    fc.assert(
      fc.property(fc.array(fc.lorem({ maxCount: 6 }), { maxLength: 60 }), (texts) => {
        expect(
          of(...texts)
            .flat()
            .toSorted((a, b) => a - b),
        ).toEqual([...texts.keys()]);
      }),
    );
  });

  test('thousands of equal texts are one group', () => {
    expect(of(...Array.from({ length: 3000 }, () => 'the same words again'))).toHaveLength(1);
  });
});
