/** Paths as Windows and macOS have them. */
import { expect, test } from 'vitest';
import { isContained, isMisleading, mayBeContained, realFolder, relativize } from './contained-path.ts';

test.each([
  ['win32', 'C:\\repo', 'C:\\repo\\src\\a.ts', true],
  ['win32', 'C:\\repo', 'c:\\Repo\\SRC', true],
  ['win32', 'C:\\repo', 'C:/repo/src', true],
  ['win32', 'C:\\repo', 'C:\\repo', true],
  ['win32', 'C:\\repo', 'C:\\repository', false],
  ['win32', 'C:\\repo', 'C:\\repo\\..\\other', false],
  ['win32', 'C:\\repo', 'C:\\repo\\..x', true],
  ['win32', 'C:\\repo', 'D:\\repo\\src', false],
  ['win32', '\\\\server\\share\\repo', '\\\\SERVER\\share\\repo\\a', true],
  ['win32', '\\\\server\\share\\repo', '\\\\server\\other\\repo\\a', false],
  ['win32', '\\\\server\\share\\repo', 'C:\\repo\\a', false],
  ['win32', 'C:\\', 'C:\\a', true],
  ['darwin', '/Users/a/repo', '/Users/a/repo/src', true],
  ['darwin', '/Users/a/repo', '/users/A/Repo/src', false],
  ['linux', '/repo', '/Repo/a', false],
  // There a backslash is a letter of a name.
  ['linux', '/repo', '/repo/..\\a', true],
] as const)('%s: %s holds %s: %s', (platform, folder, path, expected) => {
  expect(isContained(folder, path, platform)).toBe(expected);
});

test.each([
  ['darwin', '/Users/a/repo', '/users/A/Repo/bin', true],
  // The same letter, composed and not.
  ['darwin', '/Users/a/caf\u00e9', '/Users/a/cafe\u0301/bin', true],
  ['darwin', '/Users/a/repo', '/Users/a/other', false],
  ['win32', 'C:\\repo', 'c:\\REPO\\bin', true],
  ['linux', '/repo', '/Repo/bin', false],
] as const)('%s: a program of %s must not be %s: %s', (platform, folder, path, expected) => {
  expect(mayBeContained(folder, path, platform)).toBe(expected);
});

test.each([
  ['win32', 'C:\\repo', 'src\\a.ts', 'src/a.ts'],
  ['win32', 'C:\\repo', 'c:\\REPO\\src\\a.ts', 'src/a.ts'],
  ['win32', 'C:\\repo', 'D:\\a.ts', null],
  ['win32', 'C:\\repo', '..\\a.ts', null],
  ['win32', '\\\\server\\share\\repo', '\\\\server\\share\\repo\\a\\b', 'a/b'],
  ['win32', 'C:\\repo', 'C:\\repo', ''],
  ['darwin', '/repo', 'src/a.ts', 'src/a.ts'],
  ['linux', '/repo', 'a\\b.ts', 'a\\b.ts'],
] as const)('%s: in %s %s is %s', (platform, folder, target, expected) => {
  expect(relativize(folder, target, platform)).toBe(expected);
});

test.each([
  ['nul', true],
  ['src/NUL.txt', true],
  ['src/aux', true],
  ['com1', true],
  ['lpt\u00b9.log', true],
  ['src/con .c', true],
  ['CONOUT$', true],
  ['a.txt:stream', true],
  ['C:a.txt', true],
  ['src./a.ts', true],
  ['a.ts ', true],
  ['a\\nul\\b', true],
  ['console.ts', false],
  ['com10', false],
  ['src/null.ts', false],
  ['falcon.txt', false],
  ['./src/../a.ts', false],
  ['.gitignore', false],
])('Windows would take %s for something else: %s', (path, expected) => {
  expect([isMisleading(path, 'win32'), isMisleading(path, 'linux')]).toEqual([expected, false]);
});

test('no platform has a path with a NUL in it', () => {
  expect(isMisleading('a\0b', 'linux')).toBe(true);
});

test.each([
  ['/', '/'],
  ['/no-such-folder-anywhere/a/b', '/'],
  [import.meta.filename, import.meta.filename],
  [`${import.meta.dirname}/no-such-file/a/b`, import.meta.dirname],
])('the nearest folder of %s that exists is %s', (path, expected) => {
  expect(realFolder(path)).toBe(expected);
});
