/**
 * How often every property is tried: 1,000 cases in `npm test`, 100,000 in `npm run soak -- properties`. A property that starts processes
 * or writes files states a smaller number of its own. `npm test` tries the same cases every time, soak others in every run: a failure prints
 * its seed, and `FC_SEED=n` tries it again.
 */
import fc from 'fast-check';
import { isSoak, times } from '../tier.ts';

const seed = Number(process.env.FC_SEED ?? (isSoak ? Number.NaN : 1));

fc.configureGlobal({ numRuns: times(1000, 100_000), ...(Number.isInteger(seed) ? { seed } : {}) });
