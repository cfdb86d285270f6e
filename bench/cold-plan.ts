/**
 * Cold `plan` (walk and exact tokens): against repomix on the same tree, alone at 1,000, 5,000 and 25,000 files, on
 * 100,000 small files and on text that is hard on tokenizers. Nothing is kept between runs.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchResult, median } from './bench-result.ts';
import { type MeasuredRun, measureCommand } from './measured-run.ts';
import { openRepomix, type PeerRun } from './peer-repomix.ts';
import { prepareSmallFiles, prepareTree } from './real-trees.ts';

const ROUNDS = 5;
const AGREEMENT = 0.02;
const main = join(import.meta.dirname, '../src/cli/bin.js');

interface PlanRun extends MeasuredRun {
  readonly files: number;
  readonly tokens: number;
  readonly ignored: readonly { readonly path: string; readonly reason: string }[];
}

function runPlan(tree: string): PlanRun {
  const state = mkdtempSync(join(tmpdir(), 'consensus-review-state-'));
  const run = measureCommand([main, 'plan', '--all', '--format', 'json'], {
    cwd: tree,
    env: { XDG_STATE_HOME: state },
  });
  rmSync(state, { recursive: true });
  const { scope } = JSON.parse(run.stdout) as { scope: Pick<PlanRun, 'files' | 'tokens' | 'ignored'> };
  return { ...run, files: scope.files, tokens: scope.tokens, ignored: scope.ignored };
}

const MEASURES = { wall: ['wallMs', 'ms'], processor: ['cpuMs', 'ms'], memory: ['peakMb', 'MB'] } as const;
type MeasureName = keyof typeof MEASURES;

const medianOf = (runs: readonly MeasuredRun[], name: MeasureName): number =>
  median(runs.map((run) => run[MEASURES[name][0]]));

/** Both read every file of the tree and nothing else, and count the same but for what repomix writes around the files. */
function requireAgreement(files: number, ours: PlanRun | undefined, peer: PeerRun | undefined): string {
  if (ours?.files !== files || peer?.files !== files)
    throw new Error(`files: ${ours?.files} and ${peer?.files} of ${files}`);
  const gap = Math.abs(ours.tokens - peer.tokens) / peer.tokens;
  if (!(gap <= AGREEMENT)) throw new Error(`tokens: ${ours.tokens} against ${peer.tokens}`);
  return `${files} files, ${(ours.tokens / 1e6).toFixed(1)} M tokens, totals ${(gap * 100).toFixed(1)} % apart`;
}

/** Against repomix, round by round in turn. */
export async function benchColdPlan(): Promise<readonly BenchResult[]> {
  const repomix = openRepomix();
  const results: BenchResult[] = [];
  for (const files of [5000, 8000]) {
    const tree = prepareTree(files);
    const ours: PlanRun[] = [];
    const peers: PeerRun[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(runPlan(tree));
      peers.push(repomix.pack(tree));
    }
    const note = requireAgreement(files, ours[0], peers[0]);
    for (const name of Object.keys(MEASURES) as MeasureName[]) {
      const [own, peer] = [medianOf(ours, name), medianOf(peers, name)];
      results.push({
        name: `cold plan: ${name}`,
        rounds: ROUNDS,
        unit: MEASURES[name][1],
        ours: own,
        peer,
        peerName: repomix.name,
        ratio: own / peer,
        note,
      });
    }
  }
  return results;
}

/** Cost per file, against the smallest tree: 1.00 would be exactly linear. */
export async function benchColdScale(): Promise<readonly BenchResult[]> {
  const trees = [1000, 5000, 25_000].map((files) => ({ tree: prepareTree(files), runs: [] as PlanRun[] }));
  const small = { tree: prepareSmallFiles(100_000), runs: [] as PlanRun[] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { tree, runs } of [...trees, small]) runs.push(runPlan(tree));
  const perMegatoken = (runs: readonly PlanRun[], name: MeasureName): number =>
    medianOf(runs, name) / ((runs[0]?.tokens ?? 1) / 1e6);
  return [...trees, small].flatMap(({ runs }) => {
    const { files = 0, tokens = 0 } = runs[0] ?? {};
    return (['wall', 'processor', 'memory'] as const).map((name) => ({
      name: `cold plan of ${files} files: ${name}`,
      rounds: ROUNDS,
      unit: MEASURES[name][1],
      ours: medianOf(runs, name),
      peer: medianOf(trees[0]?.runs ?? [], name),
      peerName: '1000 files',
      ratio: perMegatoken(runs, name) / perMegatoken(trees[0]?.runs ?? [], name),
      note: `${(tokens / 1e6).toFixed(1)} M tokens; the ratio is per token`,
    }));
  });
}

const MEGABYTE = 1_000_000;

/** Text that is hard on tokenizers or on memory; `plan` must end, say what it left out, and stay small. */
const HARD_TEXTS: Readonly<Record<string, () => Buffer>> = {
  'letters without a space': () => Buffer.alloc(MEGABYTE, 'a'),
  'base64 without a space': () => Buffer.from(Buffer.alloc(0.75 * MEGABYTE, 'so much of nothing').toString('base64')),
  'blanks alone': () => Buffer.alloc(MEGABYTE, ' '),
  'marks alone': () => Buffer.alloc(MEGABYTE, '-='),
  'emoji alone': () => Buffer.alloc(MEGABYTE, '😀'),
  'invalid UTF-8': () => Buffer.alloc(MEGABYTE, Buffer.from([0xc3, 0x28, 0xff, 0xe2, 0x82])),
  'one line of 200 MB': () => Buffer.alloc(200 * MEGABYTE, 'const a = 1; '),
};

export async function benchHardText(): Promise<readonly BenchResult[]> {
  return Object.entries(HARD_TEXTS).flatMap(([name, make]) => {
    const tree = mkdtempSync(join(tmpdir(), 'consensus-review-hard-'));
    writeFileSync(join(tree, 'plain.ts'), 'export const a = 1;\n');
    const plain = Array.from({ length: ROUNDS }, () => runPlan(tree));
    writeFileSync(join(tree, 'hard.txt'), make());
    const hard = Array.from({ length: ROUNDS }, () => runPlan(tree));
    rmSync(tree, { recursive: true });
    const left = hard[0]?.ignored[0];
    const note = left === undefined ? `${hard[0]?.tokens} tokens, exact` : `left out and listed as ${left.reason}`;
    return (['wall', 'processor', 'memory'] as const).map((measure) => ({
      name: `hard text, ${name}: ${measure}`,
      rounds: ROUNDS,
      unit: MEASURES[measure][1],
      ours: medianOf(hard, measure),
      peer: medianOf(plain, measure),
      peerName: 'without it',
      ratio: medianOf(hard, measure) / medianOf(plain, measure),
      note,
    }));
  });
}
