import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseHttpDate, readRetryAfter, readRetryHint } from './retry-after.ts';

const NOW = Date.UTC(2026, 10, 15, 12, 0, 0);
const inSeconds = (seconds: number): string => new Date(NOW + seconds * 1000).toUTCString();

describe('headers', () => {
  const rows: readonly (readonly [string, Record<string, string>, number | null])[] = [
    ['none', {}, null],
    ['5 s', { 'retry-after': '5' }, 5000],
    ['120 s', { 'retry-after': '120' }, 120_000],
    ['0 s', { 'retry-after': '0' }, 0],
    ['a fraction', { 'retry-after': '1.2' }, 1200],
    ['milliseconds win', { 'retry-after-ms': '750', 'retry-after': '1' }, 750],
    ['a date', { 'retry-after': inSeconds(30) }, 30_000],
    ['a date in the past', { 'retry-after': inSeconds(-30) }, 0],
    ['a date against the sender’s own clock', { 'retry-after': inSeconds(630), date: inSeconds(600) }, 30_000],
    ['an old date form', { 'retry-after': 'Sunday, 15-Nov-26 12:00:10 GMT' }, 10_000],
    ['the oldest date form', { 'retry-after': 'Sun Nov 15 12:00:10 2026' }, 10_000],
    ['nonsense', { 'retry-after': 'soon' }, null],
    ['negative', { 'retry-after': '-5' }, null],
    ['no such month', { 'retry-after': 'Sun, 15 Foo 2026 12:00:00 GMT' }, null],
  ];
  test.each(rows)('%s', (_name, headers, expected) => {
    expect(readRetryAfter(headers, NOW)).toBe(expected);
  });
});

test.each([
  ['{"details":[{"retryDelay": "34.07s"}]}', 34_070],
  ['Rate limit reached. Please try again in 1.5s.', 1500],
  ['Please try again in 350ms', 350],
  ['Please try again in 2m', 120_000],
  ['Please try again later', null],
])('the wait named in %s', (text, expected) => {
  expect(readRetryHint(text)).toBe(expected);
});

test('a date written by the platform is read back to the second', () => {
  const date = fc.date({ min: new Date('1970-01-01'), max: new Date('2399-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(date, (value) => {
      expect(parseHttpDate(value.toUTCString())).toBe(Math.floor(value.getTime() / 1000) * 1000);
    }),
  );
});

test('no text makes the parsers throw', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      readRetryHint(text);
      const wait = readRetryAfter({ 'retry-after': text }, NOW);
      expect(wait === null || wait >= 0).toBe(true);
    }),
  );
});
