import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createRedactor } from '../../protocol/redaction/redactor.ts';
import { openContextStore, type SqliteContextStore } from '../store/sqlite-store.ts';
import { createRecordWriter } from '../store/write-records.ts';
import { type Embedder, searchHybrid } from './hybrid-search.ts';
import { searchIndex } from './search.ts';

function openStore(files: Readonly<Record<string, string>>, branch: string | null = null): SqliteContextStore {
  const store = openContextStore({ stateDir: null, root: '/root' });
  onTestFinished(() => store[Symbol.dispose]());
  const measure = { reason: null, shebang: null, tokens: 0, loc: 0, lines: 0 };
  createRecordWriter(store.database).write(
    Object.entries(files).map(([path, text]) => ({
      path,
      identity: null,
      content: { hash: path, measure },
      search: { branch, language: null, text },
    })),
  );
  return store;
}

const FILES = {
  'src/auth/session-store.ts': 'export function loadUserSession(id: string) {\n  return sessions.get(id);\n}\n',
  'src/http/parse-headers.ts': 'export const parseHttpHeaders = (raw: string) => raw.split("\\n");\n',
  'src/report/table.ts': `${'fillLine();\n'.repeat(120)}export function renderTable(rows: string[]) {\n  return rows.join("|");\n}\n`,
  'docs/guide.md': '# Guide\n\nHow a session of a user is loaded.\n',
};

const find = (store: SqliteContextStore, query: string, limit = 10) =>
  searchIndex(store.database, { query, limit, branch: null });
const paths = (store: SqliteContextStore, query: string): string[] =>
  find(store, query).results.map(({ filePath }) => filePath);

test.each<[string, string]>([
  ['loadUserSession', 'src/auth/session-store.ts'],
  ['load_user_session', 'src/auth/session-store.ts'],
  ['user sessions loaded', 'src/auth/session-store.ts'],
  ['http header parsing', 'src/http/parse-headers.ts'],
  ['parse-headers', 'src/http/parse-headers.ts'],
  ['render rows', 'src/report/table.ts'],
  ['guide', 'docs/guide.md'],
])('%j finds %s by its words', (query, path) => {
  const answer = find(openStore(FILES), query);
  expect(answer.source).toBe('keyword');
  expect(answer.results[0]?.filePath).toBe(path);
});

test('a result is the chunk that answers, with its lines, best first', () => {
  const { results } = find(openStore(FILES), 'renderTable');
  expect(results).toHaveLength(1);
  expect(results[0]?.content).toContain('function renderTable');
  expect(results[0]).toMatchObject({ filePath: 'src/report/table.ts', endLine: 123 });
  expect(results[0]?.startLine).toBeGreaterThan(40);
  const scores = find(openStore(FILES), 'user session header').results.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

test('what no term knows is looked for as it stands, in any case', () => {
  const answer = find(openStore(FILES), 'SPLIT("\\N');
  expect(answer.source).toBe('keyword');
  expect(find(openStore(FILES), 'sions.GET(')).toMatchObject({ source: 'keyword' });
  const grep = find(openStore(FILES), 'oadUse');
  expect([
    grep.source,
    grep.results.map(({ filePath, startLine, endLine }) => `${filePath} ${startLine}-${endLine}`),
  ]).toEqual(['grep', ['src/auth/session-store.ts 1-3']]);
  expect(find(openStore(FILES), '.*')).toEqual({ query: '.*', source: 'grep', results: [] });
  expect(find(openStore(FILES), '   ').results).toEqual([]);
});

test('limit, path and branch narrow the answer', () => {
  const store = openStore(FILES);
  expect(find(store, 'session user header rows', 2).results).toHaveLength(2);
  expect(
    searchIndex(store.database, { query: 'session', limit: 9, pathPrefix: 'docs/', branch: null }).results.map(
      ({ filePath }) => filePath,
    ),
  ).toEqual(['docs/guide.md']);
  expect(searchIndex(store.database, { query: 'session', limit: 9, branch: 'main' }).results).toEqual([]);
});

test('no question breaks search', () => {
  const store = openStore(FILES);
  const codes = fc.array(fc.oneof(fc.integer({ min: 0, max: 127 }), fc.integer({ min: 128, max: 0x10ffff })), {
    maxLength: 60,
  });
  const hostile = fc.constantFrom(
    '" OR 1',
    'NEAR(a b)',
    'path:x',
    'a*',
    '^a',
    '-a',
    "'; DROP TABLE doc; --",
    '\\',
    '(',
    '[',
    '\ud800',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        codes.map((each) => String.fromCodePoint(...each)),
        hostile,
      ),
      (query) => {
        const { results } = find(store, query);
        expect(results.every(({ startLine, endLine }) => startLine >= 1 && endLine >= startLine)).toBe(true);
      },
    ),
  );
  expect(paths(store, 'session')).toContain('src/auth/session-store.ts');
});

test('a megabyte in one line is found, shown in part and says so', () => {
  const store = openStore({ 'big.js': `${'x1,'.repeat(200_000)}needleWord,${'y2,'.repeat(133_000)}` });
  const started = process.cpuUsage();
  const [result] = find(store, 'needle word').results;
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000);
  expect(result).toMatchObject({ filePath: 'big.js', startLine: 1, endLine: 1 });
  expect(result?.content).toContain('needleWord');
  expect(result?.content).toContain('[cut]');
  expect(result?.content.length).toBeLessThan(9000);
});

const embedder = (embed: Embedder['embed']): Embedder => ({ name: 'test', embed });
const isGuide = (text: string): boolean => text.includes('Guide') || !text.includes('\n');

test('an embedder reorders the answer; without one, or when it fails, words alone answer', async () => {
  const store = openStore(FILES);
  const request = { query: 'user session', limit: 2, branch: null };
  const signal = new AbortController().signal;
  const redactor = createRedactor();
  const byMeaning = embedder(async (texts) => texts.map((text) => Float32Array.from(isGuide(text) ? [1, 0] : [0, 1])));
  const hybrid = await searchHybrid(store, request, { embedder: byMeaning, redactor, read: null, signal });
  expect([hybrid.source, hybrid.results.length]).toEqual(['hybrid', 2]);
  const keyword = searchIndex(store.database, request);
  expect(await searchHybrid(store, request, { embedder: null, redactor, read: null, signal })).toEqual(keyword);
  const broken = embedder(() => Promise.reject(new Error('no network')));
  expect(await searchHybrid(store, request, { embedder: broken, redactor, read: null, signal })).toEqual(keyword);
  expect(
    await searchHybrid(store, request, { embedder: embedder(async () => []), redactor, read: null, signal }),
  ).toEqual(keyword);
});

test('a very long line is cut between words, and words across a cut are found as they stand', () => {
  for (const cut of [31_990, 31_995, 32_000]) {
    const moved = openStore({ 'long.txt': `${'-'.repeat(cut)} penguinColony ${'+ '.repeat(20_000)}` });
    expect(find(moved, 'penguincolony')).toMatchObject({ source: 'keyword', results: [{ startLine: 1 }] });
  }
  for (const lead of [31_996, 31_997, 31_998, 31_999, 32_000]) {
    const odd = openStore({ 'odd.txt': `${'-'.repeat(lead)}<=>?!${'+'.repeat(40_000)}` });
    expect(find(odd, '<=>?!'), String(lead)).toMatchObject({
      source: 'grep',
      results: [{ filePath: 'odd.txt', startLine: 1, endLine: 1, score: 1 }],
    });
  }
});

test('with a list of paths only those answer, by words and as they stand', () => {
  const store = openStore({ 'a.ts': 'const walrus = 1 !== 2;\n', 'b.ts': 'const walrus = 2 !== 3;\n' });
  const only = new Set(['b.ts']);
  for (const query of ['walrus', '!==']) {
    const { results } = searchIndex(store.database, { query, limit: 5, branch: null, only });
    expect(results.map(({ filePath }) => filePath)).toEqual(['b.ts']);
  }
});
