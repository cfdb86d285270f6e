// The same question in another run: what is answered from the store, and what never is.
import { expect, test } from 'vitest';
import type { CallResult, Model } from '../../src/ports/model.ts';
import { NOTHING_RECEIVED, type TurnOutcome } from '../../src/protocol/calls/turn-outcome.ts';
import { createReusingCaller } from '../../src/runs/cached-calls.ts';
import { createPlaceholders } from '../../src/runs/nonce-placeholders.ts';
import type { KeyedCall, KeyedCaller } from '../../src/runs/recorded-calls.ts';
import { createMemoryReuse, createMemoryReviewCache } from '../../src/testing/index.ts';

const MODEL: Model = { name: 'some/model', provider: 'some', turn: () => Promise.reject(new Error('not asked')) };
const replied = (text: string): TurnOutcome => ({
  ...NOTHING_RECEIVED,
  kind: 'replied',
  text,
  finish: 'stop',
  continuation: null,
  usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, cacheWriteInputTokens: 0, isEstimated: false },
  mayBeBilled: true,
});

interface Asking {
  readonly key?: string;
  readonly system?: string;
  readonly answer?: (system: string) => Partial<Extract<CallResult, { kind: 'ended' }>>;
  readonly mayReadCache?: boolean;
  readonly runId?: string;
  readonly isResumed?: boolean;
  /** When the run began; the time of its answer is `now`. */
  readonly startedAt?: number;
  readonly now?: number;
}

/** One run after the other, each with a word of its own. */
function openRuns() {
  const reviewCache = createMemoryReviewCache();
  let runs = 0;
  let asked = 0;
  return {
    reviewCache,
    asked: () => asked,
    async run({
      key = '1/agent/1',
      system = 'End with WORD.',
      answer,
      mayReadCache = true,
      runId,
      isResumed = false,
      startedAt = 0,
      now = 0,
    }: Asking = {}) {
      runs += 1;
      const word = `secret-word-${runs}`.padEnd(16, 'x');
      const heard: string[] = [];
      let thoughts = '';
      const attempts: unknown[] = [];
      const provider: KeyedCaller = {
        async call(call) {
          asked += 1;
          call.mayAttempt?.({ model: MODEL.name, attempt: 1 });
          const said = replied(`Done. ${call.request.system}`);
          const result = { kind: 'ended', model: MODEL.name, attempts: 1, outcome: said, ...answer?.(word) } as const;
          const { text } = result.outcome;
          // The word is cut in two on its way.
          for (const piece of ['let me ', 'think']) call.request.onHidden?.(piece, 'reasoning');
          for (const piece of [text.slice(0, 16), text.slice(16)]) call.request.onText?.(piece);
          return result;
        },
      };
      const options = {
        reuse: createMemoryReuse(reviewCache, mayReadCache),
        runId: () => runId ?? `run-${runs}`,
        isResumed,
        startedAt,
        now: () => now,
      };
      const { caller, nonces } = createReusingCaller(provider, { next: () => word }, options);
      const own = nonces.next('1/agent');
      const call: KeyedCall = {
        key,
        model: MODEL,
        signal: new AbortController().signal,
        request: {
          system: system.replace('WORD', own),
          messages: [],
          tools: [],
          maxOutputTokens: 10,
          idleTimeoutMs: 1,
          onText: (piece) => heard.push(piece),
          onHidden: (piece) => {
            thoughts += piece;
          },
        },
        mayAttempt: (attempt) => attempts.push(attempt) > 0,
        onAttempt: (attempt) => attempts.push(attempt),
      };
      const result = await caller.call(call);
      return { result, heard, thoughts, attempts, word };
    },
  };
}

test('the same question is answered with the words of this run, in the same pieces, and nothing is billed', async () => {
  const { run, asked } = openRuns();
  const first = await run();
  const second = await run();
  expect(asked()).toBe(1);
  expect(second.heard.join('')).toBe(`Done. End with ${second.word}.`);
  expect(second.heard.map(({ length }) => length)).toEqual(first.heard.map(({ length }) => length));
  expect([first.thoughts, second.thoughts]).toEqual(['let me think', 'let me think']);
  expect(second.result).toMatchObject({ kind: 'ended', outcome: { kind: 'replied', usage: null, mayBeBilled: false } });
  expect(second.attempts).toMatchObject([{ isFree: true }, { reusedFrom: 'run-1' }]);
});

test.each<[string, Asking, Asking]>([
  ['other words', {}, { system: 'End with WORD, please.' }],
  ['another agent', {}, { key: '1/other/1' }],
  ['the wish to ask anew', {}, { mayReadCache: false }],
  [
    'an answer of a run that began after the one that is resumed',
    { runId: 'run-2' },
    { runId: 'run-1', isResumed: true },
  ],
  [
    'an answer of a run that began before the one that is resumed, but given after its beginning',
    { runId: 'run-1', now: 20 },
    { runId: 'run-2', isResumed: true, startedAt: 10, now: 30 },
  ],
  ['the same where nothing was interrupted', { runId: 'run-1', now: 20 }, { runId: 'run-2', startedAt: 10, now: 30 }],
  ['an answer of this very run, which is for its journal', { runId: 'run-1' }, { runId: 'run-1' }],
  [
    'an answer that broke off',
    { answer: () => ({ outcome: { ...replied('x'), kind: 'truncated', message: '' } as never }) },
    {},
  ],
  ['an answer of the fallback', { answer: () => ({ model: 'other/model' }) }, {}],
  [
    'a reply whose signed form holds the word',
    { answer: (word) => ({ outcome: { ...replied('x'), continuation: { signed: word } } as never }) },
    {},
  ],
])('%s: the model is asked', async (_name, first, second) => {
  const { run, asked } = openRuns();
  await run(first);
  await run(second);
  expect(asked()).toBe(2);
});

test('a stand-in that somebody wrote into the question or the answer is not taken for ours', async () => {
  const { hash } = createMemoryReuse();
  const planted = hash('stand-in for 1/agent').slice(0, 16);
  const asking = openRuns();
  await asking.run({ system: `WORD ${planted}` });
  await asking.run({ system: `WORD ${planted}` });
  expect(asking.asked()).toBe(2);
  const answering = openRuns();
  const quotes: Asking = { answer: () => ({ outcome: replied(`they wrote ${planted}`) }) };
  await answering.run(quotes);
  const second = await answering.run(quotes);
  expect(answering.asked()).toBe(2);
  expect(second.heard.join('')).not.toContain(second.word);
});

test('what was tampered with in the store is not an answer', async () => {
  const { run, asked, reviewCache } = openRuns();
  await run();
  for (const [key, text] of reviewCache.texts) reviewCache.texts.set(key, text.replace('Done', 'Gone!'));
  await run();
  expect(asked()).toBe(2);
});

test('words and stand-ins change places and back', () => {
  const placeholders = createPlaceholders((text) => `${text.length}`.padStart(20, '0'));
  placeholders.learn('a', 'alpha');
  placeholders.learn('fence', 'beta');
  const text = 'alpha beta alphabeta';
  const hidden = placeholders.hide(text) ?? '';
  expect(hidden).toHaveLength(text.length);
  expect(hidden).not.toMatch(/alpha|beta/u);
  expect(placeholders.isIn(text)).toBe(true);
  expect(placeholders.isIn(hidden)).toBe(false);
});

test('a resumed run still takes what earlier ones have paid for', async () => {
  const runs = openRuns();
  await runs.run({ runId: 'run-1', now: 5 });
  await runs.run({ runId: 'run-2', isResumed: true, startedAt: 10, now: 30 });
  expect(runs.asked()).toBe(1);
});
