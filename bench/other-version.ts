/**
 * A cold review of 5,000 JavaScript and TypeScript files against the same review by another version, in turn: processor time, peak
 * memory, and whether both find the same. `BENCH_BASE` is a checkout of that version with its node_modules, `BENCH_FILES` a smaller
 * number of files.
 */
import { join } from 'node:path';
import { type BenchResult, median } from './bench-result.ts';
import { prepareScripts, reviewTree } from './embedded.ts';

const ROUNDS = 3;
const main = join(import.meta.dirname, '../src/cli/bin.js');

interface ToldFinding {
  readonly rule: string | null;
  readonly file: string | null;
  readonly line: number | null;
}

const listFindings = (report: string): string =>
  JSON.stringify(
    (JSON.parse(report).findings as readonly ToldFinding[]).map(({ rule, file, line }) => [rule, file, line]),
  );

export async function benchOtherVersion(): Promise<readonly BenchResult[]> {
  const base = process.env.BENCH_BASE;
  if (base === undefined) return [];
  const tree = prepareScripts(Number(process.env.BENCH_FILES ?? 5000));
  const rounds = Array.from({ length: ROUNDS }, () => ({
    theirs: reviewTree(tree, join(base, 'src/cli/bin.js')),
    ours: reviewTree(tree, main),
  }));
  const isSame = rounds.every(({ theirs, ours }) => listFindings(theirs.stdout) === listFindings(ours.stdout));
  const row = (name: string, unit: string, read: (run: { cpuMs: number; peakMb: number }) => number): BenchResult => ({
    name: `other version: ${name}`,
    rounds: ROUNDS,
    unit,
    ours: median(rounds.map(({ ours }) => read(ours))),
    peer: median(rounds.map(({ theirs }) => read(theirs))),
    peerName: base,
    ratio: median(rounds.map(({ ours, theirs }) => read(ours) / read(theirs))),
    note: isSame ? 'the same findings' : 'findings DIFFER',
  });
  return [row('processor', 'ms', ({ cpuMs }) => cpuMs), row('memory', 'MB', ({ peakMb }) => peakMb)];
}
