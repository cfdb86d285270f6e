import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAge, parseSize } from '../text/amount-text.ts';
import { formatCommand } from './run-summary.ts';

test.each([
  [{}, [], 'consensus-review review'],
  [{ color: true, reuse: true }, ['src', 'my dir'], "consensus-review review src 'my dir'"],
  [{ reuse: false, all: true }, [], 'consensus-review review --no-reuse --all'],
  [
    { C: '/a b', maxCost: '2.50', all: true, color: false, output: ['json=a', 'sarif=b'], odd: { a: 1 } },
    [],
    "consensus-review review -C '/a b' --max-cost 2.50 --all --no-color --output json=a --output sarif=b",
  ],
])('the call %j %j is written as it could be typed', (flags, positional, text) => {
  expect(formatCommand({ name: 'review', positional, flags, cwd: '/' })).toBe(text);
});

test.each([
  ['30d', 30 * 86_400_000],
  ['2W', 14 * 86_400_000],
  [' 12h ', 12 * 3_600_000],
  ['90m', 90 * 60_000],
  ['', null],
  ['d', null],
  ['-3d', null],
])('the age `%s`', (text, ms) => {
  expect(parseAge(text)).toBe(ms);
});

test.each([
  ['200MB', 200_000_000],
  ['1.5 gb', 1_500_000_000],
  ['10k', 10_000],
  ['512', 512],
  ['0', 0],
  ['MB', null],
  ['1TB', null],
  ['-1MB', null],
])('the size `%s`', (text, bytes) => {
  expect(parseSize(text)).toBe(bytes);
});

test('ages and sizes never throw and are never negative', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseAge(text) ?? 0).toBeGreaterThanOrEqual(0);
      expect(parseSize(text) ?? 0).toBeGreaterThanOrEqual(0);
    }),
  );
});
