import { expect, test } from 'vitest';
import { AUDIT_MODE_PROFILES, AUDIT_MODES, isPermittedRound } from './audit-mode.ts';

test('quick has one round, standard at most two, deep at most three [ROUND-01]', () => {
  const permitted = AUDIT_MODES.map((mode) => [0, 1, 2, 3, 4, 5].filter((round) => isPermittedRound(mode, round)));
  expect(permitted).toEqual([[1], [1, 2], [1, 2, 3]]);
});

test('a round number that is none is never permitted', () => {
  expect([Number.NaN, 1.5, -1, Number.POSITIVE_INFINITY].map((round) => isPermittedRound('deep', round))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('thresholds are 0.8 and 0.9, endpoints 30 and 50 percent; quick has no protocol, only deep asks [AUD-33]', () => {
  expect(AUDIT_MODE_PROFILES).toEqual({
    quick: { maxRounds: 1, coverageThreshold: null, endpointThreshold: 0.3, fullProtocol: false, asksQuestions: false },
    standard: {
      maxRounds: 2,
      coverageThreshold: 0.8,
      endpointThreshold: 0.3,
      fullProtocol: true,
      asksQuestions: false,
    },
    deep: { maxRounds: 3, coverageThreshold: 0.9, endpointThreshold: 0.5, fullProtocol: true, asksQuestions: true },
  });
});
