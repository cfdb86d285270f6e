/** How often search finds a file that a change touched, from the words of its changelog entry, against MiniSearch. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createIndex } from '../src/context/file-index.ts';
import { openContextStore } from '../src/context/store/sqlite-store.ts';
import { openStaticModel } from '../src/context/vectors/open-static-model.ts';
import { createRepository } from '../src/repository/repository.ts';
import type { BenchResult } from './bench-result.ts';
import { collectDjangoCases, listDjangoSources } from './django-history.ts';
import { installPeers } from './peers.ts';
import { collectCases, listSources, QUESTION_SETS, type QuestionSet, type ReleaseCase } from './release-history.ts';

const TOP = 10;

/** A folder with a static embedding model: `BENCH_EMBEDDINGS=/models/wordllama npm run bench -- search-quality`. */
const folder = process.env.BENCH_EMBEDDINGS;
const meaning =
  folder === undefined ? null : { model: openStaticModel(folder, folder), signal: new AbortController().signal };

interface Searcher {
  readonly find: (query: string) => readonly string[] | Promise<readonly string[]>;
  readonly close: () => void;
}

interface MiniSearchClass {
  new (
    options: unknown,
  ): { addAll(documents: unknown): void; search(query: string): readonly { readonly id: string }[] };
}

function openMiniSearch(peers: string, root: string, paths: readonly string[]): Searcher {
  const loaded = createRequire(join(peers, 'index.js'))('minisearch') as MiniSearchClass & {
    readonly default?: MiniSearchClass;
  };
  const index = new (loaded.default ?? loaded)({ idField: 'path', fields: ['path', 'text'] });
  index.addAll(paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })));
  return {
    find: (query) =>
      index
        .search(query)
        .slice(0, TOP)
        .map(({ id }) => id),
    close: () => undefined,
  };
}

async function openOurs(root: string, paths: readonly string[]): Promise<Searcher> {
  await using repository = await createRepository({ root, git: null });
  const rules = { include: [], exclude: [], ignoreLines: [], maxFileBytes: 1_000_000 };
  const snapshot = await repository.open({ kind: 'all' }, rules);
  const store = openContextStore({ stateDir: null, root });
  async function* entries() {
    for (const path of paths) yield { kind: 'file', path, language: null, changed: null } as const;
  }
  const index = createIndex({ countExact: () => 0 }, { store, search: true, whole: true });
  for await (const _ of index.measure(snapshot, entries()));
  return {
    find: async (query) => {
      const request = { query, limit: TOP, branch: snapshot.branch };
      return (await store.search(request, meaning ?? undefined)).results.map(({ filePath }) => filePath);
    },
    close: () => store[Symbol.dispose](),
  };
}

async function countHits({ find }: Searcher, { queries, touched }: ReleaseCase): Promise<number> {
  let hits = 0;
  for (const query of queries) hits += (await find(query)).some((path) => touched.has(path)) ? 1 : 0;
  return hits;
}

export interface Quality {
  readonly name: string;
  readonly queries: number;
  readonly ours: number;
  readonly peer: number;
}

async function measureQuality(set: QuestionSet): Promise<readonly Quality[]> {
  const peers = installPeers();
  const rows = new Map<string, { queries: number; ours: number; peer: number }>();
  for (const each of await collectCases(set)) {
    const name = each.name.split(' ')[0] ?? '';
    const row = rows.get(name) ?? { queries: 0, ours: 0, peer: 0 };
    const paths = listSources(each.root);
    const ours = await openOurs(each.root, paths);
    row.queries += each.queries.length;
    row.ours += await countHits(ours, each);
    row.peer += await countHits(openMiniSearch(peers, each.root, paths), each);
    ours.close();
    rows.set(name, row);
  }
  return [...rows].map(([name, row]) => ({ name, ...row }));
}

const share = (hits: number, queries: number): number => (100 * hits) / queries;

const toRow = (name: string, { queries, ours, peer }: Omit<Quality, 'name'>): BenchResult => ({
  name: `search quality: ${name}, hit@${TOP}`,
  rounds: 1,
  unit: '%',
  ours: share(ours, queries),
  peer: share(peer, queries),
  peerName: 'MiniSearch',
  ratio: ours / peer,
  note: `${queries} changelog entries`,
});

export async function benchQuality(): Promise<readonly BenchResult[]> {
  const results: BenchResult[] = [];
  for (const set of Object.keys(QUESTION_SETS) as QuestionSet[]) {
    const parts = await measureQuality(set);
    const sum = (key: 'queries' | 'ours' | 'peer'): number => parts.reduce((total, part) => total + part[key], 0);
    results.push(...parts.map((part) => toRow(`${set}, ${part.name}`, part)));
    results.push(toRow(`${set}, all`, { queries: sum('queries'), ours: sum('ours'), peer: sum('peer') }));
  }
  return results;
}

/** Of the package alone, and of package or tests: a fix touches both. */
export async function benchDjango(): Promise<readonly BenchResult[]> {
  const peers = installPeers();
  const sums = { queries: 0, ours: 0, peer: 0, oursAny: 0, peerAny: 0 };
  for (const each of await collectDjangoCases()) {
    const paths = listDjangoSources(each.root);
    const any = { ...each, touched: new Set([...each.touched, ...each.tests]) };
    const ours = await openOurs(each.root, paths);
    const peer = openMiniSearch(peers, each.root, paths);
    sums.queries += each.queries.length;
    sums.ours += await countHits(ours, each);
    sums.oursAny += await countHits(ours, any);
    sums.peer += await countHits(peer, each);
    sums.peerAny += await countHits(peer, any);
    ours.close();
  }
  return [
    toRow('django, files of the package', sums),
    toRow('django, package or tests', { ...sums, ours: sums.oursAny, peer: sums.peerAny }),
  ];
}
