/** 16 faults × 3 wire formats over real HTTP: one call, and the retry loop around it. */
import { afterAll, describe, expect, test } from 'vitest';
import type { Clock } from '../ports/clock.ts';
import type { CallResult, ModelAttempt, TurnRequest } from '../ports/model.ts';
import type { TurnOutcome } from '../protocol/calls/turn-outcome.ts';
import {
  LOOPBACK_MODELS,
  startLoopbackProvider,
  UNRESOLVABLE_BASE_URL,
} from '../testing/loopback/loopback-provider.ts';
import { type LoopbackReply, WIRE_FORMATS, type WireFormat } from '../testing/loopback/script.ts';
import { createModel } from './create-model.ts';
import { createModelCaller } from './create-model-caller.ts';

const TEXT = 'The quick brown fox jumps over the lazy dog. '.repeat(10);
const USAGE = { inputTokens: 1200, outputTokens: 340 };
const MAX_OUTPUT_TOKENS = 500;
/** The most a call can cost; booked where the provider's own figure is unknown. */
const CLAIM = { inputTokens: 1500, outputTokens: MAX_OUTPUT_TOKENS };

const REQUEST: TurnRequest = {
  system: 'You review code.',
  messages: [{ role: 'user', text: 'Review this.' }],
  tools: [],
  maxOutputTokens: MAX_OUTPUT_TOKENS,
  // On a busy machine an answer may seem to stall; only where one does is nobody patient.
  idleTimeoutMs: 60_000,
};

const impatient = (milliseconds: number, { name }: Fault): Partial<TurnRequest> =>
  name === 'stall' ? { idleTimeoutMs: milliseconds } : {};

type Kind = TurnOutcome['kind'];

interface Fault {
  readonly name: string;
  readonly reply: LoopbackReply | 'no such host';
  /** What one call ends as; by format where the formats differ. */
  readonly kind: Kind | Readonly<Record<WireFormat, Kind>>;
  /** What the retry loop makes of it when the next reply is sound. */
  readonly afterRetry: 'recovers' | 'ends' | 'deferred';
  readonly retryAfterMs?: number;
}

const FAULTS: readonly Fault[] = [
  { name: '429', reply: { fault: { kind: 'rate-limit' } }, kind: 'rate-limited', afterRetry: 'recovers' },
  {
    name: '429 for 5 s',
    reply: { fault: { kind: 'rate-limit', retryAfterSeconds: 5 } },
    kind: 'rate-limited',
    afterRetry: 'recovers',
    retryAfterMs: 5000,
  },
  {
    name: '429 for 120 s',
    reply: { fault: { kind: 'rate-limit', retryAfterSeconds: 120 } },
    kind: 'rate-limited',
    afterRetry: 'deferred',
    retryAfterMs: 120_000,
  },
  {
    name: '429 until a date',
    // The header carries whole seconds, and so does the date it is measured against.
    reply: { fault: { kind: 'rate-limit', retryAtMs: Date.now() + 3_600_000 } },
    kind: 'rate-limited',
    afterRetry: 'deferred',
    retryAfterMs: 3_500_000,
  },
  { name: '529', reply: { fault: { kind: 'overloaded' } }, kind: 'overloaded', afterRetry: 'recovers' },
  { name: '500', reply: { fault: { kind: 'server-error' } }, kind: 'overloaded', afterRetry: 'recovers' },
  { name: 'reset', reply: { fault: { kind: 'reset', atByte: 1500 } }, kind: 'disconnected', afterRetry: 'recovers' },
  { name: 'no such host', reply: 'no such host', kind: 'disconnected', afterRetry: 'ends' },
  { name: 'stall', reply: { fault: { kind: 'stall', atByte: 1500 } }, kind: 'stalled', afterRetry: 'recovers' },
  { name: '200, then an error', reply: { fault: { kind: 'error-event' } }, kind: 'overloaded', afterRetry: 'recovers' },
  { name: 'length', reply: { finish: 'length' }, kind: 'truncated', afterRetry: 'ends' },
  {
    name: 'filter',
    reply: { finish: 'filter' },
    kind: { 'anthropic-messages': 'refused', 'openai-chat': 'filtered', 'openai-responses': 'filtered' },
    afterRetry: 'ends',
  },
  { name: 'no finish', reply: { fault: { kind: 'no-finish' } }, kind: 'disconnected', afterRetry: 'recovers' },
  { name: 'garbage', reply: { fault: { kind: 'garbage' } }, kind: 'malformed', afterRetry: 'ends' },
  {
    name: 'context exceeded',
    reply: { fault: { kind: 'context-exceeded' } },
    kind: 'context-exceeded',
    afterRetry: 'ends',
  },
  {
    name: 'usage missing',
    reply: { usageOnWire: 'missing' },
    // The SDK cannot read a message of Anthropic without usage, so it is not an answer.
    kind: { 'anthropic-messages': 'malformed', 'openai-chat': 'replied', 'openai-responses': 'replied' },
    afterRetry: 'ends',
  },
  { name: 'usage NaN', reply: { usageOnWire: 'nan' }, kind: 'malformed', afterRetry: 'ends' },
];

/** Time that passes when somebody waits for it, so that waits are counted and not suffered. */
function createJumpingClock(): Clock & { readonly waits: readonly number[] } {
  let skipped = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => Date.now() + skipped,
    timeout(milliseconds) {
      waits.push(milliseconds);
      skipped += milliseconds;
      return AbortSignal.abort('timeout');
    },
  };
}

const sound: LoopbackReply = { text: TEXT, usage: USAGE };

async function play(format: WireFormat, fault: Fault) {
  const isNoHost = fault.reply === 'no such host';
  const broken: LoopbackReply[] = fault.reply === 'no such host' ? [] : [{ ...sound, ...fault.reply }];
  const provider = await startLoopbackProvider(...broken);
  const clock = createJumpingClock();
  const baseUrl = isNoHost ? UNRESOLVABLE_BASE_URL : null;
  const model = createModel(LOOPBACK_MODELS[format], { env: provider.environment, clock, baseUrl });
  return { provider, clock, model };
}

const expectedKind = ({ kind }: Fault, format: WireFormat): Kind => (typeof kind === 'string' ? kind : kind[format]);

/** What a ledger books: nothing where it was free, the provider's figure, else the claim. */
function book(outcomes: readonly TurnOutcome[]) {
  const sum = { inputTokens: 0, outputTokens: 0 };
  for (const { mayBeBilled, usage } of outcomes) {
    if (!mayBeBilled) continue;
    sum.inputTokens += (usage ?? CLAIM).inputTokens;
    sum.outputTokens += (usage ?? CLAIM).outputTokens;
  }
  return sum;
}

function expectCovered(outcomes: readonly TurnOutcome[], billed: { inputTokens: number; outputTokens: number }): void {
  const booked = book(outcomes);
  expect(booked.inputTokens).toBeGreaterThanOrEqual(billed.inputTokens);
  expect(booked.outputTokens).toBeGreaterThanOrEqual(billed.outputTokens);
}

const unhandled: unknown[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(reason));

describe.each(WIRE_FORMATS)('%s', (format) => {
  test.each(FAULTS)('$name: one call ends as what it is', async (fault) => {
    const { provider, model } = await play(format, fault);
    try {
      const pieces: string[] = [];
      const request = { ...REQUEST, ...impatient(400, fault), onText: (delta: string) => void pieces.push(delta) };
      const outcome = await model.turn(request, new AbortController().signal);
      expect(outcome.kind).toBe(expectedKind(fault, format));
      expect(pieces.join('')).toBe(outcome.text);
      expect(TEXT.startsWith(outcome.text)).toBe(true);
      if (outcome.kind === 'replied') expect(outcome.text).toBe(TEXT);
      if (fault.name.startsWith('usage')) expect(outcome.usage).toBeNull();
      if (fault.retryAfterMs !== undefined) {
        expect('retryAfterMs' in outcome ? outcome.retryAfterMs : null).toBeGreaterThanOrEqual(fault.retryAfterMs);
      }
      expectCovered([outcome], provider.billed());
      provider.assertPlayed();
    } finally {
      await provider.close();
    }
  });

  test.each(FAULTS)('$name: the retry loop $afterRetry', async (fault) => {
    const { provider, clock, model } = await play(format, fault);
    try {
      if (fault.afterRetry === 'recovers') provider.enqueue(sound);
      const attempts: ModelAttempt[] = [];
      const caller = createModelCaller({ clock, random: () => 0.5 });
      const signal = new AbortController().signal;
      const onAttempt = (attempt: ModelAttempt): void => void attempts.push(attempt);
      // Long enough for the sound answer after it.
      const request = { ...REQUEST, ...impatient(2000, fault) };
      const result: CallResult = await caller.call({ model, request, signal, onAttempt });

      expect(attempts[0]?.outcome.kind).toBe(expectedKind(fault, format));
      expect(result.attempts).toBe(attempts.length);
      if (fault.afterRetry === 'recovers') {
        expect(attempts.map((attempt) => attempt.outcome.kind)).toEqual([expectedKind(fault, format), 'replied']);
        expect(result).toMatchObject({ kind: 'ended', outcome: { kind: 'replied', text: TEXT } });
        expect(clock.waits[0]).toBeGreaterThanOrEqual(fault.retryAfterMs ?? 0);
      }
      if (fault.afterRetry === 'deferred') {
        expect(result.kind).toBe('deferred');
        expect(attempts).toHaveLength(1);
        expect(clock.waits).toEqual([]);
        if (result.kind === 'deferred') {
          expect(result.resumeAtMs - clock.now()).toBeGreaterThan((fault.retryAfterMs ?? 0) - 1000);
        }
      }
      if (fault.afterRetry === 'ends') expect(result.kind).toBe('ended');
      expectCovered(
        attempts.map((attempt) => attempt.outcome),
        provider.billed(),
      );
      provider.assertPlayed();
    } finally {
      await provider.close();
    }
  });
});

afterAll(() => {
  expect(unhandled).toEqual([]);
});
