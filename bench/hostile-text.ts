/**
 * Every included analyzer over every hostile shape in sizes n, 2n and 4n: how processor time grows where it is worth measuring.
 * A ratio near 2 is linear; analyzers that are ours stay below 3. `BENCH_ANALYZERS` names some of them.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ANALYZERS } from '../src/analyzers/list.ts';
import type { BenchResult } from './bench-result.ts';

const SIZES = [25_000, 50_000, 100_000];
/** Shorter than this is noise. */
const WORTH_MS = 100;
const SILENCE_MS = 20_000;
const WORST_SHOWN = 5;

interface Row {
  readonly at: number;
  readonly name: string;
  readonly size?: number;
  readonly ms?: number;
}

/** From the shape with that number on, up to the first that is given up; gives the number of the next, or null at the end. */
async function sweep(analyzer: string, first: number, rows: Map<string, number[]>): Promise<number | null> {
  const script = join(import.meta.dirname, 'hostile-scan.ts');
  const child = spawn(process.execPath, [script, analyzer, String(first), SIZES.join(',')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const silence = setTimeout(() => child.kill('SIGKILL'), SILENCE_MS);
  let at = first;
  for await (const line of createInterface({ input: child.stdout })) {
    const row = JSON.parse(line) as Row;
    at = row.at;
    silence.refresh();
    rows.set(row.name, [...(rows.get(row.name) ?? []), ...(row.ms === undefined ? [] : [row.ms])]);
  }
  clearTimeout(silence);
  return child.exitCode === 0 ? null : at + 1;
}

async function growth(analyzer: string): Promise<BenchResult> {
  const rows = new Map<string, number[]>();
  for (let next: number | null = 0; next !== null; ) next = await sweep(analyzer, next, rows);
  const measured = [...rows].map(([name, times]) => {
    const [before = 0, after = 0] = times.slice(-2);
    const isWhole = times.length === SIZES.length;
    return { name, ratio: isWhole ? after / before : Number.POSITIVE_INFINITY, before, after };
  });
  const worth = measured.filter(({ after, ratio }) => after >= WORTH_MS || !Number.isFinite(ratio));
  const worst = worth.toSorted((a, b) => b.ratio - a.ratio);
  const told = worst.slice(0, WORST_SHOWN).map(({ name, ratio }) => `${name} × ${ratio.toFixed(1)}`);
  const top = worst[0] ?? { ratio: 0, before: 0, after: 0 };
  return {
    name: `hostile text, ${analyzer}`,
    rounds: rows.size,
    unit: 'ms for 100,000 characters',
    ours: top.after,
    peer: top.before,
    peerName: 'half of them',
    ratio: top.ratio,
    note: told.length === 0 ? 'nothing took long enough to measure' : told.join('; '),
  };
}

export async function benchHostileText(): Promise<readonly BenchResult[]> {
  const wanted = process.env.BENCH_ANALYZERS?.split(',');
  const names = ANALYZERS.filter(({ program, name }) => program === null && wanted?.includes(name) !== false);
  const results: BenchResult[] = [];
  for (const { name } of names) results.push(await growth(name));
  return results;
}
