import { expect, test } from 'vitest';
import { simulateRun } from './budget-simulation.ts';

/** `npm run bench -- budget` makes 2,000. */
const RUNS = 12;

test('32 agents at once, drawn by chance: nothing past any cap, and every switch exactly at its threshold [MODE-01, MODE-08, HOST-11]', async () => {
  const broken: string[] = [];
  const reached = new Set<string>();
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const run = await simulateRun(seed);
    broken.push(...run.violations.map((violation) => `seed ${seed}: ${violation}`));
    for (const what of Object.keys(run.reached)) reached.add(what);
  }
  expect(broken).toEqual([]);
  // Otherwise it would prove nothing.
  for (const what of ['denied', 'delivered', 'high_severity_only', 'force_return', 'aborted', 'recorded in full']) {
    expect(reached).toContain(what);
  }
  for (const mode of ['high_severity_only', 'force_return']) expect(reached).toContain(`counted in ${mode}`);
});
