import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DIMENSIONS, type Dimension } from '../findings/dimension.ts';
import { decideAfterFailure, type FinalAttempt, isTotalFailure } from './total-failure.ts';

const attempt = (
  status: FinalAttempt['status'],
  dimensions: readonly Dimension[] = ['D1'],
  maxTurns = 25,
): FinalAttempt => ({
  status,
  dimensions,
  maxTurns,
});

test('three of three failed or cut start again, two of three do not [FAILURE-01]', () => {
  const [failed, cut, done] = [attempt('FAILED'), attempt('TRUNCATED'), attempt('COMPLETED')];
  expect(decideAfterFailure([failed, cut, failed], false).kind).toBe('restart');
  expect(decideAfterFailure([failed, done, cut], false).kind).toBe('go-on');
  expect(isTotalFailure([])).toBe(false);
});

test('ten dimensions and 25 turns restart as two agents of five dimensions and 12 turns [FAILURE-02, AUD-25]', () => {
  expect(decideAfterFailure([attempt('FAILED', DIMENSIONS)], false)).toEqual({
    kind: 'restart',
    agents: [
      { dimensions: ['D1', 'D2', 'D3', 'D4', 'D5'], maxTurns: 12 },
      { dimensions: ['D6', 'D7', 'D8', 'D9', 'D10'], maxTurns: 12 },
    ],
    deferred: [],
  });
});

test('each gets half of the largest failed assignment, D1-D3 first, and the rest is deferred [AUD-25]', () => {
  const attempts = [
    attempt('FAILED', ['D4', 'D7', 'D9', 'D10']),
    attempt('TRUNCATED', ['D1', 'D5']),
    attempt('FAILED', ['D2', 'D3']),
  ];
  expect(decideAfterFailure(attempts, false)).toEqual({
    kind: 'restart',
    agents: [
      { dimensions: ['D1', 'D2'], maxTurns: 12 },
      { dimensions: ['D3', 'D4'], maxTurns: 12 },
    ],
    deferred: ['D5', 'D7', 'D9', 'D10'],
  });
  expect(decideAfterFailure([attempt('FAILED', ['D2'], 20)], false)).toEqual({
    kind: 'restart',
    agents: [{ dimensions: ['D2'], maxTurns: 10 }],
    deferred: [],
  });
});

test('there is one restart in an audit; then it is incomplete [AUD-25]', () => {
  expect(decideAfterFailure([attempt('FAILED')], true)).toEqual({
    kind: 'incomplete',
    reason: 'every agent failed or was truncated, also after the restart',
  });
  expect(decideAfterFailure([attempt('COMPLETED')], true)).toEqual({ kind: 'go-on' });
});

test('a restart has one or two agents, keeps every dimension, and gives none more than half [FAILURE-02, AUD-25]', () => {
  const attempts = fc.array(
    fc.record({
      status: fc.constantFrom('FAILED' as const, 'TRUNCATED' as const),
      dimensions: fc.subarray([...DIMENSIONS], { minLength: 1 }),
      maxTurns: fc.integer({ min: 1, max: 25 }),
    }),
    { minLength: 1, maxLength: 9 },
  );
  fc.assert(
    fc.property(attempts, (failed) => {
      const decision = decideAfterFailure(failed, false);
      if (decision.kind !== 'restart') throw new Error('expected a restart');
      const half = Math.ceil(Math.max(...failed.map(({ dimensions }) => dimensions.length)) / 2);
      expect([1, 2]).toContain(decision.agents.length);
      for (const { dimensions } of decision.agents) expect(dimensions.length).toBeLessThanOrEqual(half);
      const dealt = [...decision.agents.flatMap(({ dimensions }) => dimensions), ...decision.deferred];
      expect(dealt.toSorted()).toEqual([...new Set(failed.flatMap(({ dimensions }) => dimensions))].toSorted());
    }),
  );
});
