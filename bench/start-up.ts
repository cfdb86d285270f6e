/** How long the command takes to say its version or plan a small folder, against the bare runtime. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type BenchResult, median } from './bench-result.ts';

const ROUNDS = 9;
const root = join(import.meta.dirname, '..');
const main = join(root, 'src/cli/bin.js');

const timeCommand = (args: readonly string[]): number => {
  const started = performance.now();
  const run = spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore' });
  if (run.status !== 0) throw new Error(`${args.join(' ')} ended with ${run.status}`);
  return performance.now() - started;
};

const COMMANDS = {
  'start: --version': [main, '--version'],
  'start: plan examples/shop': [main, 'plan', 'examples/shop', '--quiet'],
} as const;

export async function benchStart(): Promise<readonly BenchResult[]> {
  const bare: number[] = [];
  const times = new Map<string, number[]>(Object.keys(COMMANDS).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(timeCommand(['-e', '0']));
    for (const [name, args] of Object.entries(COMMANDS)) times.get(name)?.push(timeCommand(args));
  }
  const peer = median(bare);
  return [...times].map(([name, measured]) => ({
    name,
    rounds: ROUNDS,
    unit: 'ms',
    ours: median(measured),
    peer,
    peerName: 'node -e 0',
    ratio: median(measured) / peer,
    note: null,
  }));
}
