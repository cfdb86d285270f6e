/**
 * A worker process of the drill: our own worker with one kind of task. A job is a run whose task makes four recorded steps, each
 * a short wait and a row that counts how often the effect really ran, and ends with what the steps gave.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { DRILL_STEPS, DRILL_TIMINGS, DRILL_VERSION } from './drill-facts.ts';
import { createRandom } from './random.ts';

// As the command line does. Whoever is killed writes nothing at its end, so what was compiled is kept as it comes.
enableCompileCache();
const [{ openDatabase }, { createPostgresJournal }, { runWorker }] = await Promise.all([
  import('../../src/fleet/postgres/database.ts'),
  import('../../src/fleet/postgres/journal.ts'),
  import('../../src/fleet/worker.ts'),
]);
flushCompileCache();
setInterval(flushCompileCache, 1000).unref();

const [url = '', id = '', concurrency = '4'] = process.argv.slice(2);
const random = createRandom(process.pid);
const drain = new AbortController();
process.on('SIGTERM', () => drain.abort());
await using database = openDatabase({ url, maxConnections: 8, patienceMs: 60_000 });
await runWorker({
  database,
  self: { id, host: hostname(), pid: process.pid, version: DRILL_VERSION, concurrency: Number(concurrency) },
  timings: DRILL_TIMINGS,
  drain: drain.signal,
  say: (line) => console.log(line),
  perform: async ({ lease }) => {
    const journal = createPostgresJournal(database, { lease });
    const answers: number[] = [];
    for (let step = 1; step <= DRILL_STEPS; step += 1) {
      const { value } = await journal.step({ key: `step-${step}`, kind: 'call', inputHash: 'drill' }, async () => {
        await sleep(10 + random() * 30);
        await database.run('INSERT INTO drill_effects (run_id, step) VALUES ($1, $2)', [lease.runId, step]);
        return step * step;
      });
      answers.push(value);
    }
    return { value: { job: lease.runId, answers }, isFinal: true };
  },
});
process.exit(0);
