import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countLines } from './count-lines.ts';

test.each<[string, number, number]>([
  ['', 0, 0],
  ['a', 1, 1],
  ['a\n', 1, 1],
  ['a\n\n', 2, 1],
  ['a\r\n \r\nb', 3, 2],
  ['\u00a0\n\x01\n', 2, 1],
])('%j has %d lines, %d of them not blank', (text, lines, loc) => {
  expect(countLines(text)).toEqual({ lines, loc });
});

test('counts what splitting at line breaks gives', () => {
  const part = fc.constantFrom('a', ' ', '\t', '\n', '\r', '\r\n', '\u00a0', '\u2028', '\ufeff', '\x7f', '\0', '😀');
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('');
      const lines = text.split(/\r\n|\n|\r/u);
      if (lines.at(-1) === '') lines.pop();
      expect(countLines(text)).toEqual({ lines: lines.length, loc: lines.filter((line) => line.trim() !== '').length });
    }),
  );
});
