/** A repository whose git configuration tries to run code. Each case first shows that plain git would have run it. */
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createIndex } from '../../src/context/file-index.ts';
import { createTokenCounter } from '../../src/context/tokens.ts';
import type { Selection } from '../../src/ports/repository.ts';
import { locateGit } from '../../src/repository/git/locate.ts';
import { identifyRepository, nameProject } from '../../src/repository/git/project-name.ts';
import { createRepository } from '../../src/repository/repository.ts';
import { findTemporaryFolder } from '../../src/repository/temporary-folder.ts';
import {
  collect,
  createFolderFixture,
  createGitFixture,
  formatEntry,
  listScope,
  openSnapshot,
  RULES,
  type TemporaryFolder,
} from '../contracts/temporary-repository.ts';
import { runCli } from '../e2e/run-cli.ts';

const PATCH = `diff --git a/app.ts b/app.ts
--- a/app.ts
+++ b/app.ts
@@ -1,2 +1,2 @@
 const a = 1;
-const b = 2;
+const b = 3;
`;

const SELECTIONS: readonly Selection[] = [
  { kind: 'auto' },
  { kind: 'all' },
  { kind: 'paths', patterns: ['app.ts', '*.md'] },
  { kind: 'staged' },
  { kind: 'commit', revision: 'HEAD' },
  { kind: 'range', base: 'main', head: 'HEAD' },
  { kind: 'range', base: 'main', head: null },
  { kind: 'patch', text: PATCH, origin: 'x.diff' },
];

interface Trap {
  readonly fixture: TemporaryFolder;
  /** Names of the traps that fired. */
  fired(): string[];
  reset(): void;
}

/** As `git config` writes it, without a start of git for each. */
const writeSetting = ([key, value]: readonly [string, string]): string => {
  const [section = '', ...rest] = key.split('.');
  const name = rest.pop();
  return `[${section}${rest.length > 0 ? ` "${rest.join('.')}"` : ''}]\n\t${name} = ${value}\n`;
};

/** Every setting runs a script that leaves a file named after the trap, outside the repository. */
function setTraps(): Trap {
  const canaries = createFolderFixture();
  const fixture = createGitFixture({
    'app.ts': 'const a = 1;\nconst b = 2;\n',
    'notes.md': 'notes\n',
    'data.bin': 'x\n',
  });
  fixture.git('checkout', '-q', '-b', 'feature/x');
  fixture.write({ 'app.ts': 'const a = 1;\nconst b = 3;\n' });
  fixture.commit('second');
  fixture.write({ 'staged.ts': 'export {};\n' });
  fixture.git('add', 'staged.ts');
  fixture.write({ 'app.ts': 'const a = 1;\nconst b = 4;\n', 'notes.md': 'notes\nmore\n', 'data.bin': 'y\n' });
  fixture.write({ '.gitattributes': '* filter=evil diff=evil merge=evil\n*.md filter=server\n' });

  const script = (name: string): string => {
    const path = canaries.path(`${name}.sh`);
    writeFileSync(path, `#!/bin/sh\ntouch '${canaries.path(`fired-${name}`)}'\ncat\n`);
    chmodSync(path, 0o755);
    return path;
  };
  writeFileSync(fixture.path('.git/included'), `[core]\n\tpager = ${script('include')}\n`);
  const settings: Record<string, string> = {
    'core.fsmonitor': script('fsmonitor'),
    'core.sshCommand': script('ssh'),
    'core.editor': script('editor'),
    'core.pager': script('pager'),
    'core.gitProxy': script('proxy'),
    'core.alternateRefsCommand': script('alternates'),
    'filter.evil.clean': script('clean'),
    'filter.evil.smudge': script('smudge'),
    'filter.evil.required': 'true',
    'filter.server.process': script('process'),
    'diff.external': script('external'),
    'diff.evil.textconv': script('textconv'),
    'diff.evil.command': script('diffcommand'),
    'merge.evil.driver': script('driver'),
    'credential.helper': script('credential'),
    'uploadpack.packObjectsHook': script('packhook'),
    'gpg.program': script('gpg'),
    'log.showSignature': 'true',
    'alias.cat-file': `!${script('alias')}`,
    'alias.ls-tree': `!${script('alias')}`,
    'include.path': 'included',
    'core.hooksPath': '.git/planted',
    'extensions.worktreeConfig': 'true',
  };
  appendFileSync(fixture.path('.git/config'), Object.entries(settings).map(writeSetting).join(''));
  for (const folder of ['.git/hooks', '.git/planted']) {
    mkdirSync(fixture.path(folder), { recursive: true });
    for (const hook of [
      'post-index-change',
      'post-checkout',
      'fsmonitor-watchman',
      'pre-commit',
      'reference-transaction',
    ]) {
      symlinkSync(script(`hook-${hook}`), fixture.path(`${folder}/${hook}`));
    }
  }
  writeFileSync(fixture.path('.git/config.worktree'), `[core]\n\tfsmonitor = ${script('worktreeconfig')}\n`);
  const fired = (): string[] => readdirSync(canaries.root).filter((name) => name.startsWith('fired-'));
  return {
    fixture,
    fired,
    reset() {
      for (const name of fired()) rmSync(canaries.path(name));
    },
  };
}

const runPlainGit = (fixture: TemporaryFolder, ...args: string[]): void => {
  try {
    fixture.git(...args);
  } catch {
    // Some traps make git fail; what counts is that they ran.
  }
};

describe('configuration that runs code', () => {
  test('plain git fires traps in this repository, so the next test can fail', () => {
    const { fixture, fired } = setTraps();
    runPlainGit(fixture, 'status');
    runPlainGit(fixture, 'diff');
    expect(fired()).toEqual(expect.arrayContaining(['fired-clean']));
    expect(fired().length).toBeGreaterThanOrEqual(3);
  });

  test.each(SELECTIONS.map((selection) => [selection.kind, selection] as const))(
    'no trap fires for %s',
    async (_kind, selection) => {
      const { fixture, fired, reset } = setTraps();
      reset();
      const repository = await createRepository({ root: fixture.root });
      const snapshot = await repository.open(selection, RULES);
      const entries = await collect(createIndex(createTokenCounter()).measure(snapshot, snapshot.entries()));
      for (const { path } of entries) await snapshot.readBase(path);
      await snapshot.paths();
      await repository.readSettings('consensus-review.config.json', selection);
      await repository[Symbol.asyncDispose]();
      expect(entries.length).toBeGreaterThan(0);
      expect(fired()).toEqual([]);
      // They were set all the time: whoever asks git in this folder fires them.
      runPlainGit(fixture, 'status');
      expect(fired()).toContain('fired-clean');
    },
  );

  test('a git program inside the reviewed folder is not run, even if the search path names it', async () => {
    const { fixture, fired, reset } = setTraps();
    const bin = fixture.path('node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    symlinkSync('/bin/false', join(bin, 'git'));
    reset();
    const options = { searchPath: `${bin}:.:${process.env.PATH}` };
    const snapshot = await openSnapshot(fixture.root, { kind: 'staged' }, {}, options);
    expect((await collect(snapshot.entries())).map(formatEntry)).toEqual(['staged.ts']);
    expect(fired()).toEqual([]);
  });
});

describe('git directories that point elsewhere', () => {
  const secret = (): TemporaryFolder => createGitFixture({ 'secret.txt': 'top secret\n' });

  test('a .git file pointing at a stranger is not followed', async () => {
    const other = secret();
    const fixture = createFolderFixture({ 'app.ts': 'a\n', '.git': `gitdir: ${other.path('.git')}\n` });
    const snapshot = await openSnapshot(fixture.root, { kind: 'auto' });
    expect(snapshot).toMatchObject({ branch: null, isChange: false, selection: 'whole folder (no git)' });
    expect(snapshot.warnings).toHaveLength(1);
    await expect(openSnapshot(fixture.root, { kind: 'commit', revision: 'HEAD' })).rejects.toMatchObject({
      code: 'no-git',
    });
  });

  /** An origin that only the configuration of a stranger names, an object format that it has not. */
  const stranger = (): TemporaryFolder => {
    const other = secret();
    other.git('config', 'remote.origin.url', 'https://private.example/a/b.git');
    return other;
  };

  test('the configuration of a git directory elsewhere is not read, whatever it says of the work tree', async () => {
    const other = stranger();
    const fixture = createFolderFixture({ 'app.ts': 'a\n', '.git': `gitdir: ${other.path('.git')}\n` });
    // As if it were a submodule: but no repository around it has such a module.
    other.git('config', 'core.worktree', fixture.root);
    expect(await locateGit(fixture.root)).toMatchObject({ kind: 'none' });
    expect(await nameProject(fixture.root)).not.toContain('private.example');
    expect(await identifyRepository(fixture.root)).toEqual({ path: fixture.root, origin: null });
  });

  test('a folder inside a repository does not take the module of another for its own', async () => {
    const outer = createGitFixture({ 'a.ts': 'a\n' });
    const inner = createGitFixture({ 'lib.ts': 'x\n' });
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub');
    expect(await locateGit(outer.path('sub'))).toMatchObject({ kind: 'found', place: { topLevel: outer.path('sub') } });
    expect((await identifyRepository(outer.path('sub'))).origin).toBe(inner.root);
    outer.write({ 'evil/.git': `gitdir: ${outer.path('.git/modules/sub')}\n` });
    expect(await locateGit(outer.path('evil'))).toMatchObject({ kind: 'none' });
    outer.write({ 'evil/.git': `gitdir: ${outer.path('.git')}\n` });
    expect(await locateGit(outer.path('evil'))).toMatchObject({ kind: 'none' });
  });

  test('a linked work tree has objects and refs of the repository it belongs to, never its configuration', async () => {
    for (const format of ['sha1', 'sha256'] as const) {
      const main = createGitFixture({ 'app.ts': 'a\n' }, `--object-format=${format}`);
      main.git('config', 'remote.origin.url', 'https://private.example/a/b.git');
      const linked = createFolderFixture();
      main.git('worktree', 'add', '-q', '-b', 'x', linked.path('tree'));
      // Nothing of it is needed either.
      main.write({ '.git/config': '[core]\n\trepositoryformatversion = 0\n' });
      const place = {
        topLevel: linked.path('tree'),
        commonDir: main.path('.git'),
        configDir: null,
        objectFormat: format,
      };
      expect(await locateGit(linked.path('tree'))).toMatchObject({ kind: 'found', place });
      linked.write({ 'tree/app.ts': 'b\n' });
      const snapshot = await openSnapshot(linked.path('tree'), { kind: 'auto' });
      expect((await collect(snapshot.entries())).map(formatEntry)).toEqual(['app.ts 1-1']);
      expect(await snapshot.readBase('app.ts')).toBe('a\n');
      main.write({ '.git/config': '[remote "origin"]\n\turl = https://private.example/a/b.git\n' });
      expect(await nameProject(linked.path('tree'))).not.toContain('private.example');
    }
  });

  test('a linked .git folder is not followed', async () => {
    const other = secret();
    const fixture = createFolderFixture({ 'app.ts': 'a\n' });
    symlinkSync(other.path('.git'), fixture.path('.git'));
    expect(await openSnapshot(fixture.root, { kind: 'auto' })).toMatchObject({ branch: null, isChange: false });
  });

  test('a planted admin folder with a commondir elsewhere is not believed', async () => {
    const other = secret();
    const fixture = createFolderFixture({
      'app.ts': 'a\n',
      '.git': 'gitdir: fake\n',
      'fake/HEAD': 'ref: refs/heads/main\n',
    });
    fixture.write({ 'fake/commondir': `${other.path('.git')}\n`, 'fake/gitdir': `${fixture.path('.git')}\n` });
    const opened = openSnapshot(fixture.root, { kind: 'commit', revision: 'HEAD' });
    await expect(opened).rejects.toMatchObject({ code: 'no-git' });
  });

  test.each([
    [
      'alternates',
      (mine: TemporaryFolder, other: TemporaryFolder) =>
        mine.write({ '.git/objects/info/alternates': `${other.path('.git/objects')}\n` }),
    ],
    [
      'linked object folders',
      (mine: TemporaryFolder, other: TemporaryFolder) => {
        for (const name of readdirSync(other.path('.git/objects')).filter((each) => each.length === 2)) {
          rmSync(mine.path(`.git/objects/${name}`), { recursive: true, force: true });
          symlinkSync(other.path(`.git/objects/${name}`), mine.path(`.git/objects/${name}`));
        }
      },
    ],
    [
      'packs that are links',
      (mine: TemporaryFolder, other: TemporaryFolder) => {
        other.git('repack', '-adq');
        for (const name of readdirSync(other.path('.git/objects/pack')))
          symlinkSync(other.path(`.git/objects/pack/${name}`), mine.path(`.git/objects/pack/${name}`));
      },
    ],
  ])('objects of another repository do not come in through %s', async (_name, plant) => {
    const other = secret();
    const fixture = createFolderFixture({ 'app.ts': 'a\n' });
    fixture.git('init', '-q', '-b', 'main');
    plant(fixture, other);
    const head = other.git('rev-parse', 'HEAD').trim();
    fixture.write({ '.git/refs/heads/main': `${head}\n` });
    expect(fixture.git('show', 'main:secret.txt')).toBe('top secret\n');
    const opened = openSnapshot(fixture.root, { kind: 'commit', revision: 'main' });
    await expect(opened).rejects.toMatchObject({ code: 'unknown-revision' });
  });

  test('a commit graph that tells of no parents is not believed', async () => {
    const fixture = createGitFixture({ 'old.ts': 'a\n' });
    fixture.write({ 'new.ts': 'b\n' });
    fixture.commit();
    fixture.git('commit-graph', 'write', '--reachable');
    const path = fixture.path('.git/objects/info/commit-graph');
    const graph = readFileSync(path);
    // The table of chunks: four letters and an offset of eight bytes each. A commit: its tree, then its parents.
    let at = graph.readUInt32BE(graph.indexOf('CDAT') + 8);
    for (const _commit of [1, 2]) {
      graph.writeUInt32BE(0x7000_0000, at + 20);
      at += 36;
    }
    chmodSync(path, 0o644);
    writeFileSync(path, graph);
    expect(fixture.git('rev-list', 'HEAD').trim().split('\n')).toHaveLength(1);
    expect(await listScope(fixture.root, { kind: 'commit', revision: 'HEAD' })).toEqual(['new.ts']);
  });

  test('a ref that is a link is not read', async () => {
    const other = secret();
    const fixture = createGitFixture({ 'app.ts': 'a\n' });
    symlinkSync(other.path('.git/refs/heads/main'), fixture.path('.git/refs/heads/stolen'));
    const opened = openSnapshot(fixture.root, { kind: 'commit', revision: 'stolen' });
    await expect(opened).rejects.toMatchObject({ code: 'unknown-revision' });
  });
});

test.each(['--upload-pack=touch x', '-h', '', 'a\nb', 'no-such-branch', '--output=/tmp/x'])(
  'revision %j is refused and never an option',
  async (revision) => {
    const fixture = createGitFixture({ 'app.ts': 'a\n' });
    for (const selection of [
      { kind: 'commit', revision },
      { kind: 'range', base: revision, head: null },
    ] as const) {
      await expect(openSnapshot(fixture.root, selection)).rejects.toMatchObject({ code: 'unknown-revision' });
    }
  },
);

test('the git directory of our own is gone after disposal', async () => {
  const fixture = createGitFixture({ 'app.ts': 'a\n' });
  const listFolders = () => readdirSync(findTemporaryFolder());
  const before = listFolders();
  const repository = await createRepository({ root: fixture.root });
  await repository.open({ kind: 'commit', revision: 'HEAD' }, RULES);
  expect(listFolders()).toHaveLength(before.length + 1);
  await repository[Symbol.asyncDispose]();
  expect(listFolders()).toEqual(before);
});

describe('a name that another ref has taken', () => {
  const run =
    (name: string, ...args: readonly string[]) =>
    (folder: TemporaryFolder): string => {
      folder.git(...args);
      return name;
    };
  const take: Readonly<Record<string, (folder: TemporaryFolder, base: string) => string>> = {
    'a tag called as the branch is': run('main', 'tag', 'main', 'feature'),
    'an annotated tag': run('main', 'tag', '-a', '-m', 'x', 'main', 'feature'),
    'a ref of no kind': run('main', 'update-ref', 'refs/main', 'feature'),
    'a branch called as a commit is': (folder, base) =>
      run(base.slice(0, 7), 'branch', base.slice(0, 7), 'feature')(folder),
    'a tag called as the remote is': (folder) => {
      folder.git('update-ref', 'refs/remotes/origin/main', 'main');
      folder.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
      return run('origin', 'tag', 'origin', 'feature')(folder);
    },
  };
  test.each(Object.entries(take))(
    '%s does not empty a review: it is refused, and what is meant can be said [TRUST-01]',
    async (_name, prepare) => {
      const folder = createGitFixture({ 'a.ts': 'export const a = 1;\n' });
      const base = folder.git('rev-parse', 'HEAD').trim();
      folder.git('checkout', '-q', '-b', 'feature');
      folder.write({ 'a.ts': 'export const a = 2;\n' });
      folder.commit();
      const asked = prepare(folder, base);
      for (const args of [
        ['--base', asked],
        ['--base', `${asked}~0`],
        ['--base', asked, '--head', 'feature'],
      ]) {
        const { code, stderr } = await runCli(['review', '-C', folder.root, ...args]);
        expect([code, stderr]).toEqual([2, expect.stringContaining('is ambiguous')]);
      }
      for (const said of ['refs/heads/main', base]) {
        const { stdout } = await runCli(['review', '-C', folder.root, '-f', 'json', '--base', said]);
        expect(JSON.parse(stdout).scope.files).toBe(1);
      }
    },
  );

  test('a branch whose name could be an id, and is none, is that branch', async () => {
    const folder = createGitFixture({ 'a.ts': 'export const a = 1;\n' });
    folder.git('branch', 'facade');
    folder.write({ 'a.ts': 'export const a = 2;\n' });
    folder.commit();
    const { stdout } = await runCli(['review', '-C', folder.root, '-f', 'json', '--base', 'facade']);
    expect(JSON.parse(stdout).scope.files).toBe(1);
  });

  test('refs that mean the same commit are no question', async () => {
    const folder = createGitFixture({ 'a.ts': 'export const a = 1;\n' });
    folder.git('tag', '-a', '-m', 'x', 'main', 'HEAD');
    folder.write({ 'a.ts': 'export const a = 2;\n' });
    const { stdout } = await runCli(['review', '-C', folder.root, '-f', 'json', '--base', 'main']);
    expect(JSON.parse(stdout).scope.files).toBe(1);
  });
});
