import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_RETRY_POLICY, decideRetry, jitterDelay, type RetryHistory } from './retry.ts';
import { NOTHING_RECEIVED, type TurnEnd, type TurnOutcome } from './turn-outcome.ts';

const outcome = (end: TurnEnd): TurnOutcome => ({ ...NOTHING_RECEIVED, ...end });
const said = (kind: 'stalled' | 'refused' | 'malformed' | 'truncated' | 'filtered' | 'context-exceeded' | 'aborted') =>
  outcome({ kind, message: '' });
const limited = (retryAfterMs: number | null): TurnOutcome =>
  outcome({ kind: 'rate-limited', retryAfterMs, message: '' });
const first: RetryHistory = { attempts: 1, waitedMs: 0, malformed: 0 };

describe('decisions', () => {
  const rows: readonly (readonly [string, TurnOutcome, Partial<RetryHistory>, object])[] = [
    ['a reply is done', outcome({ kind: 'replied', finish: 'stop', continuation: null }), {}, { kind: 'done' }],
    ['truncated is not repeated here', said('truncated'), {}, { kind: 'done' }],
    ['refused is not repeated', said('refused'), {}, { kind: 'done' }],
    ['filtered is not repeated', said('filtered'), {}, { kind: 'done' }],
    ['context-exceeded is not sent again', said('context-exceeded'), {}, { kind: 'done' }],
    ['aborted is not repeated', said('aborted'), {}, { kind: 'done' }],
    ['malformed is not repeated without a policy', said('malformed'), { malformed: 1 }, { kind: 'done' }],
    [
      'failed is not repeated',
      outcome({ kind: 'failed', reason: 'auth', message: '', advice: '' }),
      {},
      { kind: 'done' },
    ],
    ['stalled is repeated', said('stalled'), {}, { kind: 'retry', waitMs: 500 }],
    ['the delay doubles', said('stalled'), { attempts: 3 }, { kind: 'retry', waitMs: 2000 }],
    ['the fourth attempt is the last', said('stalled'), { attempts: 4 }, { kind: 'give-up' }],
    ['5 s are waited for, and a little more', limited(5000), {}, { kind: 'retry', waitMs: 5500 }],
    ['60 s are waited for', limited(60_000), {}, { kind: 'retry', waitMs: 60_500 }],
    ['above 60 s the call is put off', limited(60_001), {}, { kind: 'defer', waitMs: 60_001 }],
    [
      '120 s put the call off even after the last attempt',
      limited(120_000),
      { attempts: 4 },
      { kind: 'defer', waitMs: 120_000 },
    ],
    ['no more waiting than allowed in all', limited(50_000), { waitedMs: 260_000 }, { kind: 'defer', waitMs: 50_500 }],
  ];
  test.each(rows)('%s', (_name, ended, history, expected) => {
    expect(decideRetry(ended, { ...first, ...history }, DEFAULT_RETRY_POLICY, 0.5)).toEqual(expected);
  });
});

test('malformed is repeated as often as the policy says', () => {
  const policy = { ...DEFAULT_RETRY_POLICY, malformedRetries: 1 };
  expect(decideRetry(said('malformed'), { ...first, malformed: 1 }, policy, 0).kind).toBe('retry');
  expect(decideRetry(said('malformed'), { ...first, malformed: 2 }, policy, 0).kind).toBe('done');
});

test('full jitter: between nothing and the doubled delay, never above the cap', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.double({ min: 0, max: 0.999_999, noNaN: true }),
      (attempts, chance) => {
        const delay = jitterDelay(attempts, DEFAULT_RETRY_POLICY, chance);
        expect(delay).toBeGreaterThanOrEqual(0);
        expect(delay).toBeLessThan(Math.min(30_000, 1000 * 2 ** (attempts - 1)));
      },
    ),
  );
});

test('no retry comes before the time the provider asked for', () => {
  fc.assert(
    fc.property(fc.nat(200_000), fc.double({ min: 0, max: 0.999, noNaN: true }), (asked, chance) => {
      const decision = decideRetry(limited(asked), first, DEFAULT_RETRY_POLICY, chance);
      expect('waitMs' in decision && decision.waitMs >= asked).toBe(true);
    }),
  );
});
