/** Faults of regular expressions, each with expressions that have it and that do not. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeBacktracking } from './regex-backtracking.ts';
import { hasRegexFault, REGEX_CHECKS, readRegexLiteral } from './regex-faults.ts';

describe('exponential', () => {
  test.each([
    '(a+)+$',
    '^(a|a)*$',
    '^([a-z]|\\w)*!',
    '(a*)*b',
    '^(a?b?)*c$',
    '^(\\w+\\s?)*$',
    '^(?:.*,)*.*;$|^(x+x+)+y',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '^(?:[^ "]+|"[^"]*")+$',
    '(?:[^ "]+|"[^"]*")+;',
  ])('%s', (source) => {
    expect(judgeBacktracking(source)).toBe('exponential');
  });
});

describe('polynomial', () => {
  test.each(['\\s+$', '^\\d*\\w*x$', 'a*a*b', '^.*-.*-end$'])('%s', (source) => {
    expect(judgeBacktracking(source)).toBe('polynomial');
  });
});

describe('harmless', () => {
  test.each([
    '^[a-z]+$',
    '^(ab)+$',
    '(a+)+',
    '(?:[^ "]+|"[^"]*")+',
    '^(?:a|b)*$',
    '^\\w+@\\w+$',
    '^(\\d+,)*$',
    'abc',
    '^(?:[^"\\\\]|\\\\.)*$',
    '(',
  ])('%s', (source) => {
    expect(judgeBacktracking(source)).toBe(null);
  });
});

test.each([
  [
    'suspicious-range',
    ['[A-z]', '[0-93-5]', '[z-a]', '[+-<]', '[.-_]', '[7-F]', '[0-9\\d]', '[\\w,.-?]'],
    ['[a-zA-Z0-9_]', '[!-~]', '[ -~]', '[0-?]', '[@-Z]', '[\\x00-\\x7F]', '[!-/:-@]', '[\\w.-]'],
  ],
  [
    'half-anchored',
    ['^a|b', 'a|b$', '^foo|bar|baz$', '^(a)|(b)'],
    ['^a|^b', '(^a)|b', '^(?:a|b)', '^foo|%', '^a$|b', '^a|', 'a|b'],
  ],
  [
    'open-host',
    ['https?://example.com', '^https?://example.com', '^https?://example\\.com', '^https://\\w+.example\\.com/'],
    ['^https?://example\\.com/', '^https?://(www\\.)?example\\.com$', 'x.commissary', 'engine.io'],
  ],
  [
    'open-host-from-start',
    ['https?://example.com/', 'https?://example\\.com'],
    ['https?://example\\.com/', '^https?://example\\.com/'],
  ],
  ['tag-filter', ['<script.*?>.*?<\\/script>', '<!--.*?-->'], ['<b>', '<script']],
] as const)('%s', (check, faulty, fine) => {
  expect(faulty.filter((source) => !hasRegexFault(source, check))).toEqual([]);
  expect(fine.filter((source) => hasRegexFault(source, check))).toEqual([]);
});

test.each([
  ['/a+/gi', 'a+'],
  ["'a\\\\.b'", 'a\\.b'],
  ['r"\\d+"', '\\d+'],
  ['`a${b}`', null],
  ['name', null],
])('the expression in %s', (text, source) => {
  expect(readRegexLiteral(text)).toBe(source);
});

test('no text stops it', () => {
  const symbol = fc.constantFrom(
    'a',
    '(',
    ')',
    '[',
    ']',
    '*',
    '+',
    '?',
    '{2,}',
    '|',
    '\\',
    '^',
    '$',
    '.',
    '-',
    '(?:',
    '\\w',
  );
  fc.assert(
    fc.property(fc.array(symbol, { maxLength: 40 }), (symbols) => {
      for (const check of REGEX_CHECKS) expect(typeof hasRegexFault(symbols.join(''), check)).toBe('boolean');
    }),
  );
});
