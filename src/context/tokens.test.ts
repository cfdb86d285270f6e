import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { createTokenCounter, splitLongRuns } from './tokens.ts';

const counter = createTokenCounter();
const reference = (text: string): number => countTokens(text, { disallowedSpecial: new Set() });

test('one counter, o200k_base, exact; a quarter of the bytes where the tokenizer fails [REV-05]', () => {
  expect(counter.encoding).toBe('o200k_base');
  expect(['', 'hello world', 'const a = 1;\n'].map(counter.count)).toEqual([0, 2, 6]);
  expect(counter.countExact('hello world')).toBe(2);
  const broken = createTokenCounter(() => {
    throw new Error('not installed');
  });
  expect(broken.countExact('12345')).toBeNull();
  expect(['', '1234', '12345', 'ü'.repeat(3)].map(broken.count)).toEqual([0, 1, 2, 2]);
});

test('counts real source as the tokenizer does', () => {
  const text = readFileSync(new URL('./tokens.ts', import.meta.url), 'utf8');
  expect(counter.count(text)).toBe(reference(text));
});

test('special tokens in reviewed text are text', () => {
  expect(counter.count('a <|endoftext|> b')).toBeGreaterThan(4);
  expect(counter.countExact('<|endofprompt|>')).not.toBeNull();
});

test.each([
  ['letters', 'a'.repeat(200_000)],
  ['marks', '-='.repeat(100_000)],
  ['blanks', ' '.repeat(200_000)],
  ['emoji', '😀'.repeat(100_000)],
  ['runs just short enough', `${'a'.repeat(512)} `.repeat(500)],
])('an unbroken run of %s is counted quickly', (_name, text) => {
  const started = performance.now();
  expect(counter.count(text)).toBeGreaterThan(0);
  expect(performance.now() - started).toBeLessThan(3000);
});

test('pieces add up to the text, and short runs stay whole', () => {
  const run = fc.tuple(
    fc.constantFrom('a', 'é', '-', ' ', '\n', '7', '😀', '\u0301'),
    fc.integer({ min: 1, max: 1500 }),
  );
  fc.assert(
    fc.property(fc.array(run, { maxLength: 6 }), (runs) => {
      const text = runs.map(([mark, times]) => mark.repeat(times)).join('');
      const pieces = [...splitLongRuns(text)];
      expect(pieces.join('')).toBe(text);
      expect(pieces.every((piece) => !/\p{Surrogate}/u.test(piece))).toBe(true);
    }),
  );
  expect([...splitLongRuns('a'.repeat(512))]).toHaveLength(1);
  expect([...splitLongRuns('a'.repeat(513))].map((piece) => piece.length)).toEqual([512, 1]);
});

test('never throws and never counts below zero', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      (text) => Number.isInteger(counter.count(text)) && counter.count(text) >= 0,
    ),
  );
});
