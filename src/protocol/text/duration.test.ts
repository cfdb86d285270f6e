import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDuration } from './duration.ts';

test.each([
  ['90s', 90_000],
  ['5m', 300_000],
  ['1h30m', 5_400_000],
  ['45', 45_000],
  ['1.5m', 90_000],
  ['250ms', 250],
  ['0s', null],
  ['soon', null],
  ['5 minutes', null],
  ['', null],
  ['-5s', null],
])('%s is %s milliseconds', (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});

test('any text gives null or a positive number', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\dsmh.]{0,12}$/u)), (text) => {
      const duration = parseDuration(text);
      expect(duration === null || (duration > 0 && Number.isFinite(duration))).toBe(true);
    }),
  );
});
