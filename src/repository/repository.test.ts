import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import {
  collect,
  createFolderFixture,
  createGitFixture,
  formatEntry,
  listScope,
  openSnapshot,
  RULES,
} from '../../test/contracts/temporary-repository.ts';
import { createIndex } from '../context/file-index.ts';
import { createTokenCounter } from '../context/tokens.ts';
import type { Selection } from '../ports/repository.ts';
import { openFileFacts } from '../storage/file-facts.ts';
import { createDiskIdentity } from './disk-identity.ts';
import { createRepository } from './repository.ts';

const AUTO: Selection = { kind: 'auto' };
const ALL: Selection = { kind: 'all' };
const LINES = 'one\ntwo\nthree\nfour\nfive\n';

describe('root', () => {
  test.each(['missing', 'file.txt'])('%s is not a root', async (name) => {
    const fixture = createFolderFixture({ 'file.txt': 'x' });
    await expect(createRepository({ root: fixture.path(name) })).rejects.toMatchObject({ code: 'root-not-found' });
  });
});

describe('auto', () => {
  test('500 files, 12 changed: 12 entries [SCOPE-05]', async () => {
    const name = (i: number) => `src/file-${String(i).padStart(3, '0')}.ts`;
    const fixture = createGitFixture(Object.fromEntries(Array.from({ length: 500 }, (_, i) => [name(i), LINES])));
    fixture.git('checkout', '-q', '-b', 'feature/x');
    for (let i = 0; i < 5; i += 1) fixture.write({ [name(i)]: LINES.replace('two', '2') });
    fixture.commit();
    for (let i = 5; i < 9; i += 1) fixture.write({ [name(i)]: `${LINES}six\n` });
    fixture.git('add', name(8));
    for (let i = 500; i < 503; i += 1) fixture.write({ [name(i)]: LINES });
    const snapshot = await openSnapshot(fixture.root, AUTO);
    const indexed = await collect(createIndex(createTokenCounter()).measure(snapshot, snapshot.entries()));
    expect(snapshot).toMatchObject({ selection: 'working tree against main', isChange: true, branch: 'feature/x' });
    expect(indexed.map((entry) => (entry.kind === 'file' ? formatEntry(entry) : entry))).toEqual([
      ...[0, 1, 2, 3, 4].map((i) => `${name(i)} 2-2`),
      ...[5, 6, 7, 8].map((i) => `${name(i)} 6-6`),
      ...[500, 501, 502].map(name),
    ]);
  });

  test('a clean default branch and a folder without git mean the whole folder', async () => {
    const clean = createGitFixture({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
    expect(await openSnapshot(clean.root, AUTO)).toMatchObject({
      selection: 'whole folder (no changes against main)',
      isChange: false,
    });
    expect(await listScope(clean.root, AUTO)).toEqual(['a.ts', 'b.ts']);
    const plain = createFolderFixture({ 'a.ts': 'a\n' });
    expect(await openSnapshot(plain.root, AUTO)).toMatchObject({
      selection: 'whole folder (no git)',
      isChange: false,
      branch: null,
    });
    const unborn = createFolderFixture({ 'a.ts': 'a\n' });
    unborn.git('init', '-q', '-b', 'trunk');
    expect(await openSnapshot(unborn.root, AUTO)).toMatchObject({
      selection: 'whole folder (no commits yet)',
      branch: 'trunk',
    });
  });

  test('uncommitted work on the default branch is a change against it', async () => {
    const fixture = createGitFixture({ 'a.ts': LINES, 'gone.ts': 'x\n', '.gitignore': 'dist/\n' });
    fixture.write({ 'a.ts': LINES.replace('three\n', ''), 'new.ts': 'n\n', 'dist/out.js': 'x\n' });
    fixture.remove('gone.ts');
    const snapshot = await openSnapshot(fixture.root, AUTO);
    expect((await collect(snapshot.entries())).map(formatEntry)).toEqual(['a.ts 3-3', 'new.ts']);
    expect(snapshot.warnings).toEqual(['1 deleted file has no text to review']);
    expect(await snapshot.readBase('a.ts')).toBe(LINES);
    expect(await snapshot.readBase('new.ts')).toBeNull();
    expect([...(await snapshot.paths())].sort()).toEqual(['.gitignore', 'a.ts', 'new.ts']);
  });

  test.each([
    {
      rules: { '.gitignore': 'old/\n.env\nevil.js\nlib/\n' },
      expected: ['.gitignore 2-4', 'evil.js', 'lib/x.js'],
      said: '2 source files are reviewed although .gitignore of this change names them: evil.js, lib/x.js',
      trusted: ['.gitignore 2-4'],
    },
    {
      rules: { 'lib/.gitignore': '*\n' },
      expected: ['.env', 'evil.js', 'lib/x.js'],
      said: '1 source file is reviewed although .gitignore of this change names it: lib/x.js',
      trusted: ['.env', 'evil.js'],
    },
  ])('source that $rules of the change itself hide is reviewed [TRUST-01]', async ({ rules, ...told }) => {
    const fixture = createGitFixture({ 'a.ts': LINES, '.gitignore': 'old/\n' });
    fixture.write({ 'evil.js': 'x\n', 'lib/x.js': 'x\n', 'old/x.js': 'x\n', '.env': 'A=1\n', ...rules });
    const snapshot = await openSnapshot(fixture.root, AUTO);
    expect((await collect(snapshot.entries())).map(formatEntry)).toEqual(told.expected);
    expect(snapshot.warnings).toEqual([`⚠️ ${told.said} (--trust-repository applies what the change brings along)`]);
    expect(await snapshot.paths()).toContain('lib/x.js');
    const trusted = await openSnapshot(fixture.root, AUTO, {}, { trustsChange: true });
    expect((await collect(trusted.entries())).map(formatEntry)).toEqual(told.trusted);
  });

  test('a file that was compared before is not opened again while the disk says the same of it', async () => {
    const fixture = createGitFixture({ 'a.ts': LINES, 'b.ts': LINES, 'c.ts': LINES });
    fixture.write({ 'b.ts': LINES.replace('two', 'TWO') });
    const place = { stateDir: createFolderFixture({}).root, root: fixture.root, kind: 'blobs', version: '1' };
    const listChanged = async (): Promise<readonly string[]> => {
      await using repository = await createRepository({ root: fixture.root, blobs: openFileFacts(place) });
      const snapshot = await repository.open(AUTO, RULES);
      return (await collect(snapshot.entries())).map(({ path }) => path);
    };
    // Files of this moment could still change unnoticed.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
    try {
      expect(await listChanged()).toEqual(['b.ts']);
      const identity = createDiskIdentity(fixture.root, RULES.maxFileBytes);
      const oid = fixture.git('rev-parse', 'HEAD:a.ts').trim();
      const facts = openFileFacts(place);
      const known = ['a.ts', 'b.ts', 'c.ts'].map((path) => facts.find(path, identity(path) ?? ''));
      expect(known).toEqual([oid, null, oid]);
      // A fact of another blob is none; one of this blob is believed.
      facts.keep('a.ts', identity('a.ts') ?? '', '0'.repeat(40));
      facts.keep('b.ts', identity('b.ts') ?? '', oid);
      fixture.write({ 'c.ts': LINES.replace('two', 'TWO') });
      facts.close();
      expect(await listChanged()).toEqual(['c.ts']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('origin/HEAD decides before main', async () => {
    const fixture = createGitFixture({ 'a.ts': 'a\n' });
    fixture.git('update-ref', 'refs/remotes/origin/trunk', 'HEAD');
    fixture.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
    fixture.write({ 'b.ts': 'b\n' });
    fixture.commit();
    fixture.git('pack-refs', '--all');
    expect(await openSnapshot(fixture.root, AUTO)).toMatchObject({ selection: 'working tree against origin/trunk' });
    expect(await listScope(fixture.root, AUTO)).toEqual(['b.ts']);
  });

  test('a renamed file keeps its history; other line ends are no change', async () => {
    const fixture = createGitFixture({ 'old.ts': LINES, 'crlf.ts': LINES });
    fixture.git('checkout', '-q', '-b', 'x');
    renameSync(fixture.path('old.ts'), fixture.path('new.ts'));
    fixture.commit();
    fixture.write({ 'new.ts': `${LINES}six\n`, 'crlf.ts': LINES.replaceAll('\n', '\r\n') });
    const snapshot = await openSnapshot(fixture.root, AUTO);
    expect((await collect(snapshot.entries())).map(formatEntry)).toEqual(['new.ts 6-6']);
    expect(await snapshot.readBase('new.ts')).toBe(LINES);
    expect(snapshot.warnings).toEqual([]);
  });

  test('unrelated histories have no merge base', async () => {
    const fixture = createGitFixture({ 'a.ts': 'a\n' });
    fixture.git('checkout', '-q', '--orphan', 'island');
    fixture.write({ 'b.ts': 'b\n' });
    fixture.commit();
    await expect(openSnapshot(fixture.root, AUTO)).rejects.toMatchObject({ code: 'no-merge-base', exit: 2 });
    const range: Selection = { kind: 'range', base: 'main', head: 'island' };
    await expect(openSnapshot(fixture.root, range)).rejects.toMatchObject({ code: 'no-merge-base' });
  });
});

describe('branch', () => {
  test('is detected without being told [SCOPE-06, REV-20]', async () => {
    const fixture = createGitFixture({ 'a.ts': 'a\n' });
    fixture.git('checkout', '-q', '-b', 'feature/x');
    expect((await openSnapshot(fixture.root, ALL)).branch).toBe('feature/x');
    const oid = fixture.git('rev-parse', 'HEAD').trim();
    fixture.git('checkout', '-q', '--detach');
    expect((await openSnapshot(fixture.root, ALL)).branch).toBe(`detached@${oid.slice(0, 12)}`);
    expect((await openSnapshot(createFolderFixture({ 'a.ts': 'a\n' }).root, ALL)).branch).toBeNull();
  });

  test('is known even without a git program', async () => {
    const fixture = createGitFixture({ 'a.ts': 'a\n' });
    const snapshot = await openSnapshot(fixture.root, AUTO, {}, { git: null });
    expect(snapshot).toMatchObject({
      branch: 'main',
      isChange: false,
      warnings: ['git was not used: no git program was found'],
    });
    await expect(openSnapshot(fixture.root, { kind: 'staged' }, {}, { git: null })).rejects.toMatchObject({
      code: 'no-git',
    });
  });
});

describe('git selections', () => {
  test('staged: the text of the index, not of the disk', async () => {
    const fixture = createGitFixture({ 'a.ts': LINES, 'b.ts': 'b\n', 'c.ts': 'c\n' });
    fixture.write({ 'a.ts': LINES.replace('two', 'staged') });
    fixture.git('add', 'a.ts');
    fixture.git('rm', '-q', '--cached', 'c.ts');
    fixture.write({ 'a.ts': 'disk\n', 'b.ts': 'unstaged\n' });
    const snapshot = await openSnapshot(fixture.root, { kind: 'staged' });
    expect((await collect(snapshot.entries())).map(formatEntry)).toEqual(['a.ts 2-2']);
    expect(await snapshot.read('a.ts')).toMatchObject({ text: LINES.replace('two', 'staged') });
    expect(await snapshot.read('b.ts')).toMatchObject({ text: 'b\n' });
    expect(await snapshot.readBase('a.ts')).toBe(LINES);
    expect(snapshot).toMatchObject({ selection: 'staged changes', warnings: ['1 deleted file has no text to review'] });
  });

  test('staged before the first commit: everything is new', async () => {
    const fixture = createFolderFixture({ 'a.ts': 'a\n' });
    fixture.git('init', '-q', '-b', 'main');
    fixture.git('add', 'a.ts');
    expect(await listScope(fixture.root, { kind: 'staged' })).toEqual(['a.ts']);
  });

  test('commit: against its first parent; the first commit against nothing', async () => {
    const fixture = createGitFixture({ 'a.ts': LINES });
    fixture.write({ 'a.ts': LINES.replace('five', '5'), 'lib/b.ts': 'b\n' });
    const second = fixture.commit();
    fixture.write({ 'a.ts': 'later\n' });
    fixture.commit();
    expect(await listScope(fixture.root, { kind: 'commit', revision: second })).toEqual(['a.ts 5-5', 'lib/b.ts']);
    expect(await listScope(fixture.root, { kind: 'commit', revision: 'HEAD~2' })).toEqual(['a.ts']);
    const snapshot = await openSnapshot(fixture.root, { kind: 'commit', revision: second });
    expect(snapshot.selection).toBe(`commit ${second.slice(0, 12)}`);
    expect(await snapshot.read('a.ts')).toMatchObject({ text: LINES.replace('five', '5') });
    expect([...(await snapshot.paths())]).toEqual(['a.ts', 'lib/b.ts']);
    expect(await snapshot.read('nowhere.ts')).toEqual({ kind: 'unusable', reason: 'unreadable' });
  });

  test('range: from the merge base; without a head with what is not committed', async () => {
    const fixture = createGitFixture({ 'a.ts': LINES, 'main.ts': 'm\n', 'mode.sh': 'x\n' });
    fixture.git('checkout', '-q', '-b', 'topic');
    fixture.write({ 'a.ts': LINES.replace('one', '1') });
    renameSync(fixture.path('mode.sh'), fixture.path('moved.sh'));
    fixture.commit();
    fixture.git('checkout', '-q', 'main');
    fixture.write({ 'main.ts': 'changed on main\n' });
    fixture.commit();
    fixture.git('checkout', '-q', 'topic');
    fixture.write({ 'dirty.ts': 'd\n' });
    expect(await listScope(fixture.root, { kind: 'range', base: 'main', head: 'topic' })).toEqual([
      'a.ts 1-1',
      'moved.sh ',
    ]);
    expect(await listScope(fixture.root, { kind: 'range', base: 'main', head: null })).toEqual([
      'a.ts 1-1',
      'dirty.ts',
      'moved.sh ',
    ]);
    expect((await openSnapshot(fixture.root, { kind: 'range', base: 'main', head: 'topic' })).selection).toBe(
      'main...topic',
    );
  });

  test('without git they are an error that says so', async () => {
    const { root } = createFolderFixture({ 'a.ts': 'a\n' });
    for (const selection of [
      { kind: 'staged' },
      { kind: 'commit', revision: 'x' },
      { kind: 'range', base: 'x', head: null },
    ] as const) {
      await expect(openSnapshot(root, selection)).rejects.toMatchObject({ code: 'no-git', exit: 2 });
    }
  });

  test('changed files of a vendored folder are one entry, a submodule is not entered', async () => {
    const inner = createGitFixture({ 'inner.ts': 'i\n' });
    const fixture = createGitFixture({ 'a.ts': 'a\n' });
    fixture.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub');
    fixture.write({ 'vendor/x/1.go': '1\n', 'vendor/y/2.go': '2\n', 'vendored.ts': 'v\n' });
    fixture.commit();
    const expected = ['.gitmodules', 'sub/: vendored', 'vendor/: vendored', 'vendored.ts'];
    expect(await listScope(fixture.root, { kind: 'commit', revision: 'HEAD' })).toEqual(expected);
    expect(await listScope(fixture.root, { kind: 'range', base: 'HEAD~1', head: null })).toEqual(expected);
    expect(await listScope(fixture.root, ALL)).toEqual([
      '.gitmodules',
      'a.ts',
      'sub/: vendored',
      'vendor/: vendored',
      'vendored.ts',
    ]);
    expect([...(await (await openSnapshot(fixture.root, ALL)).paths())]).toContain('vendor/x/1.go');
    fixture.write({ 'a.ts': 'changed\n' });
    expect(await listScope(fixture.root, AUTO)).toEqual(['a.ts 1-1']);
    expect(await listScope(fixture.path('sub'), ALL)).toEqual(['inner.ts']);
    expect(await openSnapshot(fixture.path('sub'), AUTO)).toMatchObject({ branch: 'main', warnings: [] });
  });

  test('a shallow clone says that it has no merge base', async () => {
    const origin = createGitFixture({ 'a.ts': 'a\n' });
    origin.git('checkout', '-q', '-b', 'topic');
    origin.write({ 'b.ts': 'b\n' });
    origin.commit();
    origin.git('checkout', '-q', 'main');
    origin.write({ 'c.ts': 'c\n' });
    origin.commit();
    const clone = createFolderFixture();
    clone.git('clone', '-q', '--depth', '1', '--no-single-branch', '-b', 'topic', `file://${origin.root}`, '.');
    await expect(openSnapshot(clone.root, AUTO)).rejects.toMatchObject({ code: 'no-merge-base' });
  });

  test('worktrees, packed objects and sha256 repositories are read', async () => {
    const fixture = createGitFixture({ 'a.ts': LINES });
    fixture.git('gc', '-q');
    const linked = createFolderFixture();
    fixture.git('worktree', 'add', '-q', '-b', 'linked', linked.path('tree'));
    writeFileSync(linked.path('tree/a.ts'), `${LINES}six\n`);
    expect(await listScope(linked.path('tree'), AUTO)).toEqual(['a.ts 6-6']);
    expect(await openSnapshot(linked.path('tree'), AUTO)).toMatchObject({ branch: 'linked' });
    const sha256 = createGitFixture({ 'a.ts': LINES }, '--object-format=sha256');
    sha256.write({ 'a.ts': LINES.replace('one', '1') });
    expect(await listScope(sha256.root, AUTO)).toEqual(['a.ts 1-1']);
  });
});

describe('a root inside a larger work tree', () => {
  test('cuts every scope to the root', async () => {
    const fixture = createGitFixture({ 'top.ts': 't\n', 'packages/api/a.ts': LINES, '.gitignore': 'skipped.ts\n' });
    const root = fixture.path('packages/api');
    fixture.git('checkout', '-q', '-b', 'x');
    fixture.write({
      'top.ts': 'changed\n',
      'packages/api/a.ts': LINES.replace('two', '2'),
      'packages/api/skipped.ts': 's\n',
    });
    const text = fixture.git('diff');
    expect(await listScope(root, AUTO)).toEqual(['a.ts 2-2']);
    expect(await listScope(root, ALL)).toEqual(['a.ts']);
    const patched = await openSnapshot(root, { kind: 'patch', text, origin: '-' });
    expect((await collect(patched.entries())).map(formatEntry)).toEqual(['a.ts 2-2']);
    expect(patched.warnings).toEqual([
      expect.stringContaining('only what changed below'),
      '1 files of the patch lie outside the root and were left out',
    ]);
    fixture.commit();
    expect(await listScope(root, { kind: 'commit', revision: 'HEAD' })).toEqual(['a.ts 2-2']);
    fixture.write({ 'packages/api/b.ts': 'b\n', 'c.ts': 'c\n' });
    fixture.git('add', '-A');
    expect(await listScope(root, { kind: 'staged' })).toEqual(['b.ts']);
  });
});

describe('patch', () => {
  const DIFF = '--- a/a.ts\n+++ b/a.ts\n@@ -1,3 +1,3 @@\n one\n-2\n+two\n three\n';

  test('ranges from the hunks, text from the disk, the text before worked out', async () => {
    const fixture = createFolderFixture({ 'a.ts': LINES });
    const snapshot = await openSnapshot(fixture.root, { kind: 'patch', text: DIFF, origin: 'my.diff' });
    expect((await collect(snapshot.entries())).map(formatEntry)).toEqual(['a.ts 2-2']);
    expect(snapshot).toMatchObject({ selection: 'patch my.diff', isChange: true });
    expect(await snapshot.readBase('a.ts')).toBe(LINES.replace('two', '2'));
  });

  test('an empty patch selects nothing, one that is no patch is an error', async () => {
    const { root } = createFolderFixture({ 'a.ts': LINES });
    expect(await listScope(root, { kind: 'patch', text: '\n', origin: '-' })).toEqual([]);
    for (const text of ['hello\n', `${DIFF.slice(0, -8)}`]) {
      await expect(openSnapshot(root, { kind: 'patch', text, origin: '-' })).rejects.toMatchObject({
        code: 'bad-patch',
      });
    }
  });
});

describe('paths', () => {
  const files = {
    'src/a.ts': 'a\n',
    'src/deep/b.ts': 'b\n',
    'src/[id].ts': 'c\n',
    'doc/x.md': 'd\n',
    'vendor/v.go': 'v\n',
  };

  test.each<[string, string[], string[]]>([
    ['a file', ['src/a.ts'], ['src/a.ts']],
    ['a folder', ['./src/'], ['src/[id].ts', 'src/a.ts', 'src/deep/b.ts']],
    ['the root', ['.'], ['doc/x.md', 'src/[id].ts', 'src/a.ts', 'src/deep/b.ts', 'vendor/: vendored']],
    ['a glob', ['src/*.ts'], ['src/[id].ts', 'src/a.ts']],
    ['a deep glob', ['**/*.{ts,md}'], ['doc/x.md', 'src/[id].ts', 'src/a.ts', 'src/deep/b.ts']],
    ['a name with glob characters', ['src/[id].ts'], ['src/[id].ts']],
    [
      'several, each once and in order',
      ['src/deep', 'doc/x.md', 'src'],
      ['doc/x.md', 'src/[id].ts', 'src/a.ts', 'src/deep/b.ts'],
    ],
    ['a vendored folder that was named', ['vendor'], ['vendor/v.go']],
    ['a glob without a match', ['*.rs'], []],
  ])('%s', async (_name, patterns, expected) => {
    expect(await listScope(createFolderFixture(files).root, { kind: 'paths', patterns })).toEqual(expected);
  });

  test('a missing path is an error that names it', async () => {
    const { root } = createFolderFixture(files);
    const opened = openSnapshot(root, { kind: 'paths', patterns: ['src/a.ts', 'src/none.ts'] });
    await expect(opened).rejects.toMatchObject({
      code: 'path-not-found',
      exit: 2,
      detail: expect.stringContaining('src/none.ts'),
    });
  });

  test('an absolute path within the root is as good as a relative one', async () => {
    const fixture = createFolderFixture(files);
    expect(await listScope(fixture.root, { kind: 'paths', patterns: [fixture.path('src/a.ts')] })).toEqual([
      'src/a.ts',
    ]);
    expect(await listScope(fixture.root, { kind: 'paths', patterns: [fixture.path('doc/*')] })).toEqual(['doc/x.md']);
  });
});

describe('ignore rules', () => {
  test('git: ignored files are out, tracked ones stay, nested rules hold', async () => {
    const fixture = createGitFixture({
      'a.ts': 'a\n',
      'dist/kept.js': 'k\n',
      'pkg/.gitignore': '*.log\n!keep.log\n',
      '.github/ci.yml': 'x: 1\n',
    });
    fixture.write({
      '.gitignore': 'dist/\n*.tmp\n',
      'dist/out.js': 'o\n',
      'x.tmp': 't\n',
      'pkg/a.log': 'l\n',
      'pkg/keep.log': 'k\n',
    });
    fixture.write({ '.git/info/exclude': 'private.ts\n', 'private.ts': 'p\n' });
    const expected = ['.github/ci.yml', '.gitignore', 'a.ts', 'dist/kept.js', 'pkg/.gitignore', 'pkg/keep.log'];
    expect(await listScope(fixture.root, ALL)).toEqual(expected);
    expect(await listScope(fixture.root, { kind: 'paths', patterns: ['x.tmp', 'pkg'] })).toEqual([
      'pkg/.gitignore',
      'pkg/keep.log',
      'x.tmp',
    ]);
  });

  test('without git, what .gitignore names is listed, because nothing else vouches for it', async () => {
    const fixture = createFolderFixture({
      '.gitignore': 'dist/\n*.tmp\n',
      'a.ts': 'a\n',
      'dist/x.js': 'x\n',
      'b.tmp': 'b\n',
    });
    expect(await listScope(fixture.root, ALL)).toEqual(['.gitignore', 'a.ts', 'b.tmp: ignored', 'dist/: ignored']);
  });

  test('include narrows, exclude and the ignore file list what they take out', async () => {
    const fixture = createFolderFixture({
      'a.ts': 'a\n',
      'a.test.ts': 't\n',
      'lib/b.ts': 'b\n',
      'lib/gen/c.ts': 'c\n',
      'x.md': 'x\n',
    });
    const rules = { include: ['*.ts'], exclude: ['*.test.ts'], ignoreLines: ['gen/', '# comment', ''] };
    expect(await listScope(fixture.root, ALL, rules)).toEqual([
      'a.test.ts: ignored',
      'a.ts',
      'lib/b.ts',
      'lib/gen/c.ts: ignored',
    ]);
  });
});

describe('snapshot', () => {
  test('text stays as it was first read, and entries come again', async () => {
    const fixture = createGitFixture({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
    fixture.write({ 'a.ts': 'changed\n' });
    const snapshot = await openSnapshot(fixture.root, AUTO);
    const first = await collect(snapshot.entries());
    await snapshot.read('b.ts');
    fixture.write({ 'a.ts': 'again\n', 'b.ts': 'other\n', 'c.ts': 'new\n' });
    expect(await snapshot.read('a.ts')).toMatchObject({ text: 'changed\n' });
    expect(await snapshot.read('b.ts')).toMatchObject({ text: 'b\n' });
    expect(await collect(snapshot.entries())).toEqual(first);
  });
});

test('objects that git packs meanwhile are still found', async () => {
  const fixture = createGitFixture({ 'a.ts': LINES });
  fixture.write({ 'a.ts': LINES.replace('two', '2') });
  fixture.commit();
  const snapshot = await openSnapshot(fixture.root, { kind: 'commit', revision: 'HEAD' });
  fixture.git('gc', '-q', '--prune=now');
  expect((await collect(snapshot.entries())).map(formatEntry)).toEqual(['a.ts 2-2']);
  expect(await snapshot.readBase('a.ts')).toBe(LINES);
});

test('the changes of a branch say what they are compared with; a filter with ./ begins at the root', async () => {
  const fixture = createGitFixture({ 'a.ts': 'a\n', 'lib/a.ts': 'b\n' });
  fixture.write({ 'a.ts': 'changed\n', 'lib/a.ts': 'changed\n' });
  expect(await openSnapshot(fixture.root, AUTO)).toMatchObject({ against: 'main' });
  expect(await listScope(fixture.root, AUTO, { include: ['./a.ts'] })).toEqual(['a.ts 1-1']);
  expect(await listScope(fixture.root, AUTO, { include: ['a.ts'] })).toEqual(['a.ts 1-1', 'lib/a.ts 1-1']);
});

test('filters choose among the changes, they do not widen the scope', async () => {
  const fixture = createGitFixture({ 'a.ts': 'a\n', 'b.go': 'b\n' });
  fixture.write({ 'a.ts': 'changed\n' });
  expect(await listScope(fixture.root, AUTO, { include: ['*.go'] })).toEqual([]);
});

test('a file that git keeps elsewhere is unchanged if its pointer has its hash', async () => {
  const content = Buffer.from('large and stored elsewhere\n');
  const oid = createHash('sha256').update(content).digest('hex');
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`;
  const fixture = createGitFixture({ 'a.dat': pointer, 'b.dat': pointer, 'c.dat': pointer });
  fixture.write({ 'a.dat': content, 'b.dat': 'other\n' });
  expect(await listScope(fixture.root, AUTO)).toEqual(['b.dat 1-1']);
  expect(await listScope(fixture.root, AUTO, { maxFileBytes: 10 })).toEqual(['b.dat 1-1']);
});

test('a split index and a sparse checkout are read', async () => {
  const fixture = createGitFixture({ 'a.ts': 'a\n', 'away/b.ts': 'b\n' });
  fixture.git('update-index', '--split-index');
  fixture.git('sparse-checkout', 'set', '--no-cone', '/a.ts');
  const clean = await openSnapshot(fixture.root, AUTO);
  expect(clean).toMatchObject({ selection: 'whole folder (no changes against main)', warnings: [] });
  fixture.write({ 'c.ts': 'c\n' });
  fixture.git('add', '--sparse', 'c.ts');
  expect(await listScope(fixture.root, { kind: 'staged' })).toEqual(['c.ts']);
});

test('what a range means and what its base holds is asked of git once, however many settings are read', async () => {
  const fixture = createGitFixture({ 'a.ts': 'a\n', 'REVIEW.md': 'Be kind.\n' });
  fixture.git('checkout', '-q', '-b', 'topic');
  fixture.write({ 'a.ts': 'b\n' });
  fixture.commit();
  const tools = createFolderFixture();
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  tools.write({ git: `#!/bin/sh\necho "$@" >> '${tools.path('asked')}'\nexec '${real}' "$@"\n` });
  chmodSync(tools.path('git'), 0o755);
  await using repository = await createRepository({ root: fixture.root, git: tools.path('git') });
  const range: Selection = { kind: 'range', base: 'main', head: 'topic' };
  for (const name of ['REVIEW.md', 'REVIEW.md', 'other.md']) await repository.readSettings(name, range);
  const snapshot = await repository.open(range, RULES);
  expect((await collect(snapshot.entries())).map(({ path }) => path)).toEqual(['a.ts']);
  const count = (command: string): number => readFileSync(tools.path('asked'), 'utf8').split(` ${command} `).length - 1;
  await repository.findUnapplied(['REVIEW.md', 'other.md'], range);
  for (let i = 0; i < 3; i += 1) await snapshot.message?.();
  const commands = ['rev-parse', 'merge-base', 'ls-tree', 'diff-tree', 'log'];
  expect(commands.map(count)).toEqual([0, 1, 2, 1, 1]);
  const working: Selection = { kind: 'range', base: 'HEAD', head: null };
  await repository.readSettings('REVIEW.md', working);
  await collect((await repository.open(working, RULES)).entries());
  expect(commands.map(count)).toEqual([0, 1, 2, 1, 1]);
});
