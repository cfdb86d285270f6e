import { expect, test } from 'vitest';
import { ignoreOwn } from './own-files.ts';

test('what a run writes inside of its root is left out of its scope, whatever its name', () => {
  expect(ignoreOwn('/p', ['/p/out/report.json', '/elsewhere/report.json', '/p/a [b]*?!.md', '/p#/x'])).toEqual([
    '/out/report.json',
    '/a\\ \\[b\\]\\*\\?\\!.md',
  ]);
});
