/** What every context store keeps to, whoever stores it: opened again and again, by one process after another. */
import { describe, expect, test } from 'vitest';
import type { ContextStore, FileRecord, Measure, SearchRequest } from '../../src/ports/context-store.ts';

export interface ContextStoreFixture {
  /** The store as the next process finds it. */
  open(): ContextStore;
  close(): void;
}

const MEASURE: Measure = { reason: null, shebang: null, tokens: 7, loc: 2, lines: 3 };

const recordOf = (path: string, text: string, branch: string | null = null): FileRecord => ({
  path,
  identity: `disk ${path} ${text.length}`,
  content: { hash: `hash of ${text}`, measure: MEASURE },
  search: { branch, language: 'typescript', text },
});

async function write(store: ContextStore, ...records: readonly FileRecord[]): Promise<void> {
  const writer = store.openWriter();
  for (const record of records) {
    writer.add(record);
    await writer.writeFull();
  }
  await writer.end();
}

const find = async (
  store: ContextStore,
  query: string,
  more: Partial<SearchRequest> = {},
): Promise<readonly string[]> =>
  (await store.search({ query, limit: 10, branch: null, ...more })).results.map(({ filePath }) => filePath).toSorted();

export function contextStoreContract(name: string, createBed: () => ContextStoreFixture): void {
  const withBed = async (work: (fixture: ContextStoreFixture) => Promise<void>): Promise<void> => {
    const fixture = createBed();
    try {
      await work(fixture);
    } finally {
      fixture.close();
    }
  };

  describe(`context store: ${name}`, () => {
    test('an empty store knows nothing', () =>
      withBed(async (fixture) => {
        const store = fixture.open();
        expect([store.warning, store.owns('a.ts'), store.hasText(1), store.extentOf(null)]).toEqual([
          null,
          false,
          false,
          'none',
        ]);
        expect([store.openLookup(null)('a.ts', 'disk 1'), store.findContent('h')]).toEqual([null, null]);
        expect(await store.search({ query: 'word', limit: 1 })).toEqual({ query: 'word', source: 'grep', results: [] });
      }));

    test('a file is known by its identity, in the next process too; with another identity it is not', () =>
      withBed(async (fixture) => {
        await write(fixture.open(), recordOf('a.ts', 'alpha'));
        const store = fixture.open();
        const lookUp = store.openLookup(null);
        const known = lookUp('a.ts', 'disk a.ts 5');
        expect(known).toMatchObject({ ...MEASURE, isSearchable: true });
        expect(store.findContent('hash of alpha')).toMatchObject({ ...MEASURE, contentId: known?.contentId });
        expect([lookUp('a.ts', 'disk a.ts 6'), lookUp('b.ts', 'disk b.ts 5')]).toEqual([null, null]);
      }));

    test('a blob is known wherever it lies; a file on disk at its path alone', () =>
      withBed(async (fixture) => {
        const content = { hash: 'h', measure: MEASURE };
        await write(
          fixture.open(),
          { path: 'a.ts', identity: 'blob 1', content, search: null },
          { path: 'b.ts', identity: 'disk 1', content, search: null },
        );
        const lookUp = fixture.open().openLookup('main');
        expect(lookUp('other.ts', 'blob 1')).toMatchObject({ ...MEASURE, isSearchable: false });
        expect(lookUp('b.ts', 'disk 1')).toMatchObject(MEASURE);
        expect(lookUp('other.ts', 'disk 1')).toBeNull();
      }));

    test('many files are looked up as one is', () =>
      withBed(async (fixture) => {
        const paths = Array.from({ length: 400 }, (_, i) => `f${i}.ts`);
        await write(fixture.open(), ...paths.map((path) => recordOf(path, `text of ${path}`)));
        const lookUp = fixture.open().openLookup(null);
        const known = paths.map((path) => lookUp(path, `disk ${path} ${`text of ${path}`.length}`));
        expect(new Set(known.map((file) => file?.contentId)).size).toBe(400);
        expect(known.every((file) => file?.isSearchable)).toBe(true);
      }));

    test('the same text is the same content; its first measure stays, and its text need not come twice', () =>
      withBed(async (fixture) => {
        const store = fixture.open();
        await write(store, recordOf('a.ts', 'alpha'), {
          ...recordOf('b.ts', 'alpha'),
          content: { hash: 'hash of alpha', measure: { ...MEASURE, tokens: 99 } },
        });
        const contentId = store.findContent('hash of alpha')?.contentId ?? 0;
        expect([store.findContent('hash of alpha')?.tokens, store.hasText(contentId)]).toEqual([7, true]);
        const search = { branch: 'other', language: null, text: null };
        await write(store, { path: 'c.ts', identity: null, content: contentId, search });
        expect([await find(store, 'alpha'), await find(store, 'alpha', { branch: 'other' })]).toEqual([
          ['a.ts', 'b.ts'],
          ['c.ts'],
        ]);
      }));

    test('what is only measured is not searched, and content without a text stays so', () =>
      withBed(async (fixture) => {
        const store = fixture.open();
        await write(store, { ...recordOf('a.ts', 'alpha'), search: null });
        const contentId = store.findContent('hash of alpha')?.contentId ?? 0;
        const search = { branch: null, language: null, text: null };
        await write(store, { path: 'a.ts', identity: null, content: contentId, search });
        expect([store.hasText(contentId), await find(store, 'alpha'), store.extentOf(null)]).toEqual([
          false,
          [],
          'none',
        ]);
      }));

    test('a file that changed is found by what it holds now', () =>
      withBed(async (fixture) => {
        const store = fixture.open();
        await write(store, recordOf('a.ts', 'const alpha = 1;'));
        await write(store, recordOf('a.ts', 'const gamma = 1;'));
        expect([await find(store, 'alpha'), await find(store, 'gamma')]).toEqual([[], ['a.ts']]);
      }));

    test('branches are searched apart; without a name the last one settled answers', () =>
      withBed(async (fixture) => {
        const store = fixture.open();
        await write(store, recordOf('a.ts', 'alpha', 'main'), recordOf('a.ts', 'omega', 'other'));
        await store.settleBranch('other', null);
        await store.settleBranch('main', null);
        const on = async (branch: string | null): Promise<readonly number[]> => [
          (await find(store, 'alpha', { branch })).length,
          (await find(store, 'omega', { branch })).length,
        ];
        expect([await on('main'), await on('other'), await on(null)]).toEqual([
          [1, 0],
          [0, 1],
          [0, 0],
        ]);
        const next = fixture.open();
        expect((await next.search({ query: 'alpha', limit: 1 })).results).toHaveLength(1);
        await next.settleBranch('other', null);
        expect((await next.search({ query: 'alpha', limit: 1 })).results).toHaveLength(0);
      }));

    test('a whole folder forgets the paths it has no more; a part forgets nothing', () =>
      withBed(async (fixture) => {
        const store = fixture.open();
        await write(store, recordOf('a.ts', 'alpha one'), recordOf('b.ts', 'alpha two'));
        expect(store.extentOf(null)).toBe('part');
        await store.settleBranch(null, null);
        expect([await find(store, 'alpha'), store.extentOf(null)]).toEqual([['a.ts', 'b.ts'], 'part']);
        await store.settleBranch(null, new Set(['b.ts']));
        expect([await find(store, 'alpha'), store.extentOf(null)]).toEqual([['b.ts'], 'whole']);
        await store.settleBranch(null, null);
        expect([fixture.open().extentOf(null), fixture.open().extentOf('main')]).toEqual(['whole', 'none']);
        expect(store.openLookup(null)('a.ts', 'disk a.ts 9')).toMatchObject({ isSearchable: false });
      }));

    test('the last sixteen branches stay searchable', () =>
      withBed(async (fixture) => {
        const store = fixture.open();
        for (let i = 0; i < 18; i += 1) {
          await write(store, recordOf('a.ts', 'alpha', `b${i}`));
          await store.settleBranch(`b${i}`, new Set(['a.ts']));
        }
        const found = await Promise.all(['b1', 'b2', 'b17'].map((branch) => find(store, 'alpha', { branch })));
        expect([found.map(({ length }) => length), store.extentOf('b1'), store.extentOf('b2')]).toEqual([
          [0, 1, 1],
          'none',
          'whole',
        ]);
      }));

    test('search keeps to a file, a folder, a list of paths and a limit', () =>
      withBed(async (fixture) => {
        const store = fixture.open();
        const paths = ['src/a.ts', 'src/deep/b.ts', 'srcs/c.ts', 'src.ts'];
        await write(store, ...paths.map((path) => recordOf(path, `const walrus = ${path.length} !== 2;\n`)));
        for (const query of ['walrus', '!==']) {
          expect(await find(store, query, { pathPrefix: 'src' })).toEqual(['src/a.ts', 'src/deep/b.ts']);
          expect(await find(store, query, { pathPrefix: 'src/deep/' })).toEqual(['src/deep/b.ts']);
          expect(await find(store, query, { pathPrefix: 'src.ts' })).toEqual(['src.ts']);
          expect(await find(store, query, { only: new Set(['src.ts', 'gone.ts']) })).toEqual(['src.ts']);
          expect((await store.search({ query, limit: 3, branch: null })).results).toHaveLength(3);
          expect((await store.search({ query, limit: -1, branch: null })).results).toHaveLength(1);
        }
      }));

    test('words are found in any case; what is no word is found as it stands', () =>
      withBed(async (fixture) => {
        const store = fixture.open();
        await write(store, recordOf('a.ts', 'one\nconst Walrus = 1 !== 2;\n'));
        const answers = await Promise.all(['wALRUS', '!==', ' \n '].map((query) => store.search({ query, limit: 5 })));
        expect(answers.map(({ source, results }) => [source, results.length])).toEqual([
          ['keyword', 1],
          ['grep', 1],
          ['grep', 0],
        ]);
        const [result] = answers[0]?.results ?? [];
        expect(result).toMatchObject({ filePath: 'a.ts', startLine: 1, endLine: 2 });
        expect(result?.content).toContain('const Walrus');
      }));

    test('names of files and branches are kept as they are', () =>
      withBed(async (fixture) => {
        const names = [
          "it's.ts",
          'quo"te.ts',
          'new\nline.ts',
          'ünï-日本.ts',
          '%_*?.ts',
          '-rf.ts',
          "'; DROP TABLE entry; --",
        ];
        for (const branch of names) {
          const store = fixture.open();
          await write(store, ...names.map((path) => recordOf(path, 'alpha', branch)));
          expect(await find(store, 'alpha', { branch })).toEqual(names.toSorted());
          for (const pathPrefix of names)
            expect(await find(store, 'alpha', { branch, pathPrefix })).toEqual([pathPrefix]);
        }
      }));

    test('two at a time do not disturb each other', () =>
      withBed(async (fixture) => {
        const stores = [fixture.open(), fixture.open()];
        const records = Array.from({ length: 50 }, (_, i) => recordOf(`f${i}.ts`, `const name${i} = 1;`));
        await Promise.all(stores.map((store, i) => write(store, ...(i === 0 ? records : records.toReversed()))));
        for (const store of stores) {
          await store.settleBranch(null, new Set(records.map(({ path }) => path)));
          const [best] = (await store.search({ query: 'name33', limit: 1 })).results;
          expect([store.warning, best?.filePath]).toEqual([null, 'f33.ts']);
        }
      }));
  });
}
