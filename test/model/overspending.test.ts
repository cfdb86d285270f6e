import { expect, test } from 'vitest';
import { times } from '../tier.ts';
import { simulateOverspending } from './overspend-simulation.ts';

/** What a run may take beyond its cap: pieces that were under way when it was cut. */
const TOLERANCE = 1.02;
const LIMIT_MS = times(600_000, 7_200_000);

test(
  'a provider that ignores what it was granted and lies about usage takes no run past its cap, and no agent past its last answer [TRUST-04, TRUST-05]',
  async () => {
    const runs = times(1000, 50_000);
    // Other runs every time.
    const base = Date.now() % 1e9;
    const broken: string[] = [];
    const reached = new Set<string>();
    let highest = 0;
    for (let seed = base; seed < base + runs; seed += 1) {
      const run = await simulateOverspending(seed);
      const ratio = Math.max(run.ratio, run.usdRatio);
      highest = Math.max(highest, ratio);
      if (ratio > TOLERANCE) broken.push(`seed ${seed}: ${ratio.toFixed(3)} of the cap`);
      broken.push(...run.violations.map((violation) => `seed ${seed}: ${violation}`));
      for (const what of run.reached) reached.add(what);
    }
    console.log(
      `${runs} schedules from seed ${base}: at most ${highest.toFixed(4)} of the cap, ${broken.length} broken`,
    );
    expect(broken).toEqual([]);
    // Otherwise it would prove nothing.
    for (const what of [
      'cut',
      'a limit',
      'last answer',
      'many calls',
      'arguments without end',
      'thoughts without end',
      'nothing',
    ])
      expect(reached).toContain(what);
  },
  LIMIT_MS,
);
