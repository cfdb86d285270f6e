import { expect, test } from 'vitest';
import { collect, RULES } from '../../test/contracts/temporary-repository.ts';
import type { ScopeEntry } from '../ports/repository.ts';
import { createMemoryRepository } from '../testing/memory-repository.ts';
import { createIndex } from './file-index.ts';
import { createTokenPool, type TokenPool } from './token-pool.ts';
import { createTokenCounter } from './tokens.ts';

const words = { encoding: 'words', count: (text: string) => text.split(/\s+/u).filter(Boolean).length };
const index = createIndex(words);
const open = (files: Parameters<typeof createMemoryRepository>[0], branch: string | null = 'feature/x') =>
  createMemoryRepository(files, { branch }).open({ kind: 'all' }, RULES);

test('every entry has tokens, lines and branch; what is not to be reviewed has a reason [SCOPE-04]', async () => {
  const snapshot = await open({
    'a.ts': 'one two\n\n  three\n',
    'empty.py': '',
    'gen.pb.go': 'package a\n',
    run: '#!/usr/bin/env python3\n',
    'huge.bin': { unusable: 'binary' },
    'yarn.lock': 'lock\n',
  });
  const file = { kind: 'file', changed: null, branch: 'feature/x', estimated: false };
  expect(await collect(index.measure(snapshot, snapshot.entries()))).toEqual([
    { ...file, path: 'a.ts', language: 'typescript', tokens: 3, lines: 3, loc: 2 },
    { ...file, path: 'empty.py', language: 'python', tokens: 0, lines: 0, loc: 0 },
    { kind: 'ignored', path: 'gen.pb.go', reason: 'generated' },
    { kind: 'ignored', path: 'huge.bin', reason: 'binary' },
    { ...file, path: 'run', language: 'python', tokens: 2, lines: 1, loc: 1 },
    { kind: 'ignored', path: 'yarn.lock', reason: 'generated' },
  ]);
});

test('counts start before the scope has ended [SCOPE-02]', async () => {
  const snapshot = await open(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`f${i}.ts`, 'x\n'])));
  let isScopeEnded = false;
  async function* slowly(): AsyncGenerator<ScopeEntry> {
    yield* snapshot.entries();
    isScopeEnded = true;
  }
  const measured = index.measure(snapshot, slowly())[Symbol.asyncIterator]();
  expect((await measured.next()).value).toMatchObject({ path: 'f0.ts', tokens: 1 });
  expect(isScopeEnded).toBe(false);
});

test('results keep the order of the scope, each file is read once', async () => {
  const paths = Array.from({ length: 50 }, (_, i) => `f${String(i).padStart(2, '0')}.ts`);
  const snapshot = await open(Object.fromEntries(paths.map((path) => [path, 'x\n'])));
  const reads: string[] = [];
  const slow = {
    ...snapshot,
    read: async (path: string) => {
      reads.push(path);
      await new Promise((resolve) => setTimeout(resolve, path.endsWith('0.ts') ? 5 : 0));
      return snapshot.read(path);
    },
  };
  expect((await collect(index.measure(slow, slow.entries()))).map(({ path }) => path)).toEqual(paths);
  expect(reads.sort()).toEqual(paths);
});

test('a tokenizer that fails leaves an estimate that is marked [REV-05]', async () => {
  const broken = createTokenCounter({
    load: () => {
      throw new Error('no tokenizer');
    },
  });
  const snapshot = await open({ 'a.ts': 'x'.repeat(9) }, null);
  const [file] = await collect(createIndex(broken).measure(snapshot, snapshot.entries()));
  expect(file).toMatchObject({ tokens: 3, estimated: true, branch: null });
});

test('a large scope is measured by threads as well, with the same result, and closes them', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`f${i}.ts`, `const a${i} = 1;\n`.repeat(30_000)]),
  );
  const snapshot = await open(files);
  const measure = async (openPool: (() => TokenPool) | null) =>
    collect(createIndex(createTokenCounter(), { openPool }).measure(snapshot, snapshot.entries()));
  const pools: TokenPool[] = [];
  const opened = await measure(() => {
    const pool = createTokenPool({ workers: 1 });
    pools.push(pool);
    return pool;
  });
  expect(opened).toEqual(await measure(null));
  expect(pools).toHaveLength(1);
  await expect(pools[0]?.measure(new Uint8Array(1))).rejects.toThrow('closed');
});

test('a small scope opens no pool, and a pool that fails leaves exact counts', async () => {
  const none = () => {
    throw new Error('not for a small scope');
  };
  const small = await open({ 'a.ts': 'one two\n' });
  expect(await collect(createIndex(words, { openPool: none }).measure(small, small.entries()))).toHaveLength(1);
  const failing: TokenPool = {
    isFull: false,
    measure: () => Promise.reject(new Error('lost')),
    close: async () => undefined,
  };
  const text = 'one two\n'.repeat(120_000);
  const large = await open(Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`${i}.ts`, text])));
  const file = (await collect(createIndex(words, { openPool: () => failing }).measure(large, large.entries()))).at(-1);
  expect(file).toMatchObject({ tokens: 240_000, estimated: false, lines: 120_000 });
});

test('a signal arrives while files are measured that nobody has to wait for, and ends a scope that has no end', async () => {
  const snapshot = await open({ 'a.ts': 'x\n' });
  const stop = new AbortController();
  async function* endless(): AsyncGenerator<ScopeEntry> {
    for (;;) yield { kind: 'file', path: 'a.ts', language: 'typescript', changed: null };
  }
  setTimeout(() => stop.abort('deadline'), 1);
  const measured = await collect(index.measure(snapshot, endless(), stop.signal));
  expect(measured.every(({ kind }) => kind === 'file')).toBe(true);
});
