/** One file beneath a folder, or the reason why not. Links, pipes and devices: `test/hostile/hostile-files.test.ts`. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs, { chmodSync, mkdirSync, readdirSync, renameSync, symlinkSync, unlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { expect, test } from 'vitest';
import { createFolderFixture } from '../../../test/contracts/temporary-repository.ts';
import { hashContained, isSourceRenamed, judgeLink, readContained, readSmallText } from './contained-read.ts';

const refused = (reason: string) => ({ kind: 'unusable', reason });
const bytesOf = (text: string) => ({ kind: 'bytes', bytes: Buffer.from(text) });

test('a file up to the limit is read whole, a larger one not at all', async () => {
  const { root } = createFolderFixture({
    'a.ts': 'abc',
    'b/c.ts': '',
    'x.bin': Buffer.alloc(9),
    'x.txt': 'x'.repeat(9),
  });
  expect(await readContained(root, 'a.ts', 3)).toEqual(bytesOf('abc'));
  expect(await readContained(root, 'a.ts', 4)).toEqual(bytesOf('abc'));
  expect(await readContained(root, 'b/c.ts', 0)).toEqual(bytesOf(''));
  expect(await readContained(root, 'a.ts', 2)).toEqual(refused('too-large'));
  expect(await readContained(root, 'x.txt', 8)).toEqual(refused('too-large'));
  expect(await readContained(root, 'x.bin', 8)).toEqual(refused('binary'));
});

test.runIf(process.platform === 'linux')('a file that has more than its size says is not taken for whole', async () => {
  // Files of the kernel have no size and a text.
  expect(await readContained(`/proc/${process.pid}`, 'status', 1_000_000)).toEqual(refused('unreadable'));
});

test('what is not there is missing, whatever stands in its way', async () => {
  const { root } = createFolderFixture({ 'a.ts': 'abc' });
  expect(await readContained(root, 'none.ts', 9)).toEqual({ kind: 'missing' });
  expect(await readContained(root, 'a.ts/none.ts', 9)).toEqual({ kind: 'missing' });
  expect(await readContained(root, `${'a'.repeat(5000)}.ts`, 9)).toEqual(refused('unreadable'));
});

test('nothing is read outside of the folder, by any way', async () => {
  const outside = createFolderFixture({ 'secret.ts': 'secret' });
  const fixture = createFolderFixture({ 'in/a.ts': 'abc' });
  symlinkSync(outside.root, fixture.path('linked'));
  symlinkSync(outside.path('secret.ts'), fixture.path('secret.ts'));
  execFileSync('mkfifo', [fixture.path('pipe')]);
  mkdirSync(fixture.path('folder'));
  for (const path of ['linked/secret.ts', 'secret.ts', '../x.ts', 'a\0.ts', '/../../etc/passwd'])
    expect([path, await readContained(fixture.root, path, 99)]).toEqual([path, refused('outside-root')]);
  for (const path of ['pipe', 'folder'])
    expect([path, await readContained(fixture.root, path, 99)]).toEqual([path, refused('unreadable')]);
  expect(await readContained(fixture.path('in'), 'a.ts', 99)).toEqual(bytesOf('abc'));
});

/** Reads `in/a.ts`, while somebody else changes the folder between the look at the file and its opening. */
async function readWhile(change: (root: string) => void) {
  const fixture = createFolderFixture({ 'in/a.ts': 'abc' });
  const { lstatSync } = fs;
  const lookFirst = (...args: Parameters<typeof lstatSync>) => {
    const found = lstatSync(...args);
    change(fixture.root);
    return found;
  };
  Object.assign(fs, { lstatSync: lookFirst });
  syncBuiltinESMExports();
  try {
    return await readContained(fixture.root, 'in/a.ts', 99);
  } finally {
    Object.assign(fs, { lstatSync });
    syncBuiltinESMExports();
  }
}

test.runIf(process.platform !== 'win32')('nor by whoever changes the folder while it is read', async () => {
  const outside = createFolderFixture({ 'a.ts': 'secret' });
  const replace = (path: string, by: (path: string) => void) => (root: string) => {
    renameSync(`${root}/${path}`, `${root}/moved`);
    by(`${root}/${path}`);
  };
  const link = (target: string) => (path: string) => symlinkSync(target, path);
  expect(await readWhile(() => undefined)).toEqual(bytesOf('abc'));
  expect(await readWhile(replace('in/a.ts', link(outside.path('a.ts'))))).toEqual(refused('unreadable'));
  expect(await readWhile(replace('in', link(outside.root)))).toEqual(refused('outside-root'));
  expect(await readWhile(replace('in/a.ts', (path) => mkdirSync(path)))).toEqual(refused('unreadable'));
  expect(await readWhile(replace('in/a.ts', (path) => execFileSync('mkfifo', [path])))).toEqual(refused('unreadable'));
  expect(await readWhile((root) => unlinkSync(`${root}/in/a.ts`))).toEqual({ kind: 'missing' });
});

test.runIf(process.platform === 'linux')('no file stays open, whether it was read or refused', async () => {
  const outside = createFolderFixture({ 'secret.ts': 'secret' });
  const fixture = createFolderFixture({ 'a.ts': 'abc' });
  symlinkSync(outside.root, fixture.path('linked'));
  const count = (): number => readdirSync('/proc/self/fd').length;
  const before = count();
  for (let i = 0; i < 50; i += 1) {
    await readContained(fixture.root, 'a.ts', 99);
    await readContained(fixture.root, 'linked/secret.ts', 99);
  }
  expect(count()).toBeLessThan(before + 25);
});

test('a file of any size is hashed whole, with every hash that was begun', async () => {
  const large = 'x'.repeat((1 << 20) + 7);
  const { root } = createFolderFixture({ 'a.ts': 'abc', 'large.ts': large, 'empty.ts': '' });
  const sizes: number[] = [];
  const begin = (size: number) => {
    sizes.push(size);
    return [createHash('sha256'), createHash('sha1')];
  };
  const digestsOf = (text: string) => ['sha256', 'sha1'].map((name) => createHash(name).update(text).digest('hex'));
  expect(await hashContained(root, 'a.ts', begin)).toEqual(digestsOf('abc'));
  expect(await hashContained(root, 'large.ts', begin)).toEqual(digestsOf(large));
  expect(await hashContained(root, 'empty.ts', begin)).toEqual(digestsOf(''));
  expect(sizes).toEqual([3, large.length, 0]);
  expect(await hashContained(root, 'none.ts', begin)).toBeNull();
  expect(await hashContained(root, '../a.ts', begin)).toBeNull();
});

test.each<[string, string, boolean]>([
  ['a.ts', 'b.ts', false],
  ['a.ts', 'b.txt', true],
  ['a.ts', 'b.py', true],
  ['a.md', 'b.txt', false],
  ['a.ts', '.git/b.ts', true],
  ['a.ts', 'x/.git/b.ts', true],
  ['a.ts', 'x\\.git\\b.ts', true],
  ['a.ts', 'x.git/b.ts', false],
  ['a.ts', '.github/b.ts', false],
])('code under another name: %s → %s is %j', (link, target, expected) => {
  expect(isSourceRenamed(link, target)).toBe(expected);
});

test('a link is judged by where it really leads', async () => {
  const outside = createFolderFixture({ 'secret.ts': 'secret' });
  const fixture = createFolderFixture({ 'b.ts': 'abc', 'x.txt': 'abc' });
  symlinkSync('b.ts', fixture.path('a.ts'));
  symlinkSync('x.txt', fixture.path('hidden.ts'));
  symlinkSync('nowhere.ts', fixture.path('broken.ts'));
  symlinkSync(outside.path('secret.ts'), fixture.path('out.ts'));
  const judged = ['a.ts', 'hidden.ts', 'broken.ts', 'out.ts'].map((path) => judgeLink(fixture.root, path));
  expect(await Promise.all(judged)).toEqual(['ignored', 'unreadable', 'unreadable', 'outside-root']);
});

test('a small text is had up to its limit, or not at all', async () => {
  const fixture = createFolderFixture({ '.gitignore': 'é\n' });
  expect(await readSmallText(fixture.root, '.gitignore')).toBe('é\n');
  expect(await readSmallText(fixture.root, '.gitignore', 3)).toBe('é\n');
  expect(await readSmallText(fixture.root, '.gitignore', 2)).toBeNull();
  expect(await readSmallText(fixture.root, 'none')).toBeNull();
  chmodSync(fixture.path('.gitignore'), 0);
  if (process.getuid?.() !== 0) expect(await readSmallText(fixture.root, '.gitignore')).toBeNull();
});
