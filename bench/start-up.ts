/**
 * What the start of the process costs, against the bare runtime: processor time of `--version`, of `plan` and `review` of a folder
 * with one small JavaScript file, in turn, and their peak memory. Each sample is several runs in a row: GNU time counts in
 * hundredths of a second.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchResult, median } from './bench-result.ts';
import { measureRepeated } from './measured-run.ts';

const ROUNDS = 7;
const RUNS = 5;
const main = join(import.meta.dirname, '../src/cli/bin.js');

const SAMPLE = `const express = require('express');
const app = express();
app.get('/', (req, res) => {
  res.send('hello ' + req.query.name);
});
module.exports = app;
`;

/** `limit` is the bar in multiples of the bare runtime. */
const COMMANDS = [
  { name: '--version', args: [main, '--version'], limit: 2.5 },
  { name: 'plan', args: [main, 'plan', '.', '--quiet'], limit: 9 },
  { name: 'review', args: [main, 'review', '.', '--quiet', '--fail-on', 'never'], limit: 15 },
] as const;

export async function benchStart(): Promise<readonly BenchResult[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'consensus-review-start-'));
  const folder = mkdtempSync(join(scratch, 'project-'));
  writeFileSync(join(folder, 'app.js'), SAMPLE);
  const env = { CONSENSUS_REVIEW_STATE_DIR: join(scratch, 'state') };
  const measure = (args: readonly string[], runs: number) => measureRepeated(args, { cwd: folder, env, runs });
  const bare: number[] = [];
  const samples = COMMANDS.map((command) => ({ ...command, cpu: [] as number[], memory: [] as number[] }));
  // What is compiled and counted once is kept for the next start.
  for (const { args } of samples) measure(args, 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(measure(['-e', '0'], RUNS).cpuMs);
    for (const { args, cpu, memory } of samples) {
      const run = measure(args, RUNS);
      cpu.push(run.cpuMs);
      memory.push(run.peakMb);
    }
  }
  rmSync(scratch, { recursive: true });
  const peer = median(bare);
  return samples.map(({ name, cpu, memory, limit }) => ({
    name: `start: ${name}, processor`,
    rounds: ROUNDS,
    unit: 'ms',
    ours: median(cpu),
    peer,
    peerName: 'node -e 0',
    ratio: median(cpu) / peer,
    note: `bar ${limit}; peak ${Math.max(...memory).toFixed(0)} MB`,
  }));
}
