/**
 * How often every property is tried: 1,000 cases in `npm test`, 100,000 in `npm run soak -- properties`. A property that starts processes
 * or writes files states a smaller number of its own. A failure prints its seed; `FC_SEED=n` tries that seed again.
 */
import fc from 'fast-check';
import { times } from '../tier.ts';

const seed = Number(process.env.FC_SEED ?? Number.NaN);

fc.configureGlobal({ numRuns: times(1000, 100_000), ...(Number.isInteger(seed) ? { seed } : {}) });
