/**
 * The stored index and its search: cold `index` against repomix and at growing sizes, warm runs as a share of the cold one, and the time of a
 * search in process over 25,000 files.
 */
import { appendFileSync, cpSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { searchIndex } from '../src/context/search/search.ts';
import { openContextStore } from '../src/context/store/sqlite-store.ts';
import { type BenchResult, median } from './bench-result.ts';
import { type MeasuredRun, measureCommand } from './measured-run.ts';
import { openRepomix, type PeerRun } from './peer-repomix.ts';
import { prepareTree } from './real-trees.ts';
import { collectCases } from './release-history.ts';

const ROUNDS = 5;
const main = join(import.meta.dirname, '../src/cli/bin.js');

const MEASURES = [
  ['wall', 'wallMs', 'ms'],
  ['processor', 'cpuMs', 'ms'],
  ['memory', 'peakMb', 'MB'],
] as const;

const runIndex = (tree: string, stateDir: string): MeasuredRun =>
  measureCommand([main, 'index', '--format', 'json'], { cwd: tree, env: { CONSENSUS_REVIEW_STATE_DIR: stateDir } });

const createScratch = (): string => mkdtempSync(join(tmpdir(), 'consensus-review-bench-'));

/** Both must have read the same files and counted the same but for what repomix writes around them. */
function requireAgreement(stdout: string, peer: PeerRun): void {
  const page = JSON.parse(stdout) as { readonly files_indexed: number; readonly total_tokens: number };
  const gap = Math.abs(page.total_tokens - peer.tokens) / peer.tokens;
  if (page.files_indexed !== peer.files || !(gap <= 0.02)) {
    throw new Error(`${page.files_indexed} files, ${page.total_tokens} tokens against ${peer.files}, ${peer.tokens}`);
  }
}

/** Round by round in turn with repomix, each from nothing. */
export async function benchIndexCold(): Promise<readonly BenchResult[]> {
  const repomix = openRepomix();
  const results: BenchResult[] = [];
  for (const files of [5000, 8000]) {
    const tree = prepareTree(files);
    const runs: { ours: MeasuredRun; peer: MeasuredRun }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const stateDir = createScratch();
      const [ours, peer] = [runIndex(tree, stateDir), repomix.pack(tree)];
      requireAgreement(ours.stdout, peer);
      runs.push({ ours, peer });
      rmSync(stateDir, { recursive: true });
    }
    for (const [name, key, unit] of MEASURES) {
      const ours = median(runs.map((run) => run.ours[key]));
      const peer = median(runs.map((run) => run.peer[key]));
      results.push({
        name: `cold index: ${name}`,
        rounds: ROUNDS,
        unit,
        ours,
        peer,
        peerName: repomix.name,
        ratio: ours / peer,
        note: `${files} files`,
      });
    }
  }
  return results;
}

/** From nothing at 1,000, 5,000 and 25,000 files, the trees in turn; 1.00 would be exactly linear in tokens. */
export async function benchIndexScale(): Promise<readonly BenchResult[]> {
  const trees = [1000, 5000, 25_000].map((files) => ({ files, tree: prepareTree(files), runs: [] as MeasuredRun[] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { tree, runs } of trees) {
      const stateDir = createScratch();
      runs.push(runIndex(tree, stateDir));
      rmSync(stateDir, { recursive: true });
    }
  }
  const countTokens = ([run]: readonly MeasuredRun[]): number =>
    (JSON.parse(run?.stdout ?? '{}') as { readonly total_tokens: number }).total_tokens / 1e6;
  const [smallest] = trees;
  return trees.flatMap(({ files, runs }) =>
    MEASURES.map(([name, key, unit]) => {
      const ours = median(runs.map((run) => run[key]));
      const peer = median((smallest?.runs ?? []).map((run) => run[key]));
      return {
        name: `cold index of ${files} files: ${name}`,
        rounds: ROUNDS,
        unit,
        ours,
        peer,
        peerName: '1000 files',
        ratio: ours / countTokens(runs) / (peer / countTokens(smallest?.runs ?? [])),
        note: `${countTokens(runs).toFixed(1)} M tokens; the ratio is per token`,
      };
    }),
  );
}

function changeEveryHundredth(tree: string, round: number): number {
  const files = readdirSync(tree, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const changed = files.filter((_, i) => i % 100 === 0).map((entry) => join(entry.parentPath, entry.name));
  for (const path of changed) appendFileSync(path, `\n// changed in round ${round}\n`);
  return changed.length;
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300));

/** Any folder to index instead of the installed packages: `BENCH_TREE=django-5.2.19 npm run bench -- index-warm`. */
const ownTree = process.env.BENCH_TREE;

/**
 * Shares of the cold run, of whole processes and net of what the program takes to say its version. The first warm run after a cold
 * one and the second have rows of their own: the disk may still be writing what the cold one left.
 */
export async function benchIndexWarm(): Promise<readonly BenchResult[]> {
  const scratch = createScratch();
  const tree = join(scratch, 'tree');
  cpSync(ownTree === undefined ? prepareTree(8000) : resolve(ownTree), tree, { recursive: true });
  const runs: Record<'version' | 'cold' | 'warm' | 'again' | 'changed', MeasuredRun[]> = {
    version: [],
    cold: [],
    warm: [],
    again: [],
    changed: [],
  };
  let changed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const stateDir = join(scratch, `state${round}`);
    await settle();
    runs.version.push(measureCommand([main, '--version'], { cwd: tree }));
    runs.cold.push(runIndex(tree, stateDir));
    await settle();
    runs.warm.push(runIndex(tree, stateDir));
    runs.again.push(runIndex(tree, stateDir));
    changed = changeEveryHundredth(tree, round);
    await settle();
    runs.changed.push(runIndex(tree, stateDir));
  }
  rmSync(scratch, { recursive: true });
  return (['wallMs', 'cpuMs'] as const).flatMap((key) => {
    const medianOf = (name: keyof typeof runs): number => median(runs[name].map((run) => run[key]));
    const start = medianOf('version');
    const cold = medianOf('cold');
    const toRow = (name: 'warm' | 'again' | 'changed', what: string): BenchResult => {
      const ours = medianOf(name);
      const measure = key === 'wallMs' ? 'wall' : 'processor';
      const net = (ours - start) / (cold - start);
      return {
        name: `warm index, ${what}: ${measure}`,
        rounds: ROUNDS,
        unit: 'ms',
        ours,
        peer: cold,
        peerName: 'cold index',
        ratio: ours / cold,
        note: `${ownTree ?? '8000 files'}; net of --version ${net.toFixed(3)}`,
      };
    };
    return [
      toRow('warm', 'nothing changed'),
      toRow('again', 'nothing changed, second time'),
      toRow('changed', `${changed} files changed`),
    ];
  });
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** Questions are changelog entries of real packages; the 95th percentile stands against the bar of 50 ms. */
export async function benchSearchTime(): Promise<readonly BenchResult[]> {
  const tree = realpathSync(prepareTree(25_000));
  const stateDir = createScratch();
  runIndex(tree, stateDir);
  using store = openContextStore({ stateDir, root: tree });
  const queries = (await collectCases('tuned')).flatMap((each) => each.queries);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of queries) {
      const started = performance.now();
      searchIndex(store.database, { query, limit: 10 });
      times.push(performance.now() - started);
    }
  }
  rmSync(stateDir, { recursive: true });
  const toRow = (name: string, ours: number): BenchResult => ({
    name: `search: ${name}`,
    rounds: ROUNDS,
    unit: 'ms',
    ours,
    peer: 50,
    peerName: 'the bar',
    ratio: ours / 50,
    note: `${queries.length} questions, 25000 files`,
  });
  return [toRow('median', percentile(times, 0.5)), toRow('95th percentile', percentile(times, 0.95))];
}
