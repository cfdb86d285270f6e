import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../ports/clock.ts';
import type { CallResult, Model, ModelAttempt, ModelCall, TurnRequest } from '../ports/model.ts';
import { NOTHING_RECEIVED, type TurnEnd, type TurnOutcome } from '../protocol/calls/turn-outcome.ts';
import { createFixedClock } from '../testing/fixed-ports.ts';
import { createModelCaller, type ModelCallerSettings } from './create-model-caller.ts';

const REQUEST: TurnRequest = { system: '', messages: [], tools: [], maxOutputTokens: 10, idleTimeoutMs: 1000 };

const REPLY: TurnEnd = { kind: 'replied', finish: 'stop', continuation: null };
const OVERLOADED: TurnEnd = { kind: 'overloaded', retryAfterMs: null, message: '' };
const STALLED: TurnEnd = { kind: 'stalled', message: '' };
const limited = (retryAfterMs: number | null): TurnEnd => ({ kind: 'rate-limited', retryAfterMs, message: '' });

/** Lets everything that is not waiting for time run. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Moves time in small steps until the call has ended. */
async function finish<T>(promise: Promise<T>, clock: ReturnType<typeof createFixedClock>, stepMs = 100): Promise<T> {
  let isDone = false;
  const done = promise.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await settle();
    clock.advance(stepMs);
  }
  return done;
}

/** A model that plays endings; it notes when each call began. */
function createScripted(clock: Clock, ends: readonly TurnEnd[], name = 'test/model') {
  const calledAtMs: number[] = [];
  const rest = [...ends];
  const model: Model = {
    name,
    provider: name.split('/')[0] ?? '',
    turn: async (): Promise<TurnOutcome> => {
      calledAtMs.push(clock.now());
      await settle();
      const end = rest.shift();
      if (end === undefined) throw new Error(`${name}: an unexpected call`);
      return { ...NOTHING_RECEIVED, ...end };
    },
  };
  return { model, calledAtMs, rest };
}

interface Played {
  readonly result: CallResult;
  readonly attempts: readonly ModelAttempt[];
  readonly calledAtMs: readonly number[];
}

async function play(
  ends: readonly TurnEnd[],
  settings: Partial<ModelCallerSettings> = {},
  call: Partial<ModelCall> = {},
): Promise<Played> {
  const clock = createFixedClock();
  const { model, calledAtMs, rest } = createScripted(clock, ends);
  const caller = createModelCaller({ clock, random: () => 0.5, ...settings });
  const attempts: ModelAttempt[] = [];
  const result = await finish(
    caller.call({
      model,
      request: REQUEST,
      signal: new AbortController().signal,
      onAttempt: (attempt) => void attempts.push(attempt),
      ...call,
    }),
    clock,
  );
  expect(rest).toEqual([]);
  return { result, attempts, calledAtMs };
}

test('what time can mend is repeated, and every attempt is reported with its wait', async () => {
  const { result, attempts } = await play([OVERLOADED, STALLED, REPLY]);
  expect(result).toMatchObject({ kind: 'ended', attempts: 3, outcome: { kind: 'replied' } });
  expect(attempts.map(({ attempt, outcome, waitMs }) => [attempt, outcome.kind, waitMs])).toEqual([
    [1, 'overloaded', 500],
    [2, 'stalled', 1000],
    [3, 'replied', null],
  ]);
});

test('after the last attempt the outcome is returned as it is', async () => {
  const { result } = await play([STALLED, STALLED, STALLED, STALLED]);
  expect(result).toMatchObject({ kind: 'ended', attempts: 4, outcome: { kind: 'stalled' } });
});

test.each<TurnEnd>([
  { kind: 'refused', message: '' },
  { kind: 'filtered', message: '' },
  { kind: 'malformed', message: '' },
  { kind: 'truncated', message: '' },
  { kind: 'context-exceeded', message: '' },
  { kind: 'failed', reason: 'auth', message: '', advice: '' },
])('$kind is not repeated, and not handed to the fallback', async (end) => {
  const fallback = createScripted(createFixedClock(), []).model;
  const { result } = await play([end], {}, { fallback });
  expect(result).toMatchObject({ kind: 'ended', model: 'test/model', attempts: 1, outcome: { kind: end.kind } });
});

test('no retry comes before Retry-After', async () => {
  const { calledAtMs } = await play([limited(5000), REPLY]);
  expect(calledAtMs[1]).toBeGreaterThanOrEqual(5000);
  expect(calledAtMs[1]).toBeLessThanOrEqual(6000);
});

test('a longer wait than the cap puts the call off, and the provider is left alone until then', async () => {
  const clock = createFixedClock();
  const { model, calledAtMs } = createScripted(clock, [limited(120_000)]);
  const caller = createModelCaller({ clock, random: () => 0.5 });
  const call = { model, request: REQUEST, signal: new AbortController().signal };
  const first = await finish(caller.call(call), clock);
  expect(first).toMatchObject({ kind: 'deferred', attempts: 1, outcome: { kind: 'rate-limited' } });
  const second = await finish(caller.call(call), clock);
  expect(second).toMatchObject({ kind: 'deferred', attempts: 0, outcome: null });
  if (first.kind !== 'deferred' || second.kind !== 'deferred') throw new Error('not deferred');
  expect(Math.abs(second.resumeAtMs - first.resumeAtMs)).toBeLessThanOrEqual(100);
  expect(calledAtMs).toEqual([0]);
});

test('other calls of the same provider wait out its Retry-After too, those of others do not', async () => {
  const clock = createFixedClock();
  const first = createScripted(clock, [limited(5000), REPLY], 'busy/a');
  const second = createScripted(clock, [REPLY], 'busy/b');
  const third = createScripted(clock, [REPLY], 'free/c');
  const caller = createModelCaller({ clock, random: () => 0 });
  const signal = new AbortController().signal;
  const start = ({ model }: { model: Model }): Promise<CallResult> => caller.call({ model, request: REQUEST, signal });
  const one = start(first);
  await settle();
  await settle();
  await finish(Promise.all([one, start(second), start(third)]), clock);
  expect(first.calledAtMs[1]).toBeGreaterThanOrEqual(5000);
  expect(second.calledAtMs[0]).toBeGreaterThanOrEqual(5000);
  expect(third.calledAtMs[0]).toBeLessThan(200);
});

test('after 429 half as many calls run at once, and again as many when it goes well', async () => {
  const clock = createFixedClock();
  let active = 0;
  let most = 0;
  let answers: TurnEnd = limited(null);
  const model: Model = {
    name: 'p/m',
    provider: 'p',
    turn: async () => {
      active += 1;
      most = Math.max(most, active);
      await settle();
      active -= 1;
      return { ...NOTHING_RECEIVED, ...answers };
    },
  };
  const caller = createModelCaller({ clock, random: () => 0, concurrency: 8, policy: { maxAttempts: 1 } });
  const signal = new AbortController().signal;
  const measure = async (calls: number): Promise<number> => {
    most = 0;
    await Promise.all(Array.from({ length: calls }, () => caller.call({ model, request: REQUEST, signal })));
    return most;
  };
  expect(await measure(8)).toBe(8);
  answers = REPLY;
  // Four, and four more in their place.
  expect(await measure(8)).toBe(4);
  expect(await measure(40)).toBe(8);
});

test('malformed answers are repeated where the policy says so', async () => {
  const malformed: TurnEnd = { kind: 'malformed', message: '' };
  const { result } = await play([malformed, malformed], { policy: { malformedRetries: 1 } });
  expect(result).toMatchObject({ kind: 'ended', attempts: 2, outcome: { kind: 'malformed' } });
});

describe('fallback', () => {
  test('is asked when the attempts are used up, and is named', async () => {
    const clock = createFixedClock();
    const primary = createScripted(clock, [STALLED, STALLED], 'a/one');
    const fallback = createScripted(clock, [REPLY], 'b/two');
    const caller = createModelCaller({ clock, random: () => 0, policy: { maxAttempts: 2 } });
    const attempts: string[] = [];
    const result = await caller.call({
      model: primary.model,
      fallback: fallback.model,
      request: REQUEST,
      signal: new AbortController().signal,
      onAttempt: ({ model, attempt }) => void attempts.push(`${model} ${attempt}`),
    });
    expect(result).toMatchObject({ kind: 'ended', model: 'b/two', attempts: 1, outcome: { kind: 'replied' } });
    expect(attempts).toEqual(['a/one 1', 'a/one 2', 'b/two 1']);
  });

  test('is asked instead of putting the call off', async () => {
    const clock = createFixedClock();
    const primary = createScripted(clock, [limited(600_000)], 'a/one');
    const fallback = createScripted(clock, [REPLY], 'b/two');
    const caller = createModelCaller({ clock, random: () => 0 });
    const signal = new AbortController().signal;
    const result = await caller.call({ model: primary.model, fallback: fallback.model, request: REQUEST, signal });
    expect(result).toMatchObject({ kind: 'ended', model: 'b/two' });
  });
});

describe('breaker', () => {
  const breaker = { failures: 3, cooldownMs: 10_000, giveUpAfterMs: 60_000 };

  test('after failures in a row the model rests, then one call tries it out', async () => {
    const clock = createFixedClock();
    const scripted = createScripted(clock, [OVERLOADED, OVERLOADED, OVERLOADED, REPLY, REPLY]);
    const caller = createModelCaller({ clock, random: () => 0, breaker, policy: { maxAttempts: 3 } });
    const call = { model: scripted.model, request: REQUEST, signal: new AbortController().signal };
    await finish(caller.call(call), clock);
    const openedAt = scripted.calledAtMs[2] ?? 0;
    await finish(Promise.all([caller.call(call), caller.call(call)]), clock);
    expect(scripted.calledAtMs[3]).toBeGreaterThanOrEqual(openedAt + breaker.cooldownMs);
    // The second one waited for the result of the trial.
    expect(scripted.calledAtMs[4]).toBeGreaterThan(scripted.calledAtMs[3] ?? 0);
  });

  test('while the model rests the fallback is asked at once', async () => {
    const clock = createFixedClock();
    const primary = createScripted(clock, [OVERLOADED, OVERLOADED, OVERLOADED], 'a/one');
    const fallback = createScripted(clock, [REPLY, REPLY], 'b/two');
    const caller = createModelCaller({ clock, random: () => 0, breaker, policy: { maxAttempts: 3 } });
    const signal = new AbortController().signal;
    const call = { model: primary.model, fallback: fallback.model, request: REQUEST, signal };
    await caller.call(call);
    expect(await caller.call(call)).toMatchObject({ model: 'b/two', outcome: { kind: 'replied' } });
    expect(primary.calledAtMs).toHaveLength(3);
  });
});

describe('a dead model', () => {
  const dead: readonly (readonly [string, TurnEnd, number])[] = [
    ['refuses connections', { kind: 'disconnected', message: 'ECONNREFUSED' }, 0],
    ['answers with 503', OVERLOADED, 20],
    ['answers with 429 and names no time', limited(null), 20],
    ['is silent until a call is given up', STALLED, 60_000],
  ];
  /** Eight agents ask that often each, as with waves. */
  const TIMES = 20;
  const askAll = async (end: TurnEnd, takesMs: number) => {
    const clock = createFixedClock();
    const startedAtMs = clock.now();
    let calls = 0;
    const model: Model = {
      name: 'test/dead',
      provider: 'test',
      async turn() {
        calls += 1;
        const endsAtMs = clock.now() + takesMs;
        while (clock.now() < endsAtMs) await settle();
        return { ...NOTHING_RECEIVED, ...end };
      },
    };
    const caller = createModelCaller({ clock, random: () => 0.5 });
    const call = { model, request: REQUEST, signal: new AbortController().signal };
    const ask = async (): Promise<CallResult[]> => {
      const results: CallResult[] = [];
      for (let time = 0; time < TIMES; time += 1) results.push(await caller.call(call));
      return results;
    };
    const results = await finish(Promise.all(Array.from({ length: 8 }, ask)), clock, 250);
    return { results: results.flat(), calls, tookMs: clock.now() - startedAtMs };
  };

  test.each(dead)(
    'that %s is given up within a minute, for all agents and waves [TRUST-07]',
    async (_how, end, takesMs) => {
      const { results, calls, tookMs } = await askAll(end, takesMs);
      expect(results.map(({ kind, outcome }) => [kind, outcome?.kind])).toEqual(results.map(() => ['ended', end.kind]));
      expect(tookMs).toBeLessThanOrEqual(61_000);
      expect(calls).toBeLessThan(8 * 4 * TIMES);
      expect(results.at(-1)).toMatchObject({
        attempts: 0,
        outcome: { message: expect.stringContaining('not asked again') },
      });
    },
  );

  test('a wait that it names counts once; then the call is put off until the time it names', async () => {
    const { results, tookMs } = await askAll(limited(40_000), 20);
    expect(results.every(({ kind }) => kind === 'deferred')).toBe(true);
    expect(tookMs).toBeLessThanOrEqual(101_000);
  });

  test('an answer in between ends the count', async () => {
    const ends = Array.from({ length: 6 }, () => [limited(null), limited(null), limited(null), REPLY]).flat();
    const clock = createFixedClock();
    const { model, rest } = createScripted(clock, ends);
    const caller = createModelCaller({ clock, random: () => 0.99, policy: { baseDelayMs: 6000 } });
    const call = { model, request: REQUEST, signal: new AbortController().signal };
    for (let time = 0; time < 6; time += 1)
      expect(await finish(caller.call(call), clock)).toMatchObject({ kind: 'ended', outcome: { kind: 'replied' } });
    expect(rest).toEqual([]);
  });
});

describe('whoever pays', () => {
  test('is asked before every attempt and can end the call', async () => {
    const asked: number[] = [];
    const mayAttempt = ({ attempt }: { attempt: number }): boolean => asked.push(attempt) < 3;
    const { result } = await play([STALLED, STALLED], {}, { mayAttempt });
    expect(asked).toEqual([1, 2, 3]);
    expect(result).toMatchObject({ kind: 'denied', attempts: 2, outcome: { kind: 'stalled' } });
  });
});

describe('signal', () => {
  test('ends a wait, as stopped or as out of time', async () => {
    for (const [reason, kind] of [
      [new Error('stop'), 'aborted'],
      [new DOMException('late', 'TimeoutError'), 'timed-out'],
    ] as const) {
      const clock = createFixedClock();
      const controller = new AbortController();
      const { model } = createScripted(clock, [limited(30_000)]);
      const caller = createModelCaller({ clock, random: () => 0 });
      const promise = caller.call({ model, request: REQUEST, signal: controller.signal });
      await settle();
      await settle();
      controller.abort(reason);
      expect(await promise).toMatchObject({ kind: 'ended', attempts: 1, outcome: { kind, mayBeBilled: false } });
    }
  });

  test('ends the wait for a slot, and the place is given to the next', async () => {
    const clock = createFixedClock();
    const scripted = createScripted(clock, [REPLY, REPLY]);
    const caller = createModelCaller({ clock, random: () => 0, concurrency: 1 });
    const controller = new AbortController();
    const start = (signal: AbortSignal) => caller.call({ model: scripted.model, request: REQUEST, signal });
    const never = new AbortController().signal;
    const results = [start(never), start(controller.signal), start(never)];
    controller.abort(new Error('stop'));
    const kinds = (await Promise.all(results)).map((result) => result.kind === 'ended' && result.outcome.kind);
    expect(kinds).toEqual(['replied', 'aborted', 'replied']);
  });
});

test('the same seed gives the same waits, another one gives others', async () => {
  const createRandom = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const waits = async (seed: number): Promise<(number | null)[]> =>
    (await play([STALLED, STALLED, REPLY], { random: createRandom(seed) })).attempts.map(({ waitMs }) => waitMs);
  expect(await waits(1)).toEqual(await waits(1));
  expect(await waits(1)).not.toEqual(await waits(2));
});

test('whatever providers do: every call ends, nobody calls during a pause, and no limit is passed', async () => {
  const end = fc.oneof(
    fc.constantFrom(REPLY, OVERLOADED, STALLED),
    fc.nat(90_000).map(limited),
    fc.constant<TurnEnd>({ kind: 'disconnected', message: '' }),
  );
  const calls = fc.array(fc.array(end, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(calls, fc.integer({ min: 1, max: 5 }), async (scripts, concurrency) => {
      const clock = createFixedClock();
      const caller = createModelCaller({ clock, random: () => 0.3, concurrency });
      let active = 0;
      let pausedUntilMs = 0;
      const start = (ends: readonly TurnEnd[], index: number): Promise<CallResult> => {
        const rest = [...ends];
        const model: Model = {
          name: `p/m${index % 2}`,
          provider: 'p',
          turn: async () => {
            expect(clock.now()).toBeGreaterThanOrEqual(pausedUntilMs);
            active += 1;
            expect(active).toBeLessThanOrEqual(concurrency);
            const ended = rest.shift() ?? REPLY;
            await settle();
            active -= 1;
            const asked = 'retryAfterMs' in ended ? (ended.retryAfterMs ?? 0) : 0;
            pausedUntilMs = Math.max(pausedUntilMs, clock.now() + asked);
            return { ...NOTHING_RECEIVED, ...ended };
          },
        };
        return caller.call({ model, request: REQUEST, signal: new AbortController().signal });
      };
      const results = await finish(Promise.all(scripts.map(start)), clock, 5000);
      for (const result of results) {
        expect(result.attempts).toBeLessThanOrEqual(4);
        if (result.kind === 'deferred') expect(result.resumeAtMs).toBeGreaterThan(0);
      }
    }),
    { numRuns: 60 },
  );
});
