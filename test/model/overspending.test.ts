import { expect, test } from 'vitest';
import { times } from '../tier.ts';
import { simulateOverspending } from './overspend-simulation.ts';

/** What a run may take beyond its cap: pieces that were under way when it was cut. */
const TOLERANCE = 1.02;
const LIMIT_MS = times(600_000, 7_200_000);
/** A soak ends by itself: what a busy machine has not done by then is left, and the line says how many were done. */
const SOAK_MS = Number(process.env.OVERSPEND_MINUTES ?? 100) * 60_000;
const END = performance.now() + times(Number.POSITIVE_INFINITY, SOAK_MS);

test(
  'a provider that ignores what it was granted and lies about usage takes no run past its cap, and no agent past its last answer [TRUST-04, TRUST-05]',
  async () => {
    const runs = times(1000, 50_000);
    // Soak makes other runs every time, unless a seed is named.
    const base = Number(process.env.OVERSPEND_SEED ?? times(1, Date.now() % 1e9));
    let done = 0;
    const broken: string[] = [];
    const reached = new Set<string>();
    let highest = 0;
    for (let seed = base; seed < base + runs && performance.now() < END; seed += 1) {
      const run = await simulateOverspending(seed);
      done += 1;
      const ratio = Math.max(run.ratio, run.usdRatio);
      highest = Math.max(highest, ratio);
      if (ratio > TOLERANCE) broken.push(`seed ${seed}: ${ratio.toFixed(3)} of the cap`);
      broken.push(...run.violations.map((violation) => `seed ${seed}: ${violation}`));
      for (const what of run.reached) reached.add(what);
    }
    console.log(
      `${done} of ${runs} schedules from seed ${base}: at most ${highest.toFixed(4)} of the cap, ${broken.length} broken`,
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
