import { describe, expect, test } from 'vitest';
import { ReviewError } from '../errors.ts';
import type { Journal } from '../ports/journal.ts';
import type { CallResult, ModelAttempt } from '../ports/model.ts';
import { NOTHING_RECEIVED, type TurnOutcome } from '../protocol/calls/turn-outcome.ts';
import { createMemoryJournal, hearSteps } from '../testing/memory-journal.ts';
import type { IncrementalHash } from './question-text.ts';
import { createJournaledCaller, type KeyedCall, type KeyedCaller } from './recorded-calls.ts';

const MODEL = { name: 'any/model', provider: 'any', turn: () => Promise.reject(new Error('nobody asks it here')) };
const REPLIED: TurnOutcome = {
  kind: 'replied',
  text: 'hello',
  toolCalls: [],
  continuation: null,
  usage: { inputTokens: 10, outputTokens: 2, cachedInputTokens: 0, cacheWriteInputTokens: 0, isEstimated: false },
  mayBeBilled: true,
} as unknown as TurnOutcome;
const BILLED_ABORT: TurnOutcome = { ...NOTHING_RECEIVED, kind: 'aborted', mayBeBilled: true, message: 'stopped' };
const LIMITED = { ...NOTHING_RECEIVED, kind: 'rate-limited', retryAfterMs: 600_000, message: 'later' } as TurnOutcome;

const attemptOf = (outcome: TurnOutcome): ModelAttempt => ({
  model: 'any/model',
  attempt: 1,
  startedAtMs: 0,
  endedAtMs: 1,
  outcome,
  waitMs: null,
});
const endedWith = (outcome: TurnOutcome): CallResult => ({ kind: 'ended', model: 'any/model', attempts: 1, outcome });

/** A provider that says this, once for each call. */
function createProvider(result: CallResult, outcomes: readonly TurnOutcome[]): KeyedCaller & { calls: number } {
  const provider = {
    calls: 0,
    async call(call: KeyedCall) {
      provider.calls += 1;
      for (const outcome of outcomes) {
        await call.mayAttempt?.({ model: 'any/model', attempt: 1 });
        call.request.onText?.('hel');
        call.request.onText?.('lo');
        call.onAttempt?.(attemptOf(outcome));
      }
      return result;
    },
  };
  return provider;
}

function heard(text = 'question'): { readonly call: KeyedCall; readonly log: string[] } {
  const log: string[] = [];
  const request = {
    system: 'system',
    messages: [{ role: 'user', text } as const],
    tools: [],
    maxOutputTokens: 100,
    idleTimeoutMs: 1000,
    onText: (piece: string) => void log.push(piece),
  };
  const call: KeyedCall = {
    key: '1/security-reviewer/1',
    model: MODEL,
    request,
    signal: new AbortController().signal,
    mayAttempt: () => log.push('claim') > 0,
    onAttempt: ({ outcome }) => void log.push(outcome.kind),
    onLost: (times) => void log.push(`lost ${times}`),
  };
  return { call, log };
}

const grow = (letters: number): IncrementalHash => ({
  add: (text) => grow(letters + text.length),
  hash: String(letters),
});
const emptyHash = grow(0);
const idle = new AbortController().signal;
const stopped = AbortSignal.abort('interrupt');

describe('a call of a run that is kept', () => {
  test('is made once; replayed, it is claimed, written and booked as it was', async () => {
    const journal = createMemoryJournal();
    const provider = createProvider(endedWith(REPLIED), [LIMITED, REPLIED]);
    const live = heard();
    const result = await createJournaledCaller(provider, { journal, emptyHash, signal: idle }).call(live.call);
    const played = heard();
    const again = createJournaledCaller(provider, { journal: journal.reopen(), emptyHash, signal: idle });
    expect(await again.call(played.call)).toEqual(result);
    expect(played.log).toEqual(live.log);
    expect(played.log).toEqual(['lost 0', 'claim', 'hel', 'lo', 'rate-limited', 'claim', 'hel', 'lo', 'replied']);
    expect(provider.calls).toBe(1);
  });

  test('that whoever pays refuses is asked again later', async () => {
    const journal = createMemoryJournal();
    await createJournaledCaller(createProvider(endedWith(REPLIED), [REPLIED]), {
      journal,
      emptyHash,
      signal: idle,
    }).call(heard().call);
    const { call } = heard();
    const poor = createJournaledCaller(createProvider(endedWith(REPLIED), []), { journal, emptyHash, signal: idle });
    expect(await poor.call({ ...call, mayAttempt: () => false })).toMatchObject({ kind: 'denied', attempts: 0 });
  });

  const deferred: CallResult = { kind: 'deferred', model: 'any/model', attempts: 1, resumeAtMs: 5, outcome: LIMITED };
  const denied: CallResult = { kind: 'denied', model: 'any/model', attempts: 0, outcome: null };
  test.each([
    { name: 'an answer', result: endedWith(REPLIED), said: REPLIED, calls: 1, lost: 0 },
    {
      name: 'an answer that came although the run was stopped',
      result: endedWith(REPLIED),
      said: REPLIED,
      isStopped: true,
      calls: 1,
      lost: 0,
    },
    { name: 'a call that its budget ended', result: endedWith(BILLED_ABORT), said: BILLED_ABORT, calls: 1, lost: 0 },
    {
      name: 'a call that the end of the run cut off',
      result: endedWith(BILLED_ABORT),
      said: BILLED_ABORT,
      isStopped: true,
      calls: 2,
      lost: 1,
    },
    {
      name: 'a call that waited when the run ended',
      result: endedWith({ ...BILLED_ABORT, mayBeBilled: false }),
      said: LIMITED,
      isStopped: true,
      calls: 2,
      lost: 0,
    },
    { name: 'a call that was put off', result: deferred, said: LIMITED, calls: 2, lost: 0 },
    { name: 'a call that was refused for want of money', result: denied, calls: 2, lost: 0 },
  ])('$name: made $calls times in two agent runs', async ({ result, said, isStopped = false, calls, lost }) => {
    const journal = createMemoryJournal();
    const provider = createProvider(result, said === undefined ? [] : [said]);
    const signal = isStopped ? stopped : idle;
    await createJournaledCaller(provider, { journal, emptyHash, signal }).call(heard().call);
    const { call, log } = heard();
    await createJournaledCaller(provider, { journal: journal.reopen(), emptyHash, signal: idle }).call(call);
    expect([provider.calls, log[0]]).toEqual([calls, `lost ${lost}`]);
  });

  test('whose recording has it in other words ends as a mistake of the replay, and says what to do', async () => {
    const stale = new ReviewError('stale-recording', 'the question is another.');
    const failing = (error: Error): Journal => ({ ...createMemoryJournal(), step: () => Promise.reject(error) });
    const provider = createProvider(endedWith(REPLIED), []);
    const ask = (error: Error) =>
      createJournaledCaller(provider, { journal: failing(error), emptyHash, signal: idle }).call(heard().call);
    expect(await ask(stale)).toEqual({
      kind: 'ended',
      model: 'any/model',
      attempts: 0,
      outcome: {
        kind: 'failed',
        reason: 'bad-request',
        text: '',
        toolCalls: [],
        usage: null,
        mayBeBilled: false,
        message: stale.detail,
        advice: 'Replay with the scope, the configuration and the version that were recorded.',
      },
    });
    const full = new Error('disk full');
    await expect(ask(full)).rejects.toBe(full);
    expect(provider.calls).toBe(0);
  });

  test('tells its journal what it is, by its words, and that it is paid for', async () => {
    const steps: unknown[] = [];
    const memory = createMemoryJournal();
    const journal = hearSteps(memory, (step) => steps.push(step));
    const provider = createProvider(endedWith(REPLIED), [REPLIED]);
    await createJournaledCaller(provider, { journal, emptyHash, signal: idle }).call(heard().call);
    const key = 'call/1/security-reviewer/1';
    expect(steps).toEqual([expect.objectContaining({ key, kind: 'call', isPaid: true })]);
    expect((steps[0] as { readonly inputHash: string }).inputHash).not.toBe('0');
    expect(memory.keys).toEqual([key]);
  });

  /** A provider that thinks, and writes the arguments of a call, in each of its attempts. */
  const createThinker = (outcomes: readonly TurnOutcome[]): KeyedCaller => ({
    async call(call) {
      for (const [index, outcome] of outcomes.entries()) {
        call.request.onHidden?.(`thought ${index}`, 'reasoning');
        call.request.onText?.(`text ${index}`);
        call.request.onHidden?.(`argument ${index}`, 'arguments');
        call.onAttempt?.({ ...attemptOf(outcome), attempt: index + 1 });
      }
      return endedWith(REPLIED);
    },
  });
  const hearAll = (said: Partial<KeyedCall> = {}) => {
    const { call, log } = heard();
    const request = { ...call.request, onHidden: (piece: string, kind: string) => void log.push(`${kind}: ${piece}`) };
    return { call: { ...call, request, ...said }, log };
  };

  test('plays what was hidden too, but for arguments that a whole reply holds already', async () => {
    const journal = createMemoryJournal();
    const open = { journal, emptyHash, signal: idle };
    const live = hearAll();
    await createJournaledCaller(createThinker([LIMITED, REPLIED]), open).call(live.call);
    const first = ['reasoning: thought 0', 'text 0', 'arguments: argument 0', 'rate-limited'];
    expect(live.log).toEqual([
      'lost 0',
      ...first,
      'reasoning: thought 1',
      'text 1',
      'arguments: argument 1',
      'replied',
    ]);
    const played = hearAll();
    await createJournaledCaller(createThinker([]), open).call(played.call);
    const second = ['claim', 'reasoning: thought 1', 'text 1', 'replied'];
    expect(played.log).toEqual(['lost 0', 'claim', ...first, ...second]);
    // Whoever does not listen is not asked to.
    const { onText: _onText, ...silent } = heard().call.request;
    const quiet: KeyedCall = { key: live.call.key, model: MODEL, request: silent, signal: idle };
    expect(await createJournaledCaller(createThinker([]), open).call(quiet)).toEqual(endedWith(REPLIED));
  });

  test('that is stopped while it is played says no more, and is booked all the same', async () => {
    const journal = createMemoryJournal();
    const open = { journal, emptyHash, signal: idle };
    await createJournaledCaller(createThinker([LIMITED, REPLIED]), open).call(hearAll().call);
    const played = hearAll({ signal: stopped });
    await createJournaledCaller(createThinker([]), open).call(played.call);
    expect(played.log).toEqual(['lost 0', 'claim', 'rate-limited', 'claim', 'replied']);
  });

  test('whose second attempt nobody pays for ends with what was recorded', async () => {
    const journal = createMemoryJournal();
    const open = { journal, emptyHash, signal: idle };
    const paid = { ...attemptOf(LIMITED), attempt: 1 };
    const reused = { ...attemptOf(REPLIED), attempt: 2, reusedFrom: 'run-0' };
    const provider: KeyedCaller = {
      async call(call) {
        for (const attempt of [paid, reused]) call.onAttempt?.(attempt as ModelAttempt);
        return endedWith(REPLIED);
      },
    };
    await createJournaledCaller(provider, open).call(hearAll().call);
    const asked: unknown[] = [];
    const played = hearAll({ mayAttempt: (attempt) => asked.push(attempt) < 2 });
    expect(await createJournaledCaller(createThinker([]), open).call(played.call)).toEqual(endedWith(REPLIED));
    expect(asked).toEqual([
      { model: 'any/model', attempt: 1, isFree: false },
      { model: 'any/model', attempt: 2, isFree: true },
    ]);
    expect(played.log).toEqual(['lost 0', 'rate-limited']);
    const poor = hearAll({ mayAttempt: () => false });
    expect(await createJournaledCaller(createThinker([]), open).call(poor.call)).toEqual({
      kind: 'denied',
      model: 'any/model',
      attempts: 0,
      outcome: null,
    });
  });

  test('in other words is refused', async () => {
    const journal = createMemoryJournal();
    const caller = createJournaledCaller(createProvider(endedWith(REPLIED), []), { journal, emptyHash, signal: idle });
    await caller.call(heard().call);
    await expect(caller.call(heard('another question').call)).rejects.toMatchObject({ code: 'stale-run' });
  });
});
