import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { formatFollowUp, formatReRun, parseFollowUp, quotePath } from './follow-up.ts';

const SKIPPED = ['src/auth/worker.go', 'src/auth/cache.go', 'src/auth/middleware.go', 'src/auth/types.go'];
const RE_RUN =
  'Re-run review with: /consensus-review src/auth/worker.go src/auth/cache.go src/auth/middleware.go src/auth/types.go';

describe('follow-up', () => {
  test.each([
    ['src/a-b_c@1%+=:,.ts', 'src/a-b_c@1%+=:,.ts'],
    ['my file.ts', "'my file.ts'"],
    ["it's.ts", "'it'\\''s.ts'"],
    ['$(reboot).ts', "'$(reboot).ts'"],
    ['-rf', './-rf'],
    ['- x', "'./- x'"],
    ['größe.ts', "'größe.ts'"],
    ['a\nb', "$'a\\u000ab'"],
    ['a\u202eb', "$'a\\u202eb'"],
    ['', "''"],
  ])('%j is printed as %s [HOST-13]', (path, quoted) => {
    expect(quotePath(path)).toBe(quoted);
  });

  test('the recommendation keeps the order of the skipped files [OUTPUT-10]', () => {
    expect(formatReRun(SKIPPED)).toBe(RE_RUN);
  });

  test.each([
    [RE_RUN, SKIPPED],
    ['Consider: /consensus-review a b c', ['a', 'b', 'c']],
    ['→ Consider: /consensus-review a', ['a']],
    ['/consensus-review a b', ['a', 'b']],
    ['consensus-review review a b', ['a', 'b']],
    ['/consensus-review review', ['review']],
    ['a b\n c ', ['a', 'b', 'c']],
    ['"a b" c\\ d \'e f\'', ['a b', 'c d', 'e f']],
    ["'open quote", ['open quote']],
    ['a a', ['a']],
    ['  \n\n', []],
    ['Consider: /consensus-review', []],
  ])('%j names %j [SCOPE-08]', (text, paths) => {
    expect(parseFollowUp(text)).toEqual({ paths, flags: {} });
  });

  test('what is printed reads back as exactly those paths, on one line [SCOPE-08, HOST-13]', () => {
    const path = fc.string({ unit: anyCharacter, minLength: 1 }).filter((text) => !text.startsWith('./'));
    fc.assert(
      fc.property(fc.uniqueArray(path, { minLength: 1 }), (paths) => {
        for (const line of [`Consider: ${formatFollowUp(paths)}`, formatReRun(paths), formatFollowUp(paths)]) {
          expect(parseFollowUp(line).paths).toEqual(paths);
          expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        }
      }),
    );
  });

  test.each([
    [['--base', 'main'], ['a.ts', 'b/c.ts'], '--base main --include ./a.ts,b/c.ts'],
    [['--diff', '-'], ['-x/[id],p.ts'], "--diff - --include './-x/?id??p.ts'"],
    [['--commit', 'v1^'], ['my file.ts'], "--commit 'v1^' --include './my file.ts'"],
    [['--staged'], ['src/a.ts'], '--staged --include src/a.ts'],
  ])('of the change %j, %j is printed as %s and read back [SCOPE-08, HOST-13]', (change, paths, printed) => {
    const line = `Consider: ${formatFollowUp(paths, change)}`;
    expect(line).toBe(`Consider: /consensus-review ${printed}`);
    const { flags, paths: others } = parseFollowUp(line);
    const [name = '', value = true] = change.map((word) => word.replace(/^--/u, ''));
    expect([flags[name], others]).toEqual([value, []]);
    expect(flags.include).toBe(
      paths.map((path) => path.replace(/^(?=[^/]+$|-)/u, './').replace(/[[\],]/gu, '?')).join(),
    );
  });

  test('any text can be read', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => Array.isArray(parseFollowUp(text).paths)));
  });
});
