/** Limits of a provider hold for all workers together, whoever of them lives or dies. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/fleet/postgres/database.ts';
import { createFleetGate, setProviderLimit } from '../../src/fleet/postgres/provider-gate.ts';
import { createWorkerRegistry } from '../../src/fleet/postgres/worker-registry.ts';
import { preparePostgres } from './postgres-fixture.ts';

const fixture = await preparePostgres();
const never = new AbortController().signal;
const DEAD_AFTER_MS = 5000;

async function hire(database: Database, ...ids: readonly string[]) {
  const registry = createWorkerRegistry(database);
  for (const id of ids) await registry.enlist({ id, host: 'h', pid: 1, version: 'v', concurrency: 1 });
  return ids.map((worker) => createFleetGate('anthropic', { database, worker, deadAfterMs: DEAD_AFTER_MS }));
}

/** Calls from every worker at once; answers when each began, and how many were under way at most. */
async function callFrom(gates: readonly ReturnType<typeof createFleetGate>[], calls: number, holdMs: number) {
  const beganAt: number[] = [];
  let open = 0;
  let most = 0;
  await Promise.all(
    gates.flatMap((gate) =>
      Array.from({ length: calls }, async () => {
        const slot = await gate.acquire(never);
        beganAt.push(performance.now());
        open += 1;
        most = Math.max(most, open);
        await sleep(holdMs);
        open -= 1;
        slot?.release('well');
      }),
    ),
  );
  return { beganAt: beganAt.sort((a, b) => a - b), most };
}

describe.skipIf(fixture.whyNot !== null)(`limits of a provider over the fleet ${fixture.whyNot ?? ''}`, () => {
  test('never more calls at the same time than the fleet may have', async () => {
    const database = await fixture.open();
    await setProviderLimit(database, { provider: 'anthropic', concurrency: 3, perSecond: null });
    const { most, beganAt } = await callFrom(await hire(database, 'a', 'b', 'c'), 10, 20);
    expect(beganAt).toHaveLength(30);
    expect(most).toBe(3);
  });

  test('never faster than the fleet may call', async () => {
    const database = await fixture.open();
    await setProviderLimit(database, { provider: 'anthropic', concurrency: 50, perSecond: 20 });
    const gates = await hire(database, 'a', 'b');
    const startedAt = performance.now();
    const { beganAt } = await callFrom(gates, 15, 1);
    // One every 50 ms. A busy machine hears of a permit later, never sooner.
    const tooSoon = beganAt.filter((at, i) => at - startedAt < 50 * i - 100);
    expect(tooSoon).toEqual([]);
    expect((beganAt.at(-1) ?? 0) - startedAt).toBeGreaterThan(1300);
  });

  test('a permit of a dead worker is free again, that of a busy one is not', async () => {
    const database = await fixture.open();
    await setProviderLimit(database, { provider: 'anthropic', concurrency: 2, perSecond: null });
    const [dead, busy, next] = await hire(database, 'dead', 'busy', 'next');
    await dead?.acquire(never);
    await busy?.acquire(never);
    const ended = AbortSignal.timeout(400);
    expect(await next?.acquire(ended)).toBeNull();
    await database.run(`UPDATE consensus_review.workers SET beat_at = now() - interval '1 hour' WHERE id = 'dead'`);
    expect(await next?.acquire(never)).not.toBeNull();
  });

  test('"too many" halves the limit for everybody, once per burst, and calls that go well bring it back', async () => {
    const database = await fixture.open();
    await setProviderLimit(database, { provider: 'anthropic', concurrency: 8, perSecond: null });
    const [a, b] = await hire(database, 'a', 'b');
    const limit = async (): Promise<number> =>
      (await database.pool.query('SELECT limit_now FROM consensus_review.providers')).rows[0].limit_now as number;
    const slots = [await a?.acquire(never), await b?.acquire(never)];
    for (const slot of slots) slot?.release('too-many');
    await expect.poll(limit).toBe(4);
    for (let i = 0; i < 4; i += 1) {
      (await b?.acquire(never))?.release('well');
      await sleep(30);
    }
    await expect.poll(limit).toBe(5);
  });

  test('a pause that one worker was asked for holds for the others', async () => {
    const database = await fixture.open();
    const [a, b] = await hire(database, 'a', 'b');
    (await a?.acquire(never))?.release('neutral');
    a?.pause(Date.now() + 60_000);
    await sleep(200);
    await b?.acquire(never);
    expect((b?.pausedUntilMs ?? 0) - Date.now()).toBeGreaterThan(50_000);
  });
});
