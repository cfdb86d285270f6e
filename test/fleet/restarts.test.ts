/** A database that goes away and comes back under workers, commands and journals; each with a PostgreSQL of this file. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/fleet/postgres/database.ts';
import { createPostgresJournal } from '../../src/fleet/postgres/journal.ts';
import { migrate } from '../../src/fleet/postgres/schema.ts';
import { createSubmittedRuns } from '../../src/fleet/postgres/submitted-runs.ts';
import { createTaskQueue, type Lease } from '../../src/fleet/postgres/task-queue.ts';
import { createFolder, MAIN } from '../e2e/run-cli.ts';
import { runDrill } from './drill.ts';
import { FILES, type FleetProcess, startProcess, until } from './fleet-fixture.ts';
import { startPostgres, type TestPostgres, whyNoPostgres } from './postgres.ts';
import { DRILL_RUN } from './postgres-fixture.ts';
import { createRandom } from './random.ts';

const whyNot = await whyNoPostgres();

describe.skipIf(whyNot !== null)(`a database that goes away ${whyNot ?? ''}`, { timeout: 240_000 }, () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server[Symbol.asyncDispose]());

  test('60 jobs over 3 kills, a restart and 2 zombies: 0 lost, 0 double', async () => {
    const plan = { jobs: 60, workers: 3, kills: 3, restarts: 1, zombies: 2, limitMs: 200_000, random: createRandom(7) };
    const result = await runDrill(server, plan);
    expect(result).toMatchObject({ done: 60, lost: 0, doubles: 0 });
    // The drill would prove nothing if nobody had been hit in the middle of something.
    expect(result.takenOver).toBeGreaterThan(0);
  });

  test('steps go on over a restart of the database', async () => {
    await using database = openDatabase({ url: await server.createDatabase(), maxConnections: 4, patienceMs: 10_000 });
    await migrate(database);
    await createSubmittedRuns(database).submit({ id: 'run', ...DRILL_RUN });
    const tasks = createTaskQueue(database);
    await tasks.post('run', 'agent', {});
    const take = async (): Promise<Lease> => {
      const taken = await tasks.take('run', 'agent', 'somebody');
      if (taken === null) throw new Error('the task is finished');
      return taken.lease;
    };
    const call = { key: 'a/1', kind: 'call', inputHash: 'm' } as const;
    const journal = createPostgresJournal(database, { lease: await take() });
    await journal.step(call, async () => 1);
    const restarting = server.restart();
    const during = await Promise.all([2, 3, 4].map((i) => journal.step({ ...call, key: `a/${i}` }, async () => i)));
    await restarting;
    expect(during.map(({ value }) => value)).toEqual([2, 3, 4]);
    expect((await createPostgresJournal(database, { lease: await take() }).step(call, async () => 9)).value).toBe(1);
  });

  test('the command line of a worker: waits for its database, takes, drains, never shows the password; a wrong one is an error without it', async () => {
    const url = await server.createDatabase();
    const password = new URL(url).password;
    const comeBack = await server.stop();
    const worker = startProcess(MAIN, [
      'worker',
      '--database',
      url,
      '--concurrency',
      '2',
      '--limit',
      'anthropic=8,50/m',
    ]);
    const run = startProcess(
      MAIN,
      ['review', '--all', '-f', 'json', '--database', url],
      {},
      { cwd: createFolder(FILES) },
    );
    const isWaiting = ({ stderr }: FleetProcess): boolean => stderr().includes('the database is unreachable; waiting');
    await until('both wait for the database', () => isWaiting(worker) && isWaiting(run));
    const leaving = startProcess(MAIN, ['worker', '--database', url]);
    await until('another one waits', () => isWaiting(leaving));
    leaving.child.kill('SIGTERM');
    expect(await leaving.ended, leaving.stderr()).toBe(0);
    await comeBack();
    await until('it is ready', () => worker.stderr().includes('ready on'));
    expect(worker.stderr()).toContain('the database is reachable again');
    expect(await run.ended, run.stderr()).not.toBe(4);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    expect(`${worker.stderr()}${run.stderr()}`).not.toContain(password);
    const wrong = startProcess(MAIN, ['worker', '--database', url.replace(password, 'hunter2')]);
    expect(await wrong.ended).toBe(2);
    expect(wrong.stderr()).toContain('password authentication failed');
    expect(wrong.stderr()).not.toContain('hunter2');
  });
});
