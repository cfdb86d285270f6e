/** The contract of every journal on PostgreSQL, and what only it has to keep: many machines, leases, restarts. */
import { describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '../../src/fleet/postgres/database.ts';
import { createPostgresJournal } from '../../src/fleet/postgres/journal.ts';
import { createPostgresReviewCache, forgetUnused } from '../../src/fleet/postgres/review-cache.ts';
import { createSharedSteps } from '../../src/fleet/postgres/shared-steps.ts';
import { createSubmittedRuns } from '../../src/fleet/postgres/submitted-runs.ts';
import { createTaskQueue, type Lease, LostLease } from '../../src/fleet/postgres/task-queue.ts';
import { journalContract } from '../contracts/journal.ts';
import { reviewCacheContract } from '../contracts/review-cache.ts';
import { DRILL_RUN, preparePostgres } from './postgres-fixture.ts';

const fixture = await preparePostgres();
let runs = 0;

async function begin(database: Database): Promise<() => Promise<Lease>> {
  runs += 1;
  const runId = `run-${runs}`;
  await createSubmittedRuns(database).submit({ id: runId, ...DRILL_RUN });
  const tasks = createTaskQueue(database);
  await tasks.post(runId, 'agent', {});
  return async () => {
    const taken = await tasks.take(runId, 'agent', 'somebody');
    if (taken === null) throw new Error('the task is finished');
    return taken.lease;
  };
}

const call = { key: 'a/1', kind: 'call', inputHash: 'm' } as const;

describe.skipIf(fixture.whyNot !== null)(`PostgreSQL ${fixture.whyNot ?? ''}`, () => {
  journalContract('PostgreSQL', async () => {
    const database = await fixture.open();
    const take = await begin(database);
    return {
      open: async (options) => createPostgresJournal(database, { lease: await take(), ...options }),
      close: async () => undefined,
    };
  });

  test('a password that is missing is the operator’s to give, at once and without a connection that stays open', async () => {
    const address = new URL(inject('postgresUrl') ?? '');
    address.password = '';
    const database = openDatabase({ url: address.href, maxConnections: 1, patienceMs: 60_000 });
    const refused = await database.run('SELECT 1').catch((error: unknown) => error);
    await database[Symbol.asyncDispose]();
    expect(refused).toMatchObject({
      code: 'no-database',
      exit: 2,
      message: expect.stringContaining('the server asks for a password, and none was given'),
      advice: expect.stringContaining('PGPASSWORD'),
    });
    const other = openDatabase({ url: inject('postgresUrl') ?? '', maxConnections: 1, patienceMs: 0 });
    const open = await other.rows(
      z.object({ state: z.string() }),
      "SELECT application_name AS state FROM pg_stat_activity WHERE state IS NULL AND backend_type = 'client backend'",
    );
    await other[Symbol.asyncDispose]();
    expect(open).toEqual([]);
  });

  let cached: Promise<Database> | null = null;
  reviewCacheContract('PostgreSQL', async () => {
    cached ??= fixture.open();
    const database = await cached;
    await database.run('DELETE FROM consensus_review.recollections');
    return { open: async () => createPostgresReviewCache(database), close: async () => undefined };
  });

  test('review cache: what is damaged is not given back and is dropped; what is unused for long or too much goes', async () => {
    const database = await fixture.open();
    const store = createPostgresReviewCache(database);
    const keys = ['damaged', 'old', 'large', 'small'];
    await store.write(keys.map((key) => ({ key, text: key === 'large' ? Math.PI.toString(2).repeat(40) : key })));
    await database.run(
      `UPDATE consensus_review.recollections SET value = '\\x00'::bytea || value WHERE key = 'damaged'`,
    );
    expect([...(await store.read(keys)).keys()].sort()).toEqual(['large', 'old', 'small']);
    await database.run(
      `UPDATE consensus_review.recollections SET used_at = now() -
         CASE key WHEN 'old' THEN interval '91 days' WHEN 'large' THEN interval '1 day' ELSE interval '0' END`,
    );
    await forgetUnused(database, { maxAgeDays: 90, maxBytes: 20 });
    expect(await store.read(keys)).toEqual(new Map([['small', 'small']]));
  });

  test('review cache: a database that fails costs a warning, never a run', async () => {
    const warnings: string[] = [];
    const broken = { rows: () => Promise.reject(new Error('gone')), run: () => Promise.reject(new Error('gone')) };
    const store = createPostgresReviewCache(broken, (warning) => warnings.push(warning));
    expect(await store.read(['k'])).toEqual(new Map());
    await store.write([{ key: 'k', text: 't' }]);
    expect(warnings).toEqual(['nothing is reused: gone', 'nothing is reused: gone']);
  });

  test('a step that all workers share is made once, whoever makes it; what was stopped is none', async () => {
    const database = await fixture.open();
    await createSubmittedRuns(database).submit({ id: 'shared', ...DRILL_RUN });
    const [one, other] = [createSharedSteps(database, 'shared'), createSharedSteps(database, 'shared')];
    const scan = { key: 'scan/x/1', kind: 'scan', inputHash: '1.0' };
    await one.step({ ...scan, settle: () => 'drop' as const }, async () => 'stopped');
    expect(await one.step(scan, async () => 'whole')).toEqual({ value: 'whole', isRecorded: false, lost: 0 });
    const never = () => Promise.reject(new Error('ran again'));
    expect(await other.step(scan, never)).toEqual({ value: 'whole', isRecorded: true, lost: 0 });
    await database.run(`UPDATE consensus_review.steps SET value = '\\x00'::bytea || value`);
    expect(await other.step(scan, async () => 'again')).toMatchObject({ value: 'again', isRecorded: false });
    expect(await one.step(scan, never)).toMatchObject({ value: 'again' });
  });

  test('whoever was replaced can neither begin nor end a step, and notices', async () => {
    const database = await fixture.open();
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
    const database = await fixture.open();
    const take = await begin(database);
    await createPostgresJournal(database, { lease: await take() }).step(call, async () => 'first');
    await database.run(`UPDATE consensus_review.steps SET value = '\\x00'::bytea || value`);
    const damaged: string[] = [];
    const journal = createPostgresJournal(database, { lease: await take(), onDamage: (key) => damaged.push(key) });
    expect(await journal.step(call, async () => 'second')).toEqual({ value: 'second', isRecorded: false, lost: 1 });
    expect(damaged).toEqual(['agent/a/1']);
  });
});
