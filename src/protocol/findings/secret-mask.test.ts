import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrangeSecrets, maskSecretsIn } from './secret-mask.ts';

const SECRET = 'Xk9aZZ6sKT4t2W';

test.each([
  ['nothing here', 'nothing here'],
  [`-p${SECRET} and ${SECRET}`, '-pXk9a… and Xk9a…'],
  ['cut off: Xk9aZZ6s…', 'cut off: Xk9a…'],
  ['ends in Xk9aZZ6sKT', 'ends in Xk9a…'],
  ['Xk9aZZ is another word', 'Xk9aZZ is another word'],
  ['Xk9a', 'Xk9a'],
])('%j is shown as %j', (text, shown) => {
  expect(maskSecretsIn(text, arrangeSecrets([SECRET]))).toBe(shown);
});

test('the longer of two secrets goes first, and a secret of several lines goes line by line', () => {
  expect(arrangeSecrets(['short', 'abcdefgh', 'first line\r\nsecond line'])).toEqual([
    'first line\r\nsecond line',
    'second line',
    'first line',
    'abcdefgh',
  ]);
});

test('no text keeps a secret', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string({ minLength: 7 }), (before, after, secret) => {
      const value = `${secret}#`.trim();
      fc.pre(value.length > 6 && !/[\r\n]/u.test(value) && !`${value.slice(0, 4)}…`.includes(value));
      const masked = maskSecretsIn(`${before}${value} ${after}`, arrangeSecrets([value]));
      fc.pre(!before.includes(value.slice(0, 3)) && !after.includes('…'));
      expect(masked).not.toContain(value);
    }),
  );
});
