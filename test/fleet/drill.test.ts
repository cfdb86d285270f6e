/** 500 jobs, 4 workers, 20 kills, 2 restarts of the database, 5 zombies: nothing lost, nothing done twice. */
import { expect, test } from 'vitest';
import { preparePostgres } from './bed.ts';
import { runDrill } from './drill.ts';
import { createRandom } from './random.ts';

const bed = await preparePostgres();

test.skipIf(bed.whyNot !== null)(
  `500 jobs over 20 kills, 2 restarts and 5 zombies: 0 lost, 0 double ${bed.whyNot ?? ''}`,
  async () => {
    const plan = {
      jobs: 500,
      workers: 4,
      kills: 20,
      restarts: 2,
      zombies: 5,
      limitMs: 150_000,
      random: createRandom(7),
    };
    const result = await runDrill(bed.server(), plan);
    console.log(JSON.stringify(result));
    expect(result).toMatchObject({ done: 500, lost: 0, doubles: 0 });
    // The drill would prove nothing if nobody had been hit in the middle of something.
    expect(result.takenOver).toBeGreaterThan(10);
    expect(result.fenced).toBeGreaterThan(0);
  },
  180_000,
);
