import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterTexts } from './cluster-texts.ts';

const of = (...texts: string[]) => clusterTexts(texts.map((text, i) => ({ agentRuns: [`agent-${i}`], text })));

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
    const two = clusterTexts(texts.map((text, i) => ({ agentRuns: [`${i}`], text })));
    const one = clusterTexts(texts.map((text) => ({ agentRuns: ['same'], text })));
    expect([two.length, one.length]).toEqual([1, 2]);
  });

  test('what two need to be alike, a settled group does not', () => {
    const core = 'retry loop hammers failing server requests';
    const faint = 'server requests retry jitter cookbook gadget marble pencil window basket';
    expect(of(`${core} alpha`, faint)).toEqual([[0], [1]]);
    expect(of(`${core} alpha`, `${core} bravo`, `${core} charlie`, `${core} delta`, faint)).toEqual([[0, 1, 2, 3, 4]]);
  });

  test('a third text does not bring two strangers together', () => {
    expect(
      of('upload size memory', 'upload size memory webhook signature order', 'webhook signature order'),
    ).toHaveLength(2);
  });

  test('two places never meet, also over a text without one', () => {
    const text = 'password hash is compared with timing leak';
    const items = [{ place: '1' }, { place: '2' }, {}].map((where, i) => ({ agentRuns: [`${i}`], text, ...where }));
    const groups = clusterTexts(items);
    expect(groups).toHaveLength(2);
    expect(groups.some((group) => group.includes(0) && group.includes(1))).toBe(false);
  });

  test('two CWEs never meet', () => {
    const items = ['CWE-79', 'CWE-89'].map((cwe, i) => ({ agentRuns: [`${i}`], text: 'input reaches the sink', cwe }));
    expect(clusterTexts(items)).toHaveLength(2);
  });

  test('one sentence about two things is two, also over a third that names neither', () => {
    const groups = of(
      'requireAuth check is missing in createUser handler',
      'requireAuth check is missing in deleteUser handler',
      'a handler has no requireAuth check',
    );
    expect(groups.some((group) => group.includes(0) && group.includes(1))).toBe(false);
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
