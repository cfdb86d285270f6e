import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
import { times } from '../../test/tier.ts';
import { cacheCounts, createTokenCounter } from './tokens.ts';

const counter = createTokenCounter();
const reference = (text: string): number => countTokens(text, { disallowedSpecial: new Set() });

test('one counter, o200k_base, exact; a quarter of the bytes where the tokenizer fails [REV-05]', () => {
  expect(counter.encoding).toBe('o200k_base');
  expect(['', 'hello world', 'const a = 1;\n'].map(counter.count)).toEqual([0, 2, 6]);
  expect(counter.countExact('hello world')).toBe(2);
  const broken = createTokenCounter({
    load: () => {
      throw new Error('not installed');
    },
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
  ['runs between blanks', `${'a'.repeat(512)} `.repeat(500)],
  ['random letters', createHash('sha512').update('x').digest('hex').repeat(2000)],
])('an unbroken run of %s is counted quickly', (_name, text) => {
  const started = process.cpuUsage();
  expect(counter.count(text)).toBeGreaterThan(0);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000);
});

/** Marks, joiners, byte order marks, contractions, digits of other scripts, letters without case: where splitting is hard. */
const HARD = [
  'a',
  'B',
  'é',
  '\u0301',
  '日',
  'ǅ',
  'ʰ',
  '٣',
  '7',
  '½',
  ' ',
  '\t',
  '\u00a0',
  '\u2028',
  '\n',
  '\r\n',
  '/',
  "'",
  "'s",
  "'LL",
  "'re",
  '-',
  '😀',
  '\ufeff',
  '\ufffd',
  '\ud800',
  '<|endoftext|>',
  '\0',
];

test('equals the tokenizer on any text [REV-05]', () => {
  const hard = fc.array(fc.constantFrom(...HARD), { maxLength: 40 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(hard, fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' })), (text) => {
      expect(counter.countExact(text)).toBe(reference(text));
    }),
    { numRuns: 700 },
  );
});

test.each(['a', 'ab', 'Zq', '-', '=+', ' ', '日', '\u0301', '😀', '\ufeff', 'x1'])(
  'runs of %j are merged as a whole',
  (unit) => {
    for (const times of [90, 100, 513, 2000]) {
      const text = unit.repeat(times);
      expect(counter.countExact(text)).toBe(reference(text));
    }
  },
);

/** Every file of the installed packages with BENCH_CORPUS=all; each 97th in the usual run. */
test(
  'equals the tokenizer on the text files of the installed packages [REV-05]',
  () => {
    const root = new URL('../../node_modules/', import.meta.url).pathname;
    const step = process.env.BENCH_CORPUS === 'all' ? 1 : 97;
    const isText = /\.(?:[cm]?[jt]sx?|json|md|css|html|ya?ml|txt|map)$/u;
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && isText.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path, i) => i % step === 0 && statSync(path).size < 300_000);
    const different = files.filter((path) => {
      const text = readFileSync(path, 'utf8');
      return counter.countExact(text) !== reference(text);
    });
    expect(files.length).toBeGreaterThan(50);
    expect(different).toEqual([]);
  },
  times(600_000, 7_200_000),
);

test('never throws and never counts below zero', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter }),
      (text) => Number.isInteger(counter.count(text)) && counter.count(text) >= 0,
    ),
  );
});

test('a text that comes again is counted once, whatever was counted between', () => {
  let counted = 0;
  const counter = {
    encoding: 'letters',
    count: (text: string): number => {
      counted += 1;
      return text.length;
    },
  };
  const caching = cacheCounts(counter);
  expect([caching.count('abc'), caching.count('abc'), caching.count(''), counted]).toEqual([3, 3, 0, 2]);
  const long = 'x'.repeat(9000);
  expect([caching.count(long), caching.count(long), counted]).toEqual([9000, 9000, 4]);
  for (let i = 0; i < 1000; i += 1) caching.count(`${i}${'y'.repeat(7000)}`);
  expect([caching.count('abc'), counted]).toEqual([3, 1005]);
});
