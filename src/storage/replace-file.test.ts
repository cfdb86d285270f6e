import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { replaceFile, replaceText, requireWritable } from './replace-file.ts';

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cr-out-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a place is tried without leaving anything there', async () => {
  const folder = createFolder();
  await requireWritable(join(folder, 'new.json'));
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, 'old.json'), 'old');
  await requireWritable(join(folder, 'old.json'));
  expect(readFileSync(join(folder, 'old.json'), 'utf8')).toBe('old');
});

test.each(['below/none.json', 'folder'])('%s cannot be written, and that is said', async (name) => {
  const folder = createFolder();
  mkdirSync(join(folder, 'folder'));
  await expect(requireWritable(join(folder, name))).rejects.toThrow(/ENOENT|EISDIR/u);
});

test('a file is replaced as a whole: whoever has the old one open keeps it, and its rights stay', async () => {
  const folder = createFolder();
  const path = join(folder, 'report.json');
  writeFileSync(path, 'old');
  chmodSync(path, 0o640);
  const { ino } = statSync(path);
  await replaceFile(path, 'new');
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['new', 0o640]);
  expect(statSync(path).ino).not.toBe(ino);
  expect(readdirSync(folder)).toEqual(['report.json']);
});

test.each([
  ['EPERM', 1, 'another file'],
  ['EACCES', 3, 'another file'],
  ['EBUSY', 4, 'another file'],
  // Never let go: what can still be done is to write into it.
  ['EPERM', 5, 'the same file'],
])('an old file that others hold as on Windows (%s, %i times) is replaced: %s', async (code, times, expected) => {
  const folder = createFolder();
  const path = join(folder, 'report.json');
  writeFileSync(path, 'old');
  const { ino } = statSync(path);
  let calls = 0;
  await replaceFile(path, 'new', 0o666, async (from, to) => {
    calls += 1;
    if (calls <= times) throw Object.assign(new Error(code), { code });
    await rename(from, to);
  });
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(statSync(path).ino === ino ? 'the same file' : 'another file').toBe(expected);
  expect(readdirSync(folder)).toEqual(['report.json']);
});

test('a link stays a link, a pipe is written to', async () => {
  const folder = createFolder();
  const [target, link, pipe] = ['target', 'link', 'pipe'].map((name) => join(folder, name)) as [string, string, string];
  writeFileSync(target, 'old');
  symlinkSync(target, link);
  await replaceFile(link, 'new');
  expect([lstatSync(link).isSymbolicLink(), readFileSync(target, 'utf8')]).toEqual([true, 'new']);
  execFileSync('mkfifo', [pipe]);
  const [heard] = await Promise.all([readFile(pipe, 'utf8'), replaceFile(pipe, 'said')]);
  expect([heard, statSync(pipe).isFIFO()]).toEqual(['said', true]);
});

test('a name that leaves no room beside it is written in place', async () => {
  const path = join(createFolder(), 'n'.repeat(253));
  await replaceFile(path, 'new');
  expect(readFileSync(path, 'utf8')).toBe('new');
});

test('a text is replaced only where the file still holds what was read', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'replace-text-')), 'a.txt');
  writeFileSync(path, 'old');
  expect([await replaceText(path, 'old', 'new'), readFileSync(path, 'utf8')]).toEqual([true, 'new']);
  expect([await replaceText(path, 'old', 'newer'), readFileSync(path, 'utf8')]).toEqual([false, 'new']);
  expect(await replaceText(`${path}.gone`, '', 'x')).toBe(false);
});
