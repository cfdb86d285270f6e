/**
 * The whole embedded review of 5,000 JavaScript and TypeScript files, against oxlint with its own rules plus one plain loop
 * of ast-grep over the same files with our rules. The programs take turns; each starts cold.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type BenchResult, median } from './bench-result.ts';
import { type MeasuredRun, measureCommand } from './measured-run.ts';
import { prepareTree } from './real-trees.ts';

const FILES = 5000;
const ROUNDS = 3;
const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/u;
const root = join(import.meta.dirname, '..');
const main = join(root, 'src/cli/bin.js');
const require = createRequire(import.meta.url);
const oxlint = join(dirname(require.resolve('oxlint/package.json')), 'bin/oxlint');
const loop = join(import.meta.dirname, 'plain-ast-grep.ts');

/** Every n-th script of the larger tree, made once. */
export function prepareScripts(files: number): string {
  const from = prepareTree(8000);
  const tree = join(dirname(from), `scripts-${files}`);
  if (existsSync(tree)) return tree;
  const scripts = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => relative(from, join(entry.parentPath, entry.name)))
    .sort();
  if (scripts.length < files) throw new Error(`only ${scripts.length} scripts for a tree of ${files}`);
  for (let i = 0; i < files; i += 1) {
    const name = scripts[Math.floor((i * scripts.length) / files)] ?? '';
    mkdirSync(dirname(join(`${tree}.partial`, name)), { recursive: true });
    copyFileSync(join(from, name), join(`${tree}.partial`, name));
  }
  renameSync(`${tree}.partial`, tree);
  return tree;
}

/** A cold review; `program` is the start file of a checkout. */
export const reviewTree = (tree: string, program = main): MeasuredRun => {
  const state = mkdtempSync(join(tmpdir(), 'consensus-review-state-'));
  const run = measureCommand(
    [program, 'review', '--all', '--fail-on', 'never', '--allow-partial', '--format', 'json'],
    {
      cwd: tree,
      env: { XDG_STATE_HOME: state, CONSENSUS_REVIEW_STATE_DIR: state },
    },
  );
  rmSync(state, { recursive: true });
  return run;
};

/** oxlint says how many problems there are with its exit code, so it is run through a shell that does not mind. */
const lintTree = (tree: string): MeasuredRun =>
  measureCommand(
    ['-e', 'require("node:child_process").spawnSync(process.execPath, process.argv.slice(1))', oxlint, '--silent', '.'],
    { cwd: tree },
  );

const scanTree = (tree: string): MeasuredRun => measureCommand([loop, tree], { cwd: tree });

export async function benchEmbedded(): Promise<readonly BenchResult[]> {
  if (spawnSync(process.execPath, [oxlint, '--version']).status !== 0) throw new Error('oxlint does not start');
  const tree = prepareScripts(FILES);
  const rounds = Array.from({ length: ROUNDS }, () => ({
    ours: reviewTree(tree),
    lint: lintTree(tree),
    scan: scanTree(tree),
  }));
  const texts = new Set(rounds.map(({ ours }) => JSON.stringify(JSON.parse(ours.stdout).findings)));
  const report = JSON.parse(rounds[0]?.ours.stdout ?? '{}');
  const note = `${report.scope.files} files, ${report.findings.length} findings, ${texts.size === 1 ? 'byte-identical in all rounds' : 'NOT the same in all rounds'}; ${rounds[0]?.scan.stdout.trim()}`;
  const row = (
    name: string,
    unit: string,
    own: (run: (typeof rounds)[number]) => number,
    peer: (run: (typeof rounds)[number]) => number,
  ) => {
    const [ours, peers] = [median(rounds.map(own)), median(rounds.map(peer))];
    return {
      name: `embedded review: ${name}`,
      rounds: ROUNDS,
      unit,
      ours,
      peer: peers,
      peerName: 'oxlint + plain ast-grep loop',
      ratio: median(rounds.map((each) => own(each) / peer(each))),
      note,
    };
  };
  return [
    row(
      'wall',
      'ms',
      ({ ours }) => ours.wallMs,
      ({ lint, scan }) => lint.wallMs + scan.wallMs,
    ),
    row(
      'processor',
      'ms',
      ({ ours }) => ours.cpuMs,
      ({ lint, scan }) => lint.cpuMs + scan.cpuMs,
    ),
    row(
      'memory',
      'MB',
      ({ ours }) => ours.peakMb,
      () => 800,
    ),
  ];
}
