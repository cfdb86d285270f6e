/** How long `runs list` takes over 1,000 stored runs, as installed and from the sources, against the bare runtime; at most 200 ms. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleReports } from '../test/support/sample-reports.ts';
import { fillRunStore } from '../test/support/stored-runs.ts';
import { type BenchResult, median } from './bench-result.ts';

const RUNS = 1000;
const ROUNDS = 15;
const LIMIT_MS = 200;
const HOUR_MS = 3_600_000;
const ROOT = join(import.meta.dirname, '..');
/** What users run is the built package; from the sources types have to be removed from the first file first. */
const MAINS = { installed: join(ROOT, 'dist/cli/bin.js'), sources: join(ROOT, 'src/cli/bin.js') } as const;

const time = (args: readonly string[], cwd: string, stateDir: string): number => {
  const started = performance.now();
  const env = { ...process.env, CONSENSUS_REVIEW_STATE_DIR: stateDir };
  const run = spawnSync(process.execPath, args, { cwd, env, stdio: 'ignore' });
  if (run.status !== 0) throw new Error(`${args.join(' ')} ended with ${run.status}`);
  return performance.now() - started;
};

async function fill(stateDir: string, root: string): Promise<void> {
  const reports = Object.values(sampleReports);
  const runs = Array.from({ length: RUNS }, (_, i) => ({
    id: `20260101T000000Z-${i.toString(16).padStart(6, '0')}`,
    root,
    startedAt: Date.now() - (RUNS - i) * HOUR_MS,
    report: reports[i % reports.length] ?? null,
  }));
  await fillRunStore(stateDir, runs);
}

const CALLS = {
  'runs-list: the newest 20 of 1,000': ['runs', 'list', '-f', 'terminal'],
  'runs-list: all 1,000': ['runs', 'list', '-f', 'terminal', '--limit', String(RUNS)],
  'runs-list: all 1,000 as JSON': ['runs', 'list', '-f', 'json', '--limit', String(RUNS)],
} as const;

function build(): void {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error('the package could not be built');
}

export async function benchRunsList(): Promise<readonly BenchResult[]> {
  build();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cr-bench-runs-')));
  const stateDir = join(folder, 'state');
  try {
    await fill(stateDir, folder);
    const bare: number[] = [];
    const calls = Object.entries(CALLS).flatMap(([name, args]) =>
      Object.entries(MAINS).map(([whose, main]) => [`${name}, ${whose}`, [main, ...args]] as const),
    );
    const times = new Map<string, number[]>(calls.map(([name]) => [name, []]));
    for (const [, args] of calls) time(args, folder, stateDir);
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(time(['-e', '0'], folder, stateDir));
      for (const [name, args] of calls) times.get(name)?.push(time(args, folder, stateDir));
    }
    const peer = median(bare);
    return [...times].map(([name, measured]) => {
      const ours = median(measured);
      const note = `limit ${LIMIT_MS} ms ${ours <= LIMIT_MS ? 'held' : 'MISSED'}, best ${Math.min(...measured).toFixed(0)} ms`;
      return { name, rounds: ROUNDS, unit: 'ms', ours, peer, peerName: 'node -e 0', ratio: ours / peer, note };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
