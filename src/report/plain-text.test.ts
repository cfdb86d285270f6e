import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
import { cutText, measureWidth, toLine, toLines, wrapCode, wrapText } from './plain-text.ts';

describe('invisible characters', () => {
  test.each([
    ['\u001b[31mred\u001b[0m', '\\u001b[31mred\\u001b[0m'],
    ['a\u0007b\u009b31m', 'a\\u0007b\\u009b31m'],
    ['evil\u202etxt.exe', 'evil\\u202etxt.exe'],
    ['a\r\n  b\nc', 'a b c'],
    ['\tif', '  if'],
    ['\ud800 lone', '\\ud800 lone'],
    ['\u{e0041} tag', '\\u{e0041} tag'],
    ['👩‍💻 ⚠️ 日本語 é', '👩‍💻 ⚠️ 日本語 é'],
  ])('%j is shown as %j', (text, expected) => {
    expect(toLine(text)).toBe(expected);
  });

  test('no text keeps a character that a terminal would obey', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(toLine(text)).not.toMatch(/(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(toLines(text).join('')).not.toMatch(/(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  test('lines keep their own indentation; what they share and blank ones at the ends go', () => {
    expect(toLines('\n\n  a\n\n    b\r\n  \n')).toEqual(['a', '', '  b']);
  });
});

test.each([
  ['abc', 3],
  ['é', 1],
  ['日本', 4],
  ['⚠️', 2],
  ['✅', 2],
  ['═', 1],
  ['👩‍💻', 2],
  ['', 0],
])('%s takes %i columns', (text, width) => {
  expect(measureWidth(text)).toBe(width);
});

test.each([
  ['abcdef', 4, 'end', 'abc…'],
  ['src/long/path.ts', 8, 'start', '…path.ts'],
  ['日本語', 4, 'end', '日…'],
  ['abc', 3, 'end', 'abc'],
] as const)('%s cut to %i from the %s is %s', (text, width, from, expected) => {
  expect(cutText(text, width, from)).toBe(expected);
});

test('prose is broken between words, long words anywhere, paths never', () => {
  expect(wrapText('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapText('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
  expect(wrapText('see src/a/very/long/path.ts now', 10)).toEqual(['see', 'src/a/very/long/path.ts', 'now']);
});

test('code is broken between words and moved in; long words are broken anywhere', () => {
  expect(wrapCode('  return first + second;', 20)).toEqual(['  return first +', '      second;']);
  expect(wrapCode('short', 20)).toEqual(['short']);
  expect(wrapCode('x'.repeat(20), 14)).toEqual(['x'.repeat(10), `    ${'x'.repeat(10)}`]);
});

test('wrapping loses nothing and keeps the width', () => {
  const text = fc.string({ unit: 'grapheme' }).map((raw) => toLine(raw).replaceAll('/', '').trim());
  const bare = (lines: readonly string[]): string => lines.join('').replaceAll(' ', '');
  fc.assert(
    fc.property(text, fc.integer({ min: 16, max: 40 }), (said, width) => {
      for (const lines of [wrapText(said, width), wrapCode(said, width)]) {
        expect(Math.max(...lines.map(measureWidth))).toBeLessThanOrEqual(width);
        expect(bare(lines)).toBe(bare([said]));
      }
    }),
  );
});

test('the quick way of measuring says what the slow one says', () => {
  const slow = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const codes = [
    [0x20, 0x7e],
    [0xa1, 0x2ff],
    [0x2010, 0x2027],
    [0x2190, 0x21ff],
    [0x2500, 0x257f],
  ] as const;
  const characters = codes.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i)),
  );
  const text = characters.join('');
  expect(measureWidth(text)).toBe([...slow.segment(text)].length);
  // A wide character at the end sends the same text the slow way.
  expect(measureWidth(`${text}漢`)).toBe(measureWidth(text) + 2);
});
