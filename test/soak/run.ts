/**
 * `npm run soak [-- NAME…]`: what `npm test` samples, in large numbers, with its figures. Takes an hour or more for everything;
 * names choose: simulation, properties, crash, kill, index, fleet, tokens, budget, faults, memory, host, same.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const vitest = (...files: string[]): string[] => [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files];

/** Files whose tests try a property on generated cases. */
const hasProperties = (path: string): boolean => readFileSync(join(root, path), 'utf8').includes('fc.assert');

const STEPS: Readonly<Record<string, readonly string[]>> = {
  simulation: vitest('test/audit/simulation.test.ts'),
  properties: vitest(
    '--testTimeout=7200000',
    ...globSync('{src,test}/**/*.test.ts', { cwd: root }).filter(hasProperties),
  ),
  crash: vitest('test/crash'),
  kill: ['test/soak/kill.ts'],
  index: ['bench/index-kill.ts'],
  fleet: ['test/soak/fleet.ts'],
  tokens: vitest('src/context/tokens.test.ts'),
  budget: vitest('test/model/overspending.test.ts'),
  faults: vitest('test/model/whole-run-faults.test.ts'),
  memory: vitest('src/models/stream-memory.test.ts'),
  host: vitest('test/host/kill.test.ts'),
  same: ['test/soak/same-report.ts'],
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in STEPS));
if (unknown.length > 0) {
  console.log(`There is no ${unknown.join(', ')}: choose from ${Object.keys(STEPS).join(', ')}.`);
  process.exit(2);
}

const lines: string[] = [];
for (const [name, command] of Object.entries(STEPS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`== ${name}`);
  const startedAt = performance.now();
  const env = { ...process.env, CONSENSUS_REVIEW_SOAK: '1', BENCH_CORPUS: 'all' };
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  lines.push(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}: ${seconds} s`);
  if (status !== 0) process.exitCode = 1;
}
console.log(lines.join('\n'));
