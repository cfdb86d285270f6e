import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTermMatcher } from './term-matcher.ts';

const findAll = (terms: readonly string[], text: string): readonly string[] => {
  const found: string[] = [];
  createTermMatcher(terms).scan(Buffer.from(text), (term, at) => found.push(`${at} ${terms[term]}`));
  return found;
};

test('finds every term in any case, the longest of those that begin at one place, without overlap', () => {
  expect(findAll(['get', 'getuser', 'name'], 'GetUserName get NAMEname')).toEqual([
    '0 getuser',
    '7 name',
    '12 get',
    '16 name',
    '20 name',
  ]);
  expect(findAll(['größe', '日本'], 'Größe größe 日本語')).toEqual(['0 größe', '8 größe', '16 日本']);
  expect(findAll(['über', 'naïv'], 'ÜBER NAÏV Über')).toEqual(['0 über', '6 naïv', '12 über']);
  expect(findAll([], 'abc')).toEqual([]);
  expect(findAll(['x'], 'xxx')).toEqual([]);
  expect(findAll(['a'.repeat(64)], 'A'.repeat(65))).toEqual([`0 ${'a'.repeat(64)}`]);
});

test('finds in any text what a pattern of the same terms finds', () => {
  const term = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1'), minLength: 2, maxLength: 5 });
  const text = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'B', 'c', 'C', '1', ' '), maxLength: 80 });
  fc.assert(
    fc.property(fc.uniqueArray(term, { minLength: 1, maxLength: 6 }), text, (terms, source) => {
      const longestFirst = terms.toSorted((a, b) => b.length - a.length).join('|');
      const expected = [...source.matchAll(new RegExp(longestFirst, 'gi'))];
      expect(findAll(terms, source)).toEqual(expected.map((match) => `${match.index} ${match[0].toLowerCase()}`));
    }),
  );
});
