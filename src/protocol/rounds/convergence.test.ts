import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildRatings,
  type DimensionRating,
  type DimensionRatings,
  mergeRounds,
  RATINGS,
} from '../coverage/audit-coverage.ts';
import { AUDIT_MODE_PROFILES, AUDIT_MODES } from '../coverage/audit-mode.ts';
import { listGaps } from '../coverage/gaps.ts';
import { DIMENSIONS, type Dimension } from '../findings/dimension.ts';
import { decideNextRound, type RoundMove, type RoundState } from './convergence.ts';
import type { QuestionAnswers } from './evaluation.ts';

const clear: QuestionAnswers = { unsearched: false, allTraced: true, combinations: false };
const rate = (said: Partial<Record<Dimension, DimensionRating>>): DimensionRatings =>
  buildRatings((dimension) => said[dimension] ?? 'covered');
const gaps = (count: number): DimensionRatings =>
  buildRatings((dimension) => (DIMENSIONS.indexOf(dimension) >= 10 - count ? 'shallow' : 'covered'));
const decide = (said: Partial<RoundState>): RoundMove =>
  decideNextRound({
    mode: 'standard',
    round: 1,
    ratings: rate({}),
    isLibrary: false,
    answers: null,
    alarmingDimensions: [],
    emergencyUsed: false,
    huntFailed: false,
    ...said,
  });

describe('standard', () => {
  test.each([
    [0, 1, 'converge'],
    [2, 1, 'converge'],
    [3, 1, 'next-round'],
    [7, 1, 'next-round'],
    [3, 2, 'converge'],
  ])('%i gaps after round %i: %s [CONVERGE-01]', (count, round, kind) => {
    expect(decide({ ratings: gaps(count), round }).kind).toBe(kind);
  });

  test('the next round takes the gaps, its own agents and its own turns', () => {
    expect(decide({ ratings: rate({ D4: 'missing', D7: 'missing', D9: 'shallow' }) })).toEqual({
      kind: 'next-round',
      reason: '3 gaps: D4, D7, D9',
      round: 2,
      agents: 2,
      maxTurns: 20,
      dimensions: ['D4', 'D7', 'D9'],
    });
  });

  test('open gaps in D4-D10 converge at the limit and are not met [CONVERGE-05]', () => {
    expect(decide({ ratings: rate({ D7: 'shallow', D8: 'missing', D9: 'missing' }), round: 2 })).toMatchObject({
      kind: 'converge',
      met: false,
      notMet: ['D7', 'D8', 'D9'],
      coverage: { D7: 'shallow', D8: 'missing' },
    });
  });
});

describe('deep', () => {
  const deep = { mode: 'deep' } as const;

  test('the cap comes first, then the questions, then the gaps [AUD-02]', () => {
    const open = { ...clear, unsearched: true };
    expect(decide({ ...deep, round: 3, answers: open, ratings: gaps(7) })).toMatchObject({
      kind: 'converge',
      reason: 'round limit of 3 reached',
    });
    expect(decide({ ...deep, answers: open, ratings: gaps(0) })).toMatchObject({
      kind: 'next-round',
      reason: 'planned areas are unsearched',
    });
    expect(decide({ ...deep, answers: clear, ratings: gaps(3) })).toMatchObject({ kind: 'next-round' });
    expect(decide({ ...deep, answers: clear, ratings: gaps(2) })).toMatchObject({ kind: 'converge', met: false });
  });

  test('each of the eight answers but no, yes, no starts a round [EVALUATE-03, AUD-01]', () => {
    const kinds = [];
    for (const unsearched of [false, true])
      for (const allTraced of [false, true])
        for (const combinations of [false, true])
          kinds.push(decide({ ...deep, round: 2, answers: { unsearched, allTraced, combinations } }).kind);
    expect(kinds).toEqual(['next-round', 'next-round', 'converge', ...Array(5).fill('next-round')]);
  });

  test('coverage met and nothing open leads to Phase 3 [EVALUATE-04]', () => {
    expect(decide({ ...deep, answers: clear, ratings: gaps(1) })).toEqual({
      kind: 'converge',
      reason: 'only 1 gap: D10',
      met: true,
      notMet: ['D10'],
      coverage: { ...gaps(0), D10: 'shallow' },
    });
  });

  test('two gaps end the rounds but do not meet nine of ten [AUD-03]', () => {
    expect(decide({ ...deep, answers: clear, ratings: gaps(2) })).toMatchObject({ met: false, notMet: ['D9', 'D10'] });
    expect(decide({ ratings: gaps(2) })).toMatchObject({ kind: 'converge', met: true });
  });

  test('questions alone send the round after alarming dimensions, else after all that apply', () => {
    const open = { ...clear, combinations: true };
    expect(decide({ ...deep, answers: open, alarmingDimensions: ['D5', 'D1'] })).toMatchObject({
      dimensions: ['D1', 'D5'],
    });
    expect(decide({ ...deep, answers: open, alarmingDimensions: ['D5'] })).toMatchObject({ dimensions: ['D5'] });
    expect(decide({ ...deep, answers: open, ratings: rate({ D6: 'not-applicable' }) })).toMatchObject({
      dimensions: DIMENSIONS.filter((dimension) => dimension !== 'D6'),
    });
  });

  test('unanswered questions are not clear ones', () => {
    expect(decide({ ...deep, answers: null }).kind).toBe('next-round');
  });
});

describe('emergency', () => {
  test('after the last round an untouched D1 calls for it, an untouched D5 does not [EMERGENCY-01]', () => {
    expect(decide({ round: 2, ratings: rate({ D1: 'missing' }) })).toEqual({
      kind: 'emergency',
      reason: 'round limit of 2 reached; D1 still open',
      round: 3,
      agents: 1,
      maxTurns: 15,
      dimensions: ['D1'],
    });
    expect(decide({ round: 2, ratings: rate({ D5: 'missing' }) }).kind).toBe('converge');
  });

  test('it fires whatever ended the rounds, and for truncation and timeout too [AUD-06]', () => {
    expect(decide({ round: 1, ratings: rate({ D2: 'missing' }) }).kind).toBe('emergency');
    expect(decide({ round: 1, ratings: rate({ D2: 'interrupted' }) }).kind).toBe('emergency');
    expect(decide({ mode: 'deep', round: 1, answers: clear, ratings: rate({ D3: 'interrupted-empty' }) }).kind).toBe(
      'emergency',
    );
    expect(decide({ round: 2, ratings: rate({ D2: 'shallow' }) }).kind).toBe('converge');
  });

  test('afterwards the hunt is over: untouched D1-D3 are shallow and not met [EMERGENCY-03, EMERGENCY-04, AUD-06]', () => {
    const after = decide({
      round: 3,
      emergencyUsed: true,
      ratings: rate({ D1: 'missing', D4: 'missing', D5: 'missing' }),
    });
    expect(after).toMatchObject({
      kind: 'converge',
      met: false,
      notMet: ['D1', 'D4', 'D5'],
      coverage: { D1: 'shallow', D4: 'missing' },
    });
  });
});

test('a failed restart ends the hunt without emergency, with the gate to Phase 3 open [AUD-25]', () => {
  expect(decide({ huntFailed: true, ratings: buildRatings(() => 'missing') })).toMatchObject({
    kind: 'incomplete',
    reason: 'audit incomplete: the restart failed too',
    met: false,
    notMet: DIMENSIONS,
    coverage: { D1: 'shallow', D2: 'shallow', D3: 'shallow', D4: 'missing' },
  });
});

test('quick ends after one round, without emergency and never met [AUD-33]', () => {
  expect(decide({ mode: 'quick', ratings: buildRatings(() => 'missing') })).toMatchObject({
    kind: 'converge',
    met: false,
    coverage: { D1: 'missing' },
  });
  expect(decide({ mode: 'quick' })).toMatchObject({ kind: 'converge', met: false, notMet: [] });
});

test('whatever happens an audit ends: no round beyond the limit, one emergency, gaps named [ROUND-01, EMERGENCY-03]', () => {
  const schedule = fc.record({
    mode: fc.constantFrom(...AUDIT_MODES),
    isLibrary: fc.boolean(),
    rounds: fc.array(
      fc.record({
        ratings: fc.dictionary(fc.constantFrom(...DIMENSIONS), fc.constantFrom(...RATINGS)),
        answers: fc.option(
          fc.record({ unsearched: fc.boolean(), allTraced: fc.boolean(), combinations: fc.boolean() }),
        ),
        huntFailed: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      }),
      { minLength: 6, maxLength: 6 },
    ),
  });
  fc.assert(
    fc.property(schedule, ({ mode, isLibrary, rounds }) => {
      let ordinary = 0;
      let emergencies = 0;
      let move: RoundMove | null = null;
      for (let round = 1; move === null || move.kind === 'next-round' || move.kind === 'emergency'; round++) {
        if (move?.kind === 'emergency') emergencies += 1;
        else ordinary += 1;
        const done = rounds.slice(0, round).map(({ ratings }) => ratings);
        const ratings = mergeRounds(done, isLibrary);
        const { answers, huntFailed } = rounds[round - 1]!;
        move = decide({ mode, isLibrary, round, ratings, answers, huntFailed, emergencyUsed: emergencies > 0 });
        if (move.kind === 'next-round' || move.kind === 'emergency') expect(move.dimensions.length).toBeGreaterThan(0);
      }
      expect(ordinary).toBeLessThanOrEqual(AUDIT_MODE_PROFILES[mode].maxRounds);
      expect(emergencies).toBeLessThanOrEqual(mode === 'quick' ? 0 : 1);
      expect(move.notMet).toEqual(listGaps(move.coverage));
      if (mode !== 'quick') expect([move.coverage.D1, move.coverage.D2, move.coverage.D3]).not.toContain('missing');
    }),
  );
});
