/** Claims about one file cost what they say, not the length of the file each. */
import { expect, test } from 'vitest';
import { linesOfText } from './text-lines.ts';

test('a text is split once, also where the claims of twenty agents come in turn [TRUST-08]', () => {
  const texts = Array.from({ length: 20 }, (_, i) => `a${i}\r\nb\n`);
  const first = texts.map(linesOfText);
  expect(first[3]).toEqual(['a3', 'b', '']);
  for (const [i, text] of texts.entries()) expect(linesOfText(text)).toBe(first[i]);
});

test('what was not asked for in a while is let go', () => {
  const first = linesOfText('x');
  for (let i = 0; i < 40; i += 1) linesOfText(`y${i}`);
  expect(linesOfText('x')).not.toBe(first);
  expect(linesOfText('x')).toEqual(first);
});
