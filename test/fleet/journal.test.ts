/** The contract of every journal on PostgreSQL, and what only it has to keep: many machines, leases, restarts. */
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/adapters/postgres/database.ts';
import { createPostgresJournal } from '../../src/adapters/postgres/journal.ts';
import { createRunBoard } from '../../src/adapters/postgres/run-board.ts';
import { createTaskBoard, type Lease, LostLease } from '../../src/adapters/postgres/task-board.ts';
import { journalContract } from '../contracts/journal.ts';
import { DRILL_RUN, preparePostgres } from './bed.ts';

const bed = await preparePostgres();
let runs = 0;

async function begin(database: Database): Promise<() => Promise<Lease>> {
  runs += 1;
  const runId = `run-${runs}`;
  await createRunBoard(database).submit({ id: runId, ...DRILL_RUN });
  const board = createTaskBoard(database);
  await board.post(runId, 'agent', {});
  return async () => {
    const taken = await board.take(runId, 'agent', 'somebody');
    if (taken === null) throw new Error('the task is finished');
    return taken.lease;
  };
}

const call = { key: 'a/1', kind: 'call', mark: 'm' } as const;

describe.skipIf(bed.whyNot !== null)(`PostgreSQL ${bed.whyNot ?? ''}`, () => {
  journalContract('PostgreSQL', async () => {
    const database = await bed.open();
    const take = await begin(database);
    return {
      open: async (options) => createPostgresJournal(database, { lease: await take(), ...options }),
      close: async () => undefined,
    };
  });

  test('whoever was replaced can neither begin nor end a step, and notices', async () => {
    const database = await bed.open();
    const take = await begin(database);
    const zombie = createPostgresJournal(database, { lease: await take() });
    const late = zombie.step(call, async () => {
      const next = createPostgresJournal(database, { lease: await take() });
      expect(await next.step(call, async () => 'of the living')).toMatchObject({ lost: 1 });
      return 'of the zombie';
    });
    await expect(late).rejects.toThrow(LostLease);
    await expect(zombie.step({ ...call, key: 'a/2' }, async () => 1)).rejects.toMatchObject({ code: 'run-busy' });
    const third = createPostgresJournal(database, { lease: await take() });
    expect(await third.step(call, () => Promise.reject(new Error('ran again')))).toMatchObject({
      value: 'of the living',
      isRecorded: true,
    });
  });

  test('a value whose checksum does not fit is never used', async () => {
    const database = await bed.open();
    const take = await begin(database);
    await createPostgresJournal(database, { lease: await take() }).step(call, async () => 'first');
    await database.run(`UPDATE consensus_review.steps SET value = '\\x00'::bytea || value`);
    const damaged: string[] = [];
    const journal = createPostgresJournal(database, { lease: await take(), onDamage: (key) => damaged.push(key) });
    expect(await journal.step(call, async () => 'second')).toEqual({ value: 'second', isRecorded: false, lost: 1 });
    expect(damaged).toEqual(['agent/a/1']);
  });

  test('steps go on over a restart of the database', async () => {
    const database = await bed.open();
    const take = await begin(database);
    const journal = createPostgresJournal(database, { lease: await take() });
    await journal.step(call, async () => 1);
    const restarting = bed.server().restart();
    const during = await Promise.all([2, 3, 4].map((i) => journal.step({ ...call, key: `a/${i}` }, async () => i)));
    await restarting;
    expect(during.map(({ value }) => value)).toEqual([2, 3, 4]);
    expect((await createPostgresJournal(database, { lease: await take() }).step(call, async () => 9)).value).toBe(1);
  });
});
