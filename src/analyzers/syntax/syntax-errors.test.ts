import { expect, test } from 'vitest';
import { loadParser } from './languages.ts';
import type { RuleLanguage } from './rule-families.ts';
import { measureErrors } from './syntax-errors.ts';

const measure = async (language: RuleLanguage, text: string) => measureErrors((await loadParser())(language, text));

/** A line that is no code, between lines that are. */
const LINES: readonly (readonly [RuleLanguage, string, string])[] = [
  ['javascript', 'f(1);', 'const = = 3;'],
  ['typescript', 'f(1);', 'const = = 3;'],
  ['tsx', 'f(1);', 'const = = 3;'],
  ['python', 'f(1)', 'x = = 3'],
  ['go', 'var a = f(1)', 'var = = 3'],
  ['java', 'class A { int a = 1; }', 'int int = = 3;'],
  ['ruby', 'f(1)', 'x = = 3'],
  ['php', '<?php f(1); ?>', '<?php $x = = 3; ?>'],
  ['csharp', 'class A { int a = 1; }', 'int int = = 3;'],
  ['c', 'int a = 1;', 'int = = 3;'],
  ['bash', 'ls "$1"', ') ) x'],
  ['kotlin', 'val a = f(1)', 'val = = 3'],
  ['rust', 'fn f() {}', 'fn = = 3;'],
];

test.each(LINES)('%s: lines that are no code are counted [TRUST-03]', async (language, good, bad) => {
  const lines = [...Array(30).fill(good), bad, ...Array(30).fill(good)];
  expect(await measure(language, `${lines.slice(0, 30).join('\n')}\n`)).toEqual({ lines: null, isLarge: false });
  expect(await measure(language, `${lines.join('\n')}\n`)).toMatchObject({ lines: { first: 31 }, isLarge: false });
});

test('several errors of a line count it once, and each line counts', async () => {
  const good = 'const a = f(1);\n'.repeat(20);
  expect(await measure('javascript', `${good}const = = 3; const = = 4;\n${good}const = = 5;\n${good}`)).toEqual({
    lines: { first: 21, count: 2 },
    isLarge: false,
  });
});

test('many small errors are as large as one [TRUST-03]', async () => {
  const piece = `const a = f(1);\nconst b = ${'] '.repeat(9)}2;\n`;
  expect(await measure('javascript', piece.repeat(10))).toEqual({ lines: { first: 2, count: 10 }, isLarge: true });
});
