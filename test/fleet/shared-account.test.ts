/** The limits of a run hold over all its agents, wherever they work; what is played again is not booked twice. */
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/fleet/postgres/database.ts';
import { boundAccount, createSharedAccount } from '../../src/fleet/postgres/shared-account.ts';
import { createSubmittedRuns } from '../../src/fleet/postgres/submitted-runs.ts';
import type { Claim } from '../../src/protocol/budget/run-account.ts';
import { DRILL_RUN, preparePostgres } from './postgres-fixture.ts';

const fixture = await preparePostgres();
const LIMITS = { maxTokens: 1000, maxCostUsd: null, reservedTokens: 0, reservedUsd: 0 };
const usage = (tokens: number) => ({
  inputTokens: tokens,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteInputTokens: 0,
  isEstimated: false,
});

async function open(limits: Partial<typeof LIMITS> = {}): Promise<Database> {
  const database = await fixture.open();
  await createSubmittedRuns(database).submit({ id: 'run', ...DRILL_RUN, account: { ...LIMITS, ...limits } });
  return database;
}

const agent = (database: Database, task: string, epoch = 1) =>
  createSharedAccount(database, { runId: 'run', task, epoch });
const ask = (tokens: number, key: string, isTail = false) => ({ inputTokens: tokens, outputTokens: 0, key, isTail });

async function booked(database: Database): Promise<number> {
  const { rows } = await database.pool.query('SELECT coalesce(sum(tokens), 0) AS sum FROM consensus_review.claims');
  return Number(rows[0].sum);
}

describe.skipIf(fixture.whyNot !== null)(`the account of a run over the fleet ${fixture.whyNot ?? ''}`, () => {
  test('agents that ask at the same time never get more than the limit together', async () => {
    const database = await open();
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, i) => agent(database, `agent-${i}`).claim(ask(90, '1'), null)),
    );
    expect(claims.filter((claim) => claim !== null)).toHaveLength(11);
    expect(await booked(database)).toBe(990);
  });

  test('without a limit of the user all are held to the bound of the plan; a limit that is there stays [TRUST-04]', async () => {
    const database = await open({ maxTokens: null as never });
    await boundAccount(database, 'run', 500);
    await boundAccount(database, 'run', 5000);
    expect(await agent(database, 'a').claim(ask(400, '1'), null)).not.toBeNull();
    expect(await agent(database, 'b').claim(ask(200, '1'), null)).toBeNull();
  });

  test('what an agent really sent and got is charged, whatever its provider says [TRUST-04]', async () => {
    const database = await open();
    const a = agent(database, 'a');
    (await a.claim(ask(900, '1'), null))?.settle(usage(1), { inputTokens: 600, outputTokens: 100 });
    expect(await a.claim(ask(400, '2'), null)).toBeNull();
    expect(await booked(database)).toBe(700);
  });

  test('who is refused for what others may use waits; who can never fit is told so', async () => {
    const database = await open();
    const [a, b] = [agent(database, 'a'), agent(database, 'b')];
    const claim = await a.claim(ask(900, '1'), null);
    expect(await b.claim(ask(200, '1'), null)).toBeNull();
    expect([b.untilRoom(ask(200, '1'), null) === null, b.isSpent]).toEqual([false, false]);
    claim?.settle(usage(100));
    await a.claim(ask(1, '2'), null);
    expect(await b.claim(ask(200, '1'), null)).not.toBeNull();
    expect(await b.claim(ask(2000, '2'), null)).toBeNull();
    expect([b.untilRoom(ask(2000, '2'), null), b.isSpent]).toEqual([null, true]);
    expect(a.usage).toMatchObject({ calls: 2, inputTokens: 101 });
  });

  test('what is kept for the end is paid to nobody else', async () => {
    const database = await open({ reservedTokens: 200 });
    expect(await agent(database, 'a').claim(ask(900, '1'), null)).toBeNull();
    expect(await agent(database, 'a').claim(ask(900, '1', true), null)).not.toBeNull();
  });

  test('an attempt that is played again is booked once; one that was in flight at the kill is booked as claimed', async () => {
    const database = await open();
    const first = agent(database, 'a');
    (await first.claim(ask(300, '1'), null))?.settle(usage(120));
    await first.claim(ask(300, '2'), null);
    expect(await booked(database)).toBe(420);
    const second = agent(database, 'a', 2);
    (await second.claim(ask(300, '1'), null))?.settle(usage(120));
    const again = (await second.claim(ask(300, '2'), null)) as Claim;
    expect(await booked(database)).toBe(120 + 300 + 300);
    again.settle(usage(80));
    await second.claim(ask(1, '3'), null);
    expect(await booked(database)).toBe(120 + 300 + 80 + 1);
    expect(second.usage).toMatchObject({ calls: 3, inputTokens: 201 });
    // The zombie gets nothing more for a call that another has taken over.
    expect(await first.claim(ask(300, '3'), null)).toBeNull();
  });

  test('what was never made is given back', async () => {
    const database = await open();
    const a = agent(database, 'a');
    (await a.claim(ask(1000, '1'), null))?.release();
    expect(await a.claim(ask(1000, '2'), null)).not.toBeNull();
  });
});
