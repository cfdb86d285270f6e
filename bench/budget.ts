/** 2,000 runs of 32 agents, drawn from seeds: tokens past any cap, and switches of mode anywhere but at their threshold. */
import { simulateRun } from '../test/model/budget-simulation.ts';
import type { BenchResult } from './bench-result.ts';

const RUNS = 2000;
const SHOWN = 20;

export async function benchBudget(): Promise<readonly BenchResult[]> {
  const base = Date.now() % 1e9;
  let broken = 0;
  let decisions = 0;
  for (let seed = base; seed < base + RUNS; seed += 1) {
    const { violations, reached } = await simulateRun(seed);
    for (const violation of violations) {
      broken += 1;
      if (broken <= SHOWN) console.error(`seed ${seed}: ${violation}`);
    }
    for (const count of Object.values(reached)) decisions += count;
  }
  const note = `seeds ${base} to ${base + RUNS - 1}, ${decisions} decisions of the host looked at`;
  const row = { rounds: RUNS, unit: 'broken rules', peer: 0, peerName: 'allowed', ratio: broken, note };
  return [{ name: 'budget: 32 agents, random scheduler', ours: broken, ...row }];
}
