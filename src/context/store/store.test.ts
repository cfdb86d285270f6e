import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeIndex } from '../../../test/contracts/index.ts';
import {
  collect,
  createFolderFixture,
  createGitFixture,
  RULES,
  type TemporaryFolder,
} from '../../../test/contracts/temporary-repository.ts';
import type { Index } from '../../ports/file-index.ts';
import type { Selection, Snapshot } from '../../ports/repository.ts';
import { createRepository } from '../../repository/repository.ts';
import { resolveStateDir } from '../../storage/state-dir.ts';
import { createIndex } from '../file-index.ts';
import { searchIndex } from '../search/search.ts';
import { createTokenCounter } from '../tokens.ts';
import { openContextStore, type SqliteContextStore } from './sqlite-store.ts';
import { createRecordWriter } from './write-records.ts';

const counter = createTokenCounter();

function createStateDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'consensus-review-state-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function openStore(stateDir: string | null, root = '/root'): SqliteContextStore {
  const store = openContextStore({ stateDir, root });
  onTestFinished(() => {
    if (store.database.isOpen) store[Symbol.dispose]();
  });
  return store;
}

describeIndex('an index in memory', () => createIndex(counter));
describeIndex('a stored index', () =>
  createIndex(counter, { store: openStore(createStateDir()), search: true, whole: true }),
);
describeIndex('a stored index without a state folder', () => createIndex(counter, { store: openStore(null) }));

test.each<[Record<string, string>, string, string, string]>([
  [{ CONSENSUS_REVIEW_STATE_DIR: '/s' }, 'linux', '/home/u', '/s'],
  [{ CONSENSUS_REVIEW_STATE_DIR: '' }, 'linux', '/home/u', '/home/u/.local/state/consensus-review'],
  [{ XDG_STATE_HOME: '/x' }, 'linux', '/home/u', '/x/consensus-review'],
  [{ XDG_STATE_HOME: 'relative' }, 'freebsd', '/home/u', '/home/u/.local/state/consensus-review'],
  [{}, 'darwin', '/Users/u', '/Users/u/Library/Application Support/consensus-review'],
  [{ LOCALAPPDATA: 'C:\\L' }, 'win32', 'C:\\U', 'C:\\L\\consensus-review'],
  [{}, 'win32', 'C:\\U', 'C:\\U\\AppData\\Local\\consensus-review'],
])('%j on %s keeps state in the right place', (environment, platform, home, expected) => {
  expect(resolveStateDir(environment, platform, home)).toBe(expected);
});

/** Long enough for the marks of files just written to be trusted. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150));

interface Watched {
  readonly reads: string[];
  readonly counts: string[];
  run(options?: { selection?: Selection; search?: boolean; maxFileBytes?: number }): Promise<readonly string[]>;
}

/** Measures a folder and notes what was read and counted. */
function watch(folder: TemporaryFolder, store: SqliteContextStore): Watched {
  const reads: string[] = [];
  const counts: string[] = [];
  const counting = {
    countExact(text: string) {
      counts.push(text);
      return counter.countExact(text);
    },
  };
  return {
    reads,
    counts,
    async run({ selection = { kind: 'all' } as Selection, search: wantsSearch = true, maxFileBytes = 1_000_000 } = {}) {
      reads.length = 0;
      counts.length = 0;
      await using repository = await createRepository({ root: folder.root });
      const snapshot = await repository.open(selection, { ...RULES, maxFileBytes });
      const watched: Snapshot = {
        ...snapshot,
        read(path) {
          reads.push(path);
          return snapshot.read(path);
        },
      };
      const index: Index = createIndex(counting, { store, search: wantsSearch, whole: selection.kind === 'all' });
      const measured = await collect(index.measure(watched, watched.entries()));
      return measured.map((entry) => `${entry.path} ${entry.kind === 'file' ? entry.tokens : entry.reason}`);
    },
  };
}

const find = (store: SqliteContextStore, query: string): string[] =>
  searchIndex(store.database, { query, limit: 10 }).results.map(({ filePath }) => filePath);

test('an unchanged file is neither read nor counted again, in another process or on another branch', async () => {
  const folder = createGitFixture({
    'a.ts': 'export const alpha = 1;\n',
    'b.ts': 'export const beta = 2;\n',
    'x.bin': Buffer.from([0, 1]),
  });
  const stateDir = createStateDir();
  await settle();
  const first = watch(folder, openStore(stateDir, folder.root));
  const measured = await first.run();
  expect([first.reads.length, first.counts.length]).toEqual([3, 2]);
  const second = watch(folder, openStore(stateDir, folder.root));
  expect(await second.run()).toEqual(measured);
  expect([second.reads, second.counts]).toEqual([[], []]);
  folder.git('checkout', '-q', '-b', 'other');
  folder.write({ 'b.ts': 'export const gamma = 3;\n' });
  await settle();
  await second.run();
  expect([second.reads, second.counts]).toEqual([['b.ts'], ['export const gamma = 3;\n']]);
  folder.git('checkout', '-q', '--force', 'main');
  await settle();
  await second.run();
  expect(second.counts).toEqual([]);
});

test('a file renamed, touched or copied is not counted again', async () => {
  const folder = createFolderFixture({ 'a.ts': 'export const alpha = 1;\n' });
  const store = openStore(createStateDir(), folder.root);
  const watched = watch(folder, store);
  await watched.run();
  folder.remove('a.ts');
  folder.write({ 'sub/moved.ts': 'export const alpha = 1;\n', 'copy.ts': 'export const alpha = 1;\n' });
  expect((await watched.run()).length).toBe(2);
  expect(watched.counts).toEqual([]);
  expect(find(store, 'alpha').sort()).toEqual(['copy.ts', 'sub/moved.ts']);
});

test('a file written again within the same tick is read again', async () => {
  const folder = createFolderFixture({ 'a.ts': 'const one = 1;\n' });
  const watched = watch(folder, openStore(createStateDir(), folder.root));
  for (const text of ['const two = 2;\n', 'const six = 6;\n', 'const ten = 0;\n']) {
    folder.write({ 'a.ts': text });
    await watched.run();
    expect(watched.reads).toEqual(['a.ts']);
    expect(watched.counts).toEqual([text]);
  }
});

test('a known file over a smaller limit is too large all the same', async () => {
  const folder = createFolderFixture({ 'a.ts': 'const one = 1;\n' });
  const watched = watch(folder, openStore(createStateDir(), folder.root));
  await settle();
  expect(await watched.run()).toEqual(['a.ts 6']);
  expect(await watched.run({ maxFileBytes: 4 })).toEqual(['a.ts too-large']);
});

test('a commit is known by its blobs, and leaves the search of the branch alone', async () => {
  const folder = createGitFixture({ 'a.ts': 'export const alpha = 1;\n' });
  folder.write({ 'a.ts': 'export const omega = 1;\n' });
  const revision = folder.commit();
  const store = openStore(createStateDir(), folder.root);
  const watched = watch(folder, store);
  const selection = { kind: 'commit', revision } as const;
  const measured = await watched.run({ selection, search: false });
  expect(watched.counts).toHaveLength(1);
  expect(await watched.run({ selection, search: false })).toEqual(measured);
  expect([watched.reads, watched.counts]).toEqual([[], []]);
  expect(find(store, 'omega')).toEqual([]);
});

test('search follows the files: what is gone or changed is not found any more', async () => {
  const folder = createFolderFixture({ 'a.ts': 'export const alpha = 1;\n', 'b.ts': 'export const beta = 2;\n' });
  const store = openStore(createStateDir(), folder.root);
  const watched = watch(folder, store);
  await watched.run({ search: false });
  expect(find(store, 'alpha')).toEqual([]);
  await watched.run();
  expect(find(store, 'alpha')).toEqual(['a.ts']);
  folder.write({ 'a.ts': 'export const gamma = 1;\n' });
  folder.remove('b.ts');
  await watched.run();
  expect(['alpha', 'beta', 'gamma'].map((query) => find(store, query))).toEqual([[], [], ['a.ts']]);
});

test('versions that no branch has any more are taken out once there are many, words of their paths too', async () => {
  const listFiles = (folderName: string): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: 210 }, (_, i) => [`${folderName}/f${i}.ts`, `const ${folderName}${i} = 1;\n`]),
    );
  const folder = createFolderFixture(listFiles('elephant'));
  const store = openStore(createStateDir(), folder.root);
  const watched = watch(folder, store);
  const count = (table: string): unknown => store.database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n;
  await watched.run();
  folder.write({ 'elephant/f0.ts': 'const antelope = 1;\n' });
  await watched.run();
  expect([count('doc'), count('entry'), count('passage')]).toEqual([211, 210, 211]);
  for (const path of Object.keys(listFiles('elephant'))) folder.remove(path);
  folder.write(listFiles('giraffe'));
  await watched.run();
  expect([count('doc'), count('entry'), count('passage')]).toEqual([210, 210, 210]);
  const terms = store.database
    .prepare("SELECT term FROM vocabulary WHERE term GLOB '*elephant*' OR term = 'antelope'")
    .all();
  expect(terms).toEqual([]);
  store.database.exec("INSERT INTO terms(terms) VALUES ('integrity-check')");
  expect(find(store, 'giraffe')).toHaveLength(10);
});

test('what declares names is taken out as it was put in, and its names are found', async () => {
  const folder = createFolderFixture(
    Object.fromEntries(Array.from({ length: 260 }, (_, i) => [`f${i}.ts`, `export function handler${i}() {}\n`])),
  );
  const store = openStore(createStateDir(), folder.root);
  const watched = watch(folder, store);
  await watched.run();
  const declared = store.database
    .prepare("SELECT count(*) AS n FROM terms WHERE terms MATCH 'symbols : handler'")
    .get();
  expect(declared?.n).toBe(260);
  for (let i = 0; i < 230; i += 1) folder.remove(`f${i}.ts`);
  await watched.run();
  store.database.exec("INSERT INTO terms(terms) VALUES ('integrity-check')");
  expect([store.warning, find(store, 'handler240')[0]]).toEqual([null, 'f240.ts']);
});

test('a file damaged behind its header costs a run its memory, and the next one begins anew', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`f${i}.ts`, `export const name${i} = ${i};\n`]),
  );
  const folder = createFolderFixture(files);
  const stateDir = createStateDir();
  const first = openContextStore({ stateDir, root: folder.root });
  await watch(folder, first).run();
  first[Symbol.dispose]();
  const [name = ''] = readdirSync(join(stateDir, 'index'));
  const path = join(stateDir, 'index', name);
  const bytes = readFileSync(path);
  writeFileSync(path, Buffer.concat([bytes.subarray(0, 8192), Buffer.alloc(bytes.length - 8192, 0x5a)]));
  const second = openContextStore({ stateDir, root: folder.root });
  expect(await watch(folder, second).run()).toHaveLength(300);
  expect(second.warning).toMatch(/damaged/u);
  second[Symbol.dispose]();
  const third = openStore(stateDir, folder.root);
  expect(await watch(folder, third).run()).toHaveLength(300);
  expect([third.warning, find(third, 'name250')[0]]).toEqual([null, 'f250.ts']);
});

test('branches are searched apart', async () => {
  const folder = createGitFixture({ 'a.ts': 'export const alpha = 1;\n' });
  const store = openStore(createStateDir(), folder.root);
  const watched = watch(folder, store);
  await watched.run();
  folder.git('checkout', '-q', '-b', 'other');
  folder.write({ 'a.ts': 'export const omega = 1;\n' });
  await watched.run();
  const on = (branch: string, query: string): number =>
    searchIndex(store.database, { query, limit: 5, branch }).results.length;
  expect([on('main', 'alpha'), on('main', 'omega'), on('other', 'alpha'), on('other', 'omega')]).toEqual([1, 0, 0, 1]);
  expect(find(store, 'omega')).toEqual(['a.ts']);
});

test('hostile names are kept as they are', async () => {
  const names = [
    "it's.ts",
    'quo"te.ts',
    'new\nline.ts',
    'ünï-日本.ts',
    '%_*?.ts',
    '-rf.ts',
    "'; DROP TABLE entry; --.ts",
  ];
  const folder = createFolderFixture(Object.fromEntries(names.map((name) => [name, 'export const alpha = 1;\n'])));
  const store = openStore(createStateDir(), folder.root);
  expect(await watch(folder, store).run()).toHaveLength(names.length);
  expect(find(store, 'alpha').sort()).toEqual([...names].sort());
  for (const name of names) {
    expect(
      searchIndex(store.database, { query: 'alpha', limit: 10, pathPrefix: name }).results.map(
        ({ filePath }) => filePath,
      ),
    ).toEqual([name]);
  }
});

test('what was measured stays measured when the caller stops half way', async () => {
  const folder = createFolderFixture(
    Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i + 10}.ts`, `const a${i} = ${i};\n`])),
  );
  await settle();
  const store = openStore(createStateDir(), folder.root);
  await using repository = await createRepository({ root: folder.root });
  const snapshot = await repository.open({ kind: 'all' }, RULES);
  for await (const _file of createIndex(counter, { store }).measure(snapshot, snapshot.entries())) break;
  const watched = watch(folder, store);
  expect(await watched.run({ search: false })).toHaveLength(60);
  expect(watched.counts.length).toBeLessThan(60);
});

test('a large scope is written by a thread, and is the same', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [
      `f${i + 10}.ts`,
      `export const only${i} = 1;\n${'// many words here\n'.repeat(15_000)}`,
    ]),
  );
  const folder = createFolderFixture(files);
  await settle();
  const store = openStore(createStateDir(), folder.root);
  const watched = watch(folder, store);
  await watched.run();
  expect(store.warning).toBeNull();
  expect(find(store, 'only7')).toContain('f17.ts');
  await watched.run();
  expect(watched.reads).toEqual([]);
});

test('two stores on one folder at the same time do not hurt each other', async () => {
  const folder = createFolderFixture(
    Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`f${i}.ts`, `export const name${i} = ${i};\n`])),
  );
  const stateDir = createStateDir();
  const stores = [openStore(stateDir, folder.root), openStore(stateDir, folder.root)];
  const results = await Promise.all(stores.map((store) => watch(folder, store).run()));
  expect(results[0]).toEqual(results[1]);
  for (const store of stores) {
    expect(find(store, 'name150')[0]).toBe('f150.ts');
    expect(store.database.prepare('SELECT count(*) AS n FROM doc').get()?.n).toBe(200);
  }
});

test('a damaged file is begun anew, with a warning', async () => {
  const folder = createFolderFixture({ 'a.ts': 'export const alpha = 1;\n' });
  const stateDir = createStateDir();
  openContextStore({ stateDir, root: folder.root })[Symbol.dispose]();
  const [name = ''] = readdirSync(join(stateDir, 'index'));
  writeFileSync(join(stateDir, 'index', name), 'not a database at all, but long enough to be looked at'.repeat(100));
  const store = openStore(stateDir, folder.root);
  expect(store.warning).toContain('created again');
  await watch(folder, store).run();
  expect(find(store, 'alpha')).toEqual(['a.ts']);
});

test('the file of an older program is removed when a new one begins', () => {
  const stateDir = createStateDir();
  const path = openStore(stateDir).path ?? '';
  rmSync(path);
  const older = path.replace(/-\d+\.sqlite$/u, '-1.sqlite');
  const foreign = path.replace(/[0-9a-f]{32}-\d+/u, `${'0'.repeat(32)}-1`);
  for (const file of [older, foreign]) writeFileSync(file, '');
  openStore(stateDir);
  expect(readdirSync(join(stateDir, 'index')).filter((name) => name.endsWith('-1.sqlite'))).toEqual([
    basename(foreign),
  ]);
});

test('a state folder that cannot be used leaves an index of this run, and says so', async () => {
  const folder = createFolderFixture({ 'a.ts': 'export const alpha = 1;\n', 'state-file': '' });
  const store = openStore(folder.path('state-file'), folder.root);
  expect(store.warning).toContain('state-file');
  expect(store.path).toBeNull();
  await watch(folder, store).run();
  expect(find(store, 'alpha')).toEqual(['a.ts']);
});

test('the state folder is the user’s alone, and the reviewed folder is left as it was', async () => {
  const folder = createFolderFixture({ 'a.ts': 'a\n' });
  const stateDir = join(createStateDir(), 'new');
  await watch(folder, openStore(stateDir, folder.root)).run();
  expect(readdirSync(folder.root)).toEqual(['a.ts']);
  chmodSync(stateDir, 0o700);
  expect(readdirSync(join(stateDir, 'index'))[0]).toMatch(/^[0-9a-f]{32}-\d+\.sqlite$/);
});

test('a state folder inside the reviewed folder is not part of it', async () => {
  const folder = createFolderFixture({
    'a.ts': 'export const alpha = 1;\n',
    '.state/own.txt': 'words\n',
    '.stately.txt': 'b\n',
  });
  const store = openStore(folder.path('.state'), folder.root);
  const watched = watch(folder, store);
  const measured = (await watched.run()).filter((line) => !line.endsWith(' ignored'));
  expect(measured).toEqual(['.stately.txt 2', 'a.ts 7']);
});

test('the number of a text or file that was forgotten is never given to another', async () => {
  const store = openStore(null);
  const { write } = createRecordWriter(store.database);
  const measure = { reason: null, shebang: null, tokens: 1, loc: 1, lines: 1 };
  const record = (name: string, isSearched: boolean) => ({
    path: `${name}.ts`,
    identity: null,
    content: { hash: name, measure },
    search: isSearched ? { branch: null, language: null, text: `const ${name} = 1;` } : null,
  });
  const highest = (table: string): number =>
    Number(store.database.prepare(`SELECT max(id) AS id FROM ${table}`).get()?.id);
  const count = (table: string): unknown => store.database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n;
  write(Array.from({ length: 210 }, (_, i) => record(`searched${i}`, true)));
  write(Array.from({ length: 50_500 }, (_, i) => record(`measured${i}`, false)));
  const before = [highest('content'), highest('doc')] as const;
  await store.settleBranch(null, new Set());
  expect([count('content'), count('doc')]).toEqual([2, 1]);
  write([record('later', true)]);
  expect([highest('content'), highest('doc')]).toEqual([before[0] + 1, before[1] + 1]);
});
