import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'consensus-review-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('folders above that are missing are made too, for their owner alone, and again is no error', () => {
  const path = join(createFolder(), 'a', 'b', 'c');
  makeFolder(path);
  makeFolder(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

test('a file in the way is told, whether it lies there or above', () => {
  const file = join(createFolder(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow(/EEXIST/u);
  expect(() => makeFolder(join(file, 'below'))).toThrow(/ENOTDIR/u);
});

test.skipIf(!existsSync('/proc/self'))('a place that bears no folder is told, not tried for ever', () => {
  expect(() => makeFolder('/proc/nowhere')).toThrow(/ENOENT/u);
  expect(() => makeFolder('/proc/nowhere/deeper')).toThrow(/ENOENT/u);
});
