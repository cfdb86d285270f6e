/** Where settings of the reviewed project are read: of a change from the revision it begins at, of everything else from disk. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFolderFixture, createGitFixture } from '../../test/contracts/temporary-repository.ts';
import type { Selection } from '../ports/repository.ts';
import { createRepository } from './repository.ts';

const AUTO: Selection = { kind: 'auto' };
const ALL: Selection = { kind: 'all' };

describe('settings', () => {
  const open = async (root: string) => {
    const repository = await createRepository({ root });
    onTestFinished(() => repository[Symbol.asyncDispose]());
    return repository;
  };

  test('from disk: the root, then the top level; a folder sorted by name', async () => {
    const fixture = createGitFixture({
      'c.json': 'top\n',
      'pkg/a.ts': 'a\n',
      'pkg/r/b.md': 'b\n',
      'pkg/r/a.md': 'a\n',
    });
    const repository = await open(fixture.path('pkg'));
    expect(await repository.readSettings('c.json', ALL)).toEqual([{ path: fixture.path('c.json'), text: 'top\n' }]);
    expect(await repository.readSettings('r', ALL)).toEqual([
      { path: 'r/a.md', text: 'a\n' },
      { path: 'r/b.md', text: 'b\n' },
    ]);
    fixture.write({ 'pkg/c.json': 'own\n' });
    expect(await repository.readSettings('c.json', ALL)).toEqual([{ path: 'c.json', text: 'own\n' }]);
    expect(await repository.readSettings('none.json', ALL)).toEqual([]);
  });

  test('from the base revision for a change, so that it cannot loosen its own review; from the change where it is trusted', async () => {
    const fixture = createGitFixture({ 'c.json': 'strict\n' });
    const base = fixture.git('rev-parse', 'HEAD').trim().slice(0, 12);
    fixture.git('checkout', '-q', '-b', 'x');
    fixture.write({ 'c.json': 'loose\n', 'r/x.md': 'x\n' });
    fixture.commit();
    const repository = await open(fixture.root);
    const selections = [
      AUTO,
      { kind: 'commit', revision: 'HEAD' },
      { kind: 'range', base: 'main', head: null },
      { kind: 'range', base: 'main', head: 'x' },
      { kind: 'patch', text: fixture.git('diff', 'main', 'x'), origin: '-' },
    ] as const;
    for (const selection of selections) {
      expect(await repository.readSettings('c.json', selection)).toEqual([
        { path: `${base}:c.json`, text: 'strict\n' },
      ]);
      expect(await repository.readSettings('r', selection)).toEqual([]);
      expect(await repository.findUnapplied(['c.json', 'r', 'none'], selection)).toEqual(['c.json', 'r/x.md']);
    }
    expect(await repository.readSettings('c.json', ALL)).toEqual([{ path: 'c.json', text: 'loose\n' }]);
    expect(await repository.findUnapplied(['c.json', 'r'], ALL)).toEqual([]);
    await using trusting = await createRepository({ root: fixture.root, trustsChange: true });
    for (const selection of selections) {
      expect((await trusting.readSettings('c.json', selection)).map(({ text }) => text)).toEqual(['loose\n']);
      expect((await trusting.readSettings('r', selection)).map(({ text }) => text)).toEqual(['x\n']);
      expect(await trusting.findUnapplied(['c.json', 'r'], selection)).toEqual([]);
    }
  });

  test('a patch that is not on disk brings its settings along where it is trusted, and takes away what it deletes', async () => {
    const fixture = createGitFixture({ 'c.json': 'strict\n', 'r/a.md': 'a\n', 'r/b.md': 'b\n' });
    fixture.write({ 'c.json': 'loose\n', 'r/a.md': 'A\n', 'r/c.md': 'c\n' });
    fixture.remove('r/b.md');
    fixture.git('add', '-A');
    const selection = { kind: 'patch', text: fixture.git('diff', '--cached'), origin: '-' } as const;
    fixture.git('reset', '-q', '--hard');
    await using trusting = await createRepository({ root: fixture.root, trustsChange: true });
    const texts = async (path: string) => (await trusting.readSettings(path, selection)).map(({ text }) => text.trim());
    expect([await texts('c.json'), await texts('r')]).toEqual([['loose'], ['A', 'c']]);
    await using careful = await createRepository({ root: fixture.root });
    expect(await careful.findUnapplied(['c.json', 'r'], selection)).toEqual(['c.json', 'r/a.md', 'r/b.md', 'r/c.md']);
  });

  test('of staged changes the index counts, not the disk and not the last commit', async () => {
    const fixture = createGitFixture({ 'c.json': 'strict\n', 'a.ts': 'a\n' });
    fixture.write({ 'c.json': 'staged\n', 'a.ts': 'b\n' });
    fixture.git('add', '-A');
    fixture.write({ 'c.json': 'strict\n' });
    const selection = { kind: 'staged' } as const;
    const repository = await open(fixture.root);
    expect((await repository.readSettings('c.json', selection)).map(({ text }) => text)).toEqual(['strict\n']);
    expect(await repository.findUnapplied(['c.json'], selection)).toEqual(['c.json']);
    await using trusting = await createRepository({ root: fixture.root, trustsChange: true });
    expect((await trusting.readSettings('c.json', selection)).map(({ text }) => text)).toEqual(['staged\n']);
  });

  test('what is a change, and where it begins', async () => {
    const fixture = createGitFixture({ 'a.ts': 'a\n' });
    const base = fixture.git('rev-parse', 'HEAD').trim();
    const facts = async (root: string, selection: Selection, trustsChange = false) => {
      await using repository = await createRepository({ root, trustsChange });
      return [await repository.isChange(selection), await repository.findBase(selection)];
    };
    const plain = createFolderFixture({ 'a.ts': 'a\n' });
    expect(await facts(plain.root, AUTO)).toEqual([false, null]);
    expect(await facts(plain.root, ALL)).toEqual([false, null]);
    expect(await facts(plain.root, { kind: 'patch', text: '', origin: '-' })).toEqual([true, null]);
    expect(await facts(fixture.root, AUTO)).toEqual([false, null]);
    fixture.write({ 'a.ts': 'b\n' });
    expect(await facts(fixture.root, AUTO)).toEqual([true, base]);
    expect(await facts(fixture.root, AUTO, true)).toEqual([true, null]);
    expect(await facts(fixture.root, { kind: 'commit', revision: 'HEAD' }, true)).toEqual([true, null]);
    expect(await facts(fixture.root, { kind: 'paths', patterns: ['a.ts'] })).toEqual([false, null]);
  });

  test('a file that git ignores is no change: it is read from disk while nothing else changed', async () => {
    const fixture = createGitFixture({ 'c.json': 'strict\n', 'a.ts': 'a\n' });
    fixture.git('rm', '-q', '--cached', 'c.json');
    fixture.write({ '.gitignore': 'c.json\n' });
    fixture.git('add', '.gitignore');
    fixture.commit();
    fixture.write({ 'c.json': 'local\n' });
    const repository = await open(fixture.root);
    expect((await repository.readSettings('c.json', AUTO)).map(({ text }) => text)).toEqual(['local\n']);
    expect(await repository.findUnapplied(['c.json'], AUTO)).toEqual([]);
    fixture.write({ 'a.ts': 'b\n' });
    const changed = await open(fixture.root);
    expect(await changed.readSettings('c.json', AUTO)).toEqual([]);
    expect(await changed.findUnapplied(['c.json'], AUTO)).toEqual(['c.json']);
  });

  test('a patch names paths from the top level, and brings its settings along without git too', async () => {
    const patch = (path: string) =>
      `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-strict\n+loose\n`;
    const fixture = createGitFixture({ 'pkg/c.json': 'strict\n', 'c.json': 'top\n' });
    const within = { kind: 'patch', text: patch('pkg/c.json'), origin: '-' } as const;
    expect(await (await open(fixture.path('pkg'))).findUnapplied(['c.json'], within)).toEqual(['c.json']);
    const plain = createFolderFixture({ 'c.json': 'strict\n' });
    const alone = { kind: 'patch', text: patch('c.json'), origin: '-' } as const;
    const repository = await open(plain.root);
    expect(await repository.readSettings('c.json', alone)).toEqual([]);
    expect(await repository.findUnapplied(['c.json'], alone)).toEqual(['c.json']);
  });

  test('one that cannot be read is an error', async () => {
    const fixture = createFolderFixture({ 'c.json': Buffer.from([0, 1]) });
    const repository = await open(fixture.root);
    await expect(repository.readSettings('c.json', ALL)).rejects.toMatchObject({ code: 'unreadable-input' });
  });
});
