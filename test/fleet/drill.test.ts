/** 60 jobs, 3 workers, 5 kills, a restart of the database, 2 zombies: nothing lost, nothing done twice. Ten thousand: `npm run soak`. */
import { expect, test } from 'vitest';
import { preparePostgres } from './bed.ts';
import { runDrill } from './drill.ts';
import { createRandom } from './random.ts';

const bed = await preparePostgres();

test.skipIf(bed.whyNot !== null)(
  `60 jobs over 5 kills, a restart and 2 zombies: 0 lost, 0 double ${bed.whyNot ?? ''}`,
  async () => {
    const plan = {
      jobs: 60,
      workers: 3,
      kills: 5,
      restarts: 1,
      zombies: 2,
      limitMs: 150_000,
      random: createRandom(7),
    };
    const result = await runDrill(bed.server(), plan);
    console.log(JSON.stringify(result));
    expect(result).toMatchObject({ done: 60, lost: 0, doubles: 0 });
    // The drill would prove nothing if nobody had been hit in the middle of something.
    expect(result.takenOver).toBeGreaterThan(2);
    expect(result.fenced).toBeGreaterThan(0);
  },
  180_000,
);
