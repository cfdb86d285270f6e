import { expect, test } from 'vitest';
import { boundPatterns } from './bound-patterns.ts';
import { addRules, isGitIgnored, NO_IGNORE } from './git-ignore.ts';
import { createScopeFilter } from './scope-filter.ts';

test.each([
  ['', ''],
  ['a/**/b/**/c\r\n!**/d/**\n# x', 'a/**/b/**/c\r\n!**/d/**\n# x'],
  ['**/**/**/**/zzz', '**/zzz'],
  ['a\n**/a/**/b/**/c\nb', 'a\n\nb'],
  ['!**/a/**/b/**/c/*.js', '!**/c/*.js'],
  [`a${'/*'.repeat(500)}`, ''],
  [`!a${'/*'.repeat(500)}`, '!**'],
])('%j is matched as %j', (text, expected) => {
  expect(boundPatterns(text)).toBe(expected);
});

test('a path that is deep is judged in time, whatever the ignore file says [TRUST-08]', () => {
  const hostile = `${'**/a/'.repeat(9)}b\n${'a/**/'.repeat(9)}b\n*.log\n`;
  const deep = 'a/'.repeat(60);
  const began = process.cpuUsage().user;
  const layers = addRules(NO_IGNORE, '', hostile);
  const filter = createScopeFilter({ include: [], exclude: [], ignoreLines: hostile.split('\n') });
  expect([isGitIgnored(`${deep}c.js`, layers), isGitIgnored(`${deep}c.log`, layers)]).toEqual([false, true]);
  expect([filter(`${deep}c.js`), filter(`${deep}c.log`)]).toEqual(['selected', 'ignored']);
  expect(process.cpuUsage().user - began).toBeLessThan(2_000_000);
}, 20_000);
