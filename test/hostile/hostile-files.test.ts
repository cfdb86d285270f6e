/** A folder whose files try to lead out of it, to block the reader or to break its paths. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Selection } from '../../src/ports/repository.ts';
import { readContained } from '../../src/repository/files/contained-read.ts';
import {
  collect,
  createFolderFixture,
  createGitFixture,
  listScope,
  openSnapshot,
} from '../contracts/temporary-repository.ts';

const ALL: Selection = { kind: 'all' };

test('every odd file is listed with its reason and none is followed', async () => {
  const fixture = createFolderFixture({ 'src/app.ts': 'a\n' });
  symlinkSync('/etc/passwd', fixture.path('passwd'));
  symlinkSync('/etc', fixture.path('etc'));
  symlinkSync('../../outside-of-it', fixture.path('src/up'));
  symlinkSync('nowhere.ts', fixture.path('broken.ts'));
  symlinkSync('src/app.ts', fixture.path('inside.ts'));
  symlinkSync('.', fixture.path('src/loop'));
  symlinkSync('self', fixture.path('self'));
  execFileSync('mkfifo', [fixture.path('pipe.ts')]);
  expect(await listScope(fixture.root, ALL)).toEqual([
    'broken.ts: unreadable',
    'etc: outside-root',
    'inside.ts: ignored',
    'passwd: outside-root',
    'pipe.ts: unreadable',
    'self: unreadable',
    'src/app.ts',
    'src/loop: ignored',
    'src/up: unreadable',
  ]);
});

test('reading never leaves the root', async () => {
  const fixture = createFolderFixture({ 'app.ts': 'a\n' });
  mkdirSync(fixture.path('folder'));
  symlinkSync('/etc', fixture.path('etc'));
  symlinkSync('/etc/passwd', fixture.path('passwd'));
  execFileSync('mkfifo', [fixture.path('pipe')]);
  const snapshot = await openSnapshot(fixture.root, ALL);
  const reasons = async (path: string) => snapshot.read(path);
  const refuse = (reason: string) => ({ kind: 'unusable', reason });
  expect(await reasons('app.ts')).toEqual({ kind: 'text', text: 'a\n', bytes: 2 });
  expect(await reasons('../../etc/passwd')).toEqual(refuse('outside-root'));
  expect(await reasons('folder/../../../etc/passwd')).toEqual(refuse('outside-root'));
  expect(await reasons('etc/passwd')).toEqual(refuse('outside-root'));
  expect(await reasons('passwd')).toEqual(refuse('outside-root'));
  expect(await reasons('nul\0byte')).toEqual(refuse('outside-root'));
  expect(await reasons('pipe')).toEqual(refuse('unreadable'));
  expect(await reasons('folder')).toEqual(refuse('unreadable'));
  expect(await reasons('missing')).toEqual(refuse('unreadable'));
});

test('a device is not opened', async () => {
  expect(await readContained('/dev', 'zero', 100)).toEqual({ kind: 'unusable', reason: 'unreadable' });
});

test('a file that nobody may read is unreadable', async () => {
  const fixture = createFolderFixture({ 'locked.ts': 'a\n' });
  chmodSync(fixture.path('locked.ts'), 0);
  const outcome = await (await openSnapshot(fixture.root, ALL)).read('locked.ts');
  // Root reads everything; elsewhere permission decides.
  if (process.getuid?.() !== 0) expect(outcome).toEqual({ kind: 'unusable', reason: 'unreadable' });
});

test('large text is too large, large binary is binary, and a limit is inclusive', async () => {
  const fixture = createFolderFixture({
    'exact.ts': 'x'.repeat(1000),
    'over.ts': 'x'.repeat(1001),
    'over.bin': Buffer.alloc(5000),
    'image.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]),
    'late.txt': Buffer.concat([Buffer.alloc(8000, 'x'), Buffer.alloc(1)]),
  });
  const snapshot = await openSnapshot(fixture.root, ALL, { maxFileBytes: 1000 });
  expect((await snapshot.read('exact.ts')).kind).toBe('text');
  expect(await snapshot.read('over.ts')).toEqual({ kind: 'unusable', reason: 'too-large' });
  expect(await snapshot.read('over.bin')).toEqual({ kind: 'unusable', reason: 'binary' });
  expect(await snapshot.read('image.png')).toEqual({ kind: 'unusable', reason: 'binary' });
  const roomy = await openSnapshot(fixture.root, ALL);
  expect((await roomy.read('late.txt')).kind).toBe('text');
});

const ODD_NAMES = [
  '-rf',
  '--help.ts',
  ' lead.ts',
  'a b.ts',
  'new\nline.ts',
  'quo"te.ts',
  "sin'gle.ts",
  'tab\t.ts',
  'ünï/çödé.ts',
  '漢字.ts',
  '[id].ts',
  '$(touch x).ts',
  '*.ts',
  'back\\slash.ts',
  '..dots.ts',
  ':(top).ts',
];

test('odd names survive every kind of selection', async () => {
  const before = Object.fromEntries(ODD_NAMES.map((name) => [name, 'one\ntwo\n']));
  const fixture = createGitFixture({ 'README.md': 'x\n', ...before });
  fixture.git('checkout', '-q', '-b', 'odd');
  fixture.write(Object.fromEntries(ODD_NAMES.map((name) => [name, 'one\n2\n'])));
  const changed = ODD_NAMES.map((name) => `${name} 2-2`).sort((a, b) => (a < b ? -1 : 1));
  const patch = fixture.git('diff');
  expect(await listScope(fixture.root, { kind: 'auto' })).toEqual(changed);
  expect(await listScope(fixture.root, { kind: 'patch', text: patch, origin: '-' })).toEqual(changed);
  expect(await listScope(fixture.root, { kind: 'paths', patterns: ODD_NAMES })).toHaveLength(ODD_NAMES.length);
  fixture.git('add', '-A');
  expect(await listScope(fixture.root, { kind: 'staged' })).toEqual(changed);
  fixture.commit();
  const snapshot = await openSnapshot(fixture.root, { kind: 'commit', revision: 'HEAD' });
  expect(await collect(snapshot.entries())).toHaveLength(ODD_NAMES.length);
  for (const name of ODD_NAMES) {
    expect(await snapshot.read(name)).toEqual({ kind: 'text', text: 'one\n2\n', bytes: 6 });
    expect(await snapshot.readBase(name)).toBe('one\ntwo\n');
  }
});

test('links inside a commit are judged by their text and never followed', async () => {
  const fixture = createGitFixture({ 'src/a.ts': 'a\n' });
  symlinkSync('/etc/passwd', fixture.path('abs'));
  symlinkSync('../../x', fixture.path('src/up'));
  symlinkSync('a.ts', fixture.path('src/in'));
  symlinkSync('gone', fixture.path('src/none'));
  fixture.commit();
  const expected = ['abs: outside-root', 'src/in: ignored', 'src/none: unreadable', 'src/up: outside-root'];
  expect(await listScope(fixture.root, { kind: 'commit', revision: 'HEAD' })).toEqual(expected);
});

test.each(['../outside.ts', '/etc/passwd', 'linked/passwd', '../**/*.ts'])('naming %s is refused', async (pattern) => {
  const fixture = createFolderFixture({ 'app.ts': 'a\n' });
  symlinkSync('/etc', fixture.path('linked'));
  const opened = openSnapshot(fixture.root, { kind: 'paths', patterns: [pattern] });
  await expect(opened).rejects.toMatchObject({ code: 'path-outside-root', exit: 2 });
});

test('a patch that names paths outside the root lists them and reads none', async () => {
  const fixture = createFolderFixture({ 'app.ts': 'a\nb\n' });
  const file = (name: string) => `--- a/${name}\n+++ b/${name}\n@@ -1 +1,2 @@\n a\n+b\n`;
  const text = ['../../etc/passwd', '/etc/passwd', 'app.ts', 'missing.ts'].map(file).join('');
  expect(await listScope(fixture.root, { kind: 'patch', text, origin: 'p' })).toEqual([
    '../../etc/passwd: outside-root',
    '/etc/passwd: outside-root',
    'app.ts 2-2',
    'missing.ts: unreadable',
  ]);
});
