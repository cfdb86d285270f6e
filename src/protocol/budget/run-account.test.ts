import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TurnUsage } from '../calls/turn-outcome.ts';
import { createRunAccount } from './run-account.ts';

const PRICE = { input: 3, cached: 0.3, write: 3, output: 15, contextTokens: null, maxOutputTokens: null };
const use = (inputTokens: number, outputTokens: number, cachedInputTokens = 0): TurnUsage => ({
  inputTokens,
  cachedInputTokens,
  cacheWriteInputTokens: 0,
  outputTokens,
  isEstimated: false,
});
const OPEN = { maxTokens: null, maxCostUsd: null, reservedTokens: 0 };

describe('the account of a run', () => {
  test('claims the worst case before a call and books what the provider says', () => {
    const account = createRunAccount({ ...OPEN, maxTokens: 1000 });
    const first = account.claim(use(600, 300), PRICE);
    expect(account.claim(use(100, 100), PRICE)).toBeNull();
    first?.settle(use(500, 50, 400));
    first?.settle(use(500, 50));
    expect(account.usage).toEqual({
      calls: 1,
      inputTokens: 500,
      cachedInputTokens: 400,
      reasoningTokens: 0,
      outputTokens: 50,
      costUsd: (100 * 3 + 400 * 0.3 + 50 * 15) / 1e6,
      estimatedCalls: 0,
      unpricedCalls: 0,
      reusedCalls: 0,
      repeatedCalls: 0,
      entries: [expect.objectContaining({ agent: 'unknown', model: 'unknown', calls: 1, inputTokens: 500 })],
    });
    expect(account.claim(use(300, 150), PRICE)).not.toBeNull();
  });

  test('no less than we counted is charged against the limits, whatever the provider says; the bill is its own [TRUST-04]', () => {
    const account = createRunAccount({ ...OPEN, maxTokens: 1000, maxCostUsd: 1 });
    account.claim(use(600, 100), PRICE)?.settle(use(1, 1), { inputTokens: 600, outputTokens: 90 });
    expect(account.usage).toMatchObject({ inputTokens: 1, outputTokens: 1 });
    expect(account.shares).toEqual([
      { used: 690, allowance: 1000 },
      { used: (600 * 3 + 90 * 15) / 1e6, allowance: 1 },
    ]);
    expect(account.claim(use(300, 11), PRICE)).toBeNull();
    account.claim(use(200, 10), PRICE)?.settle(use(250, 60), { inputTokens: 200, outputTokens: 10 });
    expect(account.shares[0]).toEqual({ used: 1000, allowance: 1000 });
  });

  test('a bound of the plan holds where the user gave no limit, and is no share of anything [TRUST-04]', () => {
    const account = createRunAccount(OPEN);
    account.bound(1000);
    account.claim(use(600, 300), PRICE)?.settle(null);
    expect(account.claim(use(100, 1), PRICE)).toBeNull();
    expect([account.isSpent, account.shares]).toEqual([true, []]);
    expect(account.explainRefusal?.(use(100, 1), PRICE)).toBe(
      'a limit of the run is reached (1000 tokens, the most that was planned; --max-tokens sets another limit)',
    );
    const given = createRunAccount({ ...OPEN, maxTokens: 50 });
    given.bound(1000);
    expect(given.claim(use(51, 0), PRICE)).toBeNull();
  });

  test('what an earlier run has paid for is counted by itself and uses nothing', () => {
    const account = createRunAccount({ ...OPEN, maxTokens: 0 });
    account.noteReused({ agent: 'a', model: 'm' });
    account.noteReused({ agent: 'a', model: 'm' });
    expect(account.usage).toMatchObject({ calls: 0, costUsd: 0, inputTokens: 0, reusedCalls: 2 });
    expect(account.isSpent).toBe(false);
  });

  test('a call that only what others may use keeps out waits for them; one that can never fit does not', async () => {
    const account = createRunAccount({ ...OPEN, maxTokens: 1000 });
    const first = account.claim(use(600, 300), PRICE);
    expect([account.claim(use(100, 100), PRICE), account.isSpent]).toEqual([null, false]);
    const room = account.untilRoom(use(100, 100), PRICE);
    first?.settle(use(500, 50));
    await room;
    expect(account.claim(use(100, 100), PRICE)).not.toBeNull();
    expect([account.claim(use(400, 100), PRICE), account.isSpent]).toEqual([null, true]);
    expect(account.spentLimit).toBe('--max-tokens 1000');
    expect(account.explainRefusal?.(use(400, 100), PRICE)).toBe('a limit of the run is reached (--max-tokens 1000)');
    expect(account.untilRoom(use(400, 100), PRICE)).toBeNull();
  });

  test('a call waits as long as another is open, and not where none is', async () => {
    const account = createRunAccount({ ...OPEN, maxTokens: 1000 });
    expect(account.untilRoom(use(100, 100), PRICE)).toBeNull();
    const first = account.claim(use(600, 300), PRICE);
    let hasRoom = false;
    const room = account.untilRoom(use(100, 100), PRICE);
    expect(room).not.toBeNull();
    const waited = room?.then(() => {
      hasRoom = true;
    });
    await Promise.resolve();
    expect(hasRoom).toBe(false);
    first?.release();
    await waited;
    expect(hasRoom).toBe(true);
  });

  test('where nothing limits the run, nobody has to count what a call reads before it is made', () => {
    let counted = 0;
    const worst = {
      get inputTokens() {
        counted += 1;
        return 600;
      },
      outputTokens: 300,
    };
    createRunAccount(OPEN).claim(worst, PRICE)?.settle(use(500, 50));
    expect(counted).toBe(0);
    createRunAccount({ ...OPEN, maxCostUsd: 1 })
      .claim(worst, PRICE)
      ?.settle(use(500, 50));
    expect(counted).toBeGreaterThan(0);
  });

  test.each([
    [{ maxTokens: 2000 }, '(--max-tokens 2000): this call alone may need 2500 tokens'],
    [{ maxCostUsd: 0.005 }, '(--max-cost 0.005): this call alone may need $0.01'],
    [{ maxTokens: 9000, maxCostUsd: 0.005 }, '(--max-cost 0.005): this call alone may need $0.01'],
    [
      { maxTokens: 3000, reservedTokens: 600 },
      '(--max-tokens 3000): this call alone may need 2500 tokens, and 600 of the limit is kept for judging what is found',
    ],
  ])('where nothing can be asked within %o the limit and what a call needs are named', (limits, said) => {
    const account = createRunAccount({ ...OPEN, ...limits });
    expect(account.claim(use(2000, 500), PRICE)).toBeNull();
    expect(account.explainRefusal?.(use(2000, 500), PRICE)).toBe(`a limit of the run is reached ${said}`);
  });

  test('a call of an earlier life is booked at its worst case, past any limit, and counted', () => {
    const account = createRunAccount({ ...OPEN, maxTokens: 1000 });
    account.claim(use(100, 100), PRICE)?.settle(use(100, 100));
    account.bookLost(use(600, 300), PRICE);
    expect(account.usage).toMatchObject({
      calls: 2,
      inputTokens: 700,
      outputTokens: 400,
      estimatedCalls: 1,
      repeatedCalls: 1,
    });
    expect(account.claim(use(1, 1), PRICE)).toBeNull();
  });

  test('what the provider does not say is booked as claimed and marked, never as nothing', () => {
    const account = createRunAccount(OPEN);
    account.claim(use(600, 300), PRICE)?.settle(null);
    expect(account.usage).toMatchObject({ inputTokens: 600, outputTokens: 300, estimatedCalls: 1 });
    account.claim(use(600, 300), PRICE)?.release();
    expect(account.usage).toMatchObject({ calls: 1, inputTokens: 600 });
    // A call that is still open when somebody asks may be billed in full.
    const open = account.claim(use(100, 50), PRICE);
    expect(account.usage).toMatchObject({ calls: 2, inputTokens: 700, outputTokens: 350, estimatedCalls: 2 });
    open?.settle(use(10, 5));
    expect(account.usage).toMatchObject({ calls: 2, inputTokens: 610, outputTokens: 305, estimatedCalls: 1 });
  });

  test('money is a limit of its own, and what comes after the reviewers is kept back', () => {
    const account = createRunAccount({ ...OPEN, maxCostUsd: 0.01 });
    expect(account.claim(use(3333, 0), PRICE)).not.toBeNull();
    expect(account.claim(use(10, 0), PRICE)).toBeNull();
    expect(account.shares).toEqual([{ used: 0, allowance: 0.01 }]);
    const returned = createRunAccount({ ...OPEN, maxCostUsd: 0.01 });
    returned.claim(use(3333, 0), PRICE)?.release();
    expect(returned.claim(use(3333, 0), PRICE)).not.toBeNull();
    const reserved = createRunAccount({ maxTokens: 1000, maxCostUsd: null, reservedTokens: 400 });
    expect(reserved.claim(use(600, 0), null)).not.toBeNull();
    expect(reserved.claim(use(1, 0), null)).toBeNull();
    // What was kept back pays for the tail, and not for more than was kept.
    expect(reserved.hasTail).toBe(true);
    expect(reserved.claim({ ...use(400, 0), isTail: true }, null)).not.toBeNull();
    expect(reserved.claim({ ...use(1, 0), isTail: true }, null)).toBeNull();
    const money = createRunAccount({ ...OPEN, maxCostUsd: 0.01, reservedUsd: 0.004 });
    expect(money.hasTail).toBe(true);
    expect(money.claim(use(2000, 0), PRICE)).not.toBeNull();
    expect(money.claim(use(10, 0), PRICE)).toBeNull();
    expect(money.claim({ ...use(1300, 0), isTail: true }, PRICE)).not.toBeNull();
    expect(money.claim({ ...use(100, 0), isTail: true }, PRICE)).toBeNull();
    expect(createRunAccount({ ...OPEN, maxTokens: 1000 }).hasTail).toBe(false);
  });

  test('calls whose price nobody knows are counted, not called free', () => {
    const account = createRunAccount(OPEN);
    account.claim(use(600, 300), null)?.settle(use(500, 50));
    account.claim(use(600, 300), null)?.settle(null);
    account.claim(use(600, 300), PRICE)?.settle(use(1000, 0));
    account.claim(use(100, 50), null);
    expect(account.usage).toMatchObject({ calls: 4, costUsd: 0.003, unpricedCalls: 3, estimatedCalls: 2 });
  });

  test('every call stands under the agent that asked and the model that answered; a lost one too', () => {
    const account = createRunAccount(OPEN);
    const by = (agent: string, model: string) => ({ ...use(600, 300), by: { agent, model } });
    account.claim(by('security-reviewer', 'b/two'), null)?.settle(use(10, 1));
    account.claim(by('go-reviewer', 'a/one'), PRICE)?.settle(use(1000, 0));
    account.claim(by('security-reviewer', 'a/one'), PRICE)?.settle(use(500, 50));
    account.claim(by('security-reviewer', 'a/one'), PRICE)?.release();
    account.claim(by('security-reviewer', 'a/one'), PRICE);
    account.bookLost(by('vulnerability-reviewer', 'a/one'), PRICE);
    const { entries, ...sums } = account.usage;
    expect(entries.map((entry) => [entry.agent, entry.model, entry.calls, entry.inputTokens])).toEqual([
      ['go-reviewer', 'a/one', 1, 1000],
      ['security-reviewer', 'a/one', 2, 1100],
      ['security-reviewer', 'b/two', 1, 10],
      ['vulnerability-reviewer', 'a/one', 1, 600],
    ]);
    expect([sums.calls, sums.repeatedCalls, sums.reusedCalls, sums.unpricedCalls]).toEqual([5, 1, 0, 1]);
  });

  test('however claims and settlements interleave, no limit is passed', () => {
    const amount = fc.integer({ min: 0, max: 400 });
    const step = fc.record({
      input: amount,
      output: amount,
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      later: fc.nat(5),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const account = createRunAccount({ maxTokens: 2000, maxCostUsd: 0.02, reservedTokens: 100 });
        const open: (() => void)[] = [];
        for (const { input, output, share, later } of steps) {
          const claim = account.claim(use(input, output), PRICE);
          if (claim)
            open.push(() =>
              claim.settle(share < 0.2 ? null : use(Math.floor(input * share), Math.floor(output * share))),
            );
          for (const settle of open.splice(0, later)) settle();
        }
        for (const settle of open) settle();
        expect(account.usage.inputTokens + account.usage.outputTokens).toBeLessThanOrEqual(1900);
        expect(account.usage.costUsd).toBeLessThanOrEqual(0.02);
      }),
    );
  });
});
