import { setFlagsFromString } from 'node:v8';
import { Lang, parse } from '@ast-grep/napi';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expandLetterCase } from './letter-case.ts';
import { readWays } from './match-conditions.ts';

test.each([
  ['(?i:ab)c', '(?:[aA][bB])c'],
  ['x|(?i:a(?:b|\\bc)[d-f_])d', 'x|(?:[aA](?:[bB]|\\b[cC])[d-fD-F_])d'],
  ['(?i:\\x41\\w[^a\\]b])', '(?:\\x41\\w[^aA\\]bB])'],
  ['(?i:a(?!b)(?<n>c))', '(?:[aA](?![bB])(?<n>[cC]))'],
  ['plain[a-z](?:x)', 'plain[a-z](?:x)'],
])('%s reads %s', (source, expected) => {
  expect(expandLetterCase(source)).toBe(expected);
});

test('alternatives that begin alike know both cases', () => {
  const checks = new RegExp(expandLetterCase('(?i:\\b(?:is)?_?(?:valid|safe|whitelist|within)\\w*\\()'), 'u');
  for (const text of ['isSafe(x)', 'IS_VALID(x)', 'isWithin(x)', 'whiteList(x)']) expect(checks.test(text)).toBe(true);
});

test('means what ignoring the case of the whole means', () => {
  const part = fc.constantFrom('a', 'B', '[a-c]', '[^X]', '\\b', '\\w', '\\.', '(?:d|E)', 'f?', '.');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.string({ maxLength: 12 }), (parts, text) => {
      const source = parts.join('');
      expect(new RegExp(expandLetterCase(`(?i:${source})`), 'u').test(text)).toBe(new RegExp(source, 'iu').test(text));
    }),
  );
});

test('a rule is the same where the process optimizes expressions no longer: it has compiled many', () => {
  const regex = '^env\\.\\w*(?i:secret|salt)$';
  setFlagsFromString('--no-regexp-optimization');
  try {
    const [way] = readWays({ rule: { kind: 'identifier', regex } });
    const node = parse(Lang.JavaScript, 'env.SESSION_SECRET').root().child(0)?.child(0);
    expect([node?.text(), node && way?.tests.every((fits) => fits(node))]).toEqual(['env.SESSION_SECRET', true]);
  } finally {
    setFlagsFromString('--regexp-optimization');
  }
});
