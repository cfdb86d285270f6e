import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { formatLines, parseLocation } from './location.ts';

test.each([
  ['src/auth/validate.go:45', 'src/auth/validate.go', 45, 45],
  ['app/(shop)/cart page.tsx:12-30', 'app/(shop)/cart page.tsx', 12, 30],
  ['`a.ts:45–52`', 'a.ts', 45, 52],
  ['a.ts:52-45', 'a.ts', 45, 52],
  ['a.ts:45:10', 'a.ts', 45, 45],
  ['a.ts:45, 60-62', 'a.ts', 45, 45],
  ['a.ts:45-52, b.ts:9', 'a.ts', 45, 52],
  ['a.ts:45 (handler)', 'a.ts', 45, 45],
  ['a.ts#L45-L52', 'a.ts', 45, 52],
  ['C:\\x\\a.ts:9', 'C:\\x\\a.ts', 9, 9],
  ['a.ts:0', 'a.ts', null, null],
  ['a.ts', 'a.ts', null, null],
  ['a, b.ts', 'a, b.ts', null, null],
])('%j is %s, lines %s to %s [OUTPUT-07]', (text, file, line, endLine) => {
  expect(parseLocation(text)).toEqual({ file, line, endLine });
});

test.each(['', '  ', ':45', '``'])('%j names no file', (text) => {
  expect(parseLocation(text)).toBeNull();
});

test('what is written reads back the same; no text is an error', () => {
  const line = fc.integer({ min: 1, max: 99_999 });
  fc.assert(
    fc.property(line, line, fc.string({ unit: anyCharacter }), (a, b, text) => {
      const place = { file: 'dir x/a.ts', line: Math.min(a, b), endLine: Math.max(a, b) };
      expect(parseLocation(`dir x/a.ts:${formatLines(place.line, place.endLine)}`)).toEqual(place);
      parseLocation(text);
    }),
  );
});
