import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
import { cutExcerpt } from './search-excerpt.ts';

const PASSAGE = Array.from({ length: 40 }, (_, i) =>
  i === 21 ? 'export function isPasswordValid() {' : `line ${i}`,
).join('\n');

test.each([
  ['where are passwords valid', 19],
  ['isPasswordValid', 19],
  ['() {', 19],
  ['nothing of this', 0],
  ['line 39', 32],
])('%j shows the passage from line %i', (query, from) => {
  const excerpt = cutExcerpt(PASSAGE, query, 80);
  expect([excerpt.from, excerpt.lines.length, excerpt.hidden]).toEqual([from, 8, 32]);
});

test('a short passage is shown whole', () => {
  expect(cutExcerpt('a\nwalrus', 'walrus', 80)).toEqual({ from: 0, lines: ['a', 'walrus'], hidden: 0 });
});

test('blank lines at the start are not shown and still counted', () => {
  expect(cutExcerpt('\n  \r\n  a\n  walrus\n', 'walrus', 80)).toEqual({ from: 2, lines: ['a', 'walrus'], hidden: 0 });
});

test('of a line wider than the screen the part with the word is shown', () => {
  const [line = ''] = cutExcerpt(`${'x '.repeat(2000)}walrus ${'y '.repeat(2000)}`, 'the Walrus', 60).lines;
  expect([line.includes('walrus'), line.length <= 60, line.startsWith('…')]).toEqual([true, true, true]);
});

test('any passage and any question make an excerpt of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (content, query) => {
      const { from, lines, hidden } = cutExcerpt(content, query, 40);
      expect(lines.length).toBeLessThanOrEqual(8);
      expect(Math.min(from, hidden)).toBeGreaterThanOrEqual(0);
    }),
  );
});
