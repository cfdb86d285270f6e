/**
 * Decides after an evaluated round what follows: another round with its dimensions and agents, the emergency round, or the end of
 * the hunt and why (CONVERGE-01..06, EVALUATE-03..04, AUD-02, AUD-03, AUD-06). Checks in this order: cap, questions, gaps. Called
 * by engine/audit/hunt-rounds.ts.
 */

import { planTurns } from '../budget/turns.ts';
import { type CoverageRules, coverageOf, isCoverageMet } from '../coverage/audit-coverage.ts';
import { AUDIT_MODE_PROFILES } from '../coverage/audit-mode.ts';
import { listGaps, TOLERATED_GAPS } from '../coverage/gaps.ts';
import { DIMENSIONS, type Dimension, type DimensionCoverage } from '../findings/dimension.ts';
import { countLaterRoundAgents, type GapSituation } from './agent-count.ts';
import { decideEmergency, type EmergencyState, settleRatings } from './emergency.ts';
import { answersCallForRound, type QuestionAnswers } from './evaluation.ts';

export interface RoundState extends CoverageRules, GapSituation, EmergencyState {
  /** The round that was just evaluated, counted from 1. */
  readonly round: number;
  /** Answers to the three questions; null where they were not asked. */
  readonly answers: QuestionAnswers | null;
  /** True where the restart after a total failure failed too (AUD-25). */
  readonly huntFailed: boolean;
}

/** How the hunt ended: gaps are `not met`, whatever ended it. */
export interface HuntResult {
  readonly reason: string;
  readonly coverage: DimensionCoverage;
  readonly met: boolean;
  readonly notMet: readonly Dimension[];
}

export type RoundMove =
  | {
      readonly kind: 'next-round';
      readonly reason: string;
      readonly round: number;
      readonly agents: number;
      readonly maxTurns: number;
      /** The gaps; where only questions are open, the alarming dimensions, else every one that applies. Never empty. */
      readonly dimensions: readonly Dimension[];
    }
  | {
      readonly kind: 'emergency';
      readonly reason: string;
      readonly round: number;
      readonly agents: 1;
      readonly maxTurns: number;
      readonly dimensions: readonly Dimension[];
    }
  | ({ readonly kind: 'converge' } & HuntResult)
  | ({ readonly kind: 'incomplete' } & HuntResult);

export function decideNextRound(state: RoundState): RoundMove {
  if (state.huntFailed) return { kind: 'incomplete', ...endHunt(state, 'audit incomplete: the restart failed too') };
  const gaps = listGaps(coverageOf(state.ratings));
  const verdict = judgeRound(state, gaps);
  if (verdict.kind === 'continue') {
    const round = state.round + 1;
    return {
      kind: 'next-round',
      reason: verdict.reason,
      round,
      agents: countLaterRoundAgents(state),
      maxTurns: planTurns(round).maxTurns,
      dimensions: chooseDimensions(state, gaps),
    };
  }
  const emergency = decideEmergency(state);
  if (emergency.kind === 'refused') return { kind: 'converge', ...endHunt(state, verdict.reason) };
  return {
    kind: 'emergency',
    reason: `${verdict.reason}; ${emergency.dimensions.join(', ')} still open`,
    round: state.round + 1,
    agents: emergency.agents,
    maxTurns: emergency.maxTurns,
    dimensions: emergency.dimensions,
  };
}

function chooseDimensions(state: RoundState, gaps: readonly Dimension[]): readonly Dimension[] {
  if (gaps.length > 0) return gaps;
  const applicable = DIMENSIONS.filter((dimension) => state.ratings[dimension] !== 'not-applicable');
  const alarming = applicable.filter((dimension) => state.alarmingDimensions.includes(dimension));
  return alarming.length > 0 ? alarming : applicable;
}

interface RoundVerdict {
  readonly kind: 'continue' | 'stop';
  readonly reason: string;
}

function judgeRound(state: RoundState, gaps: readonly Dimension[]): RoundVerdict {
  const { maxRounds, asksQuestions } = AUDIT_MODE_PROFILES[state.mode];
  if (state.emergencyUsed) return { kind: 'stop', reason: 'the emergency round is over' };
  if (state.round >= maxRounds) return { kind: 'stop', reason: `round limit of ${maxRounds} reached` };
  if (asksQuestions && state.answers === null)
    return { kind: 'continue', reason: 'the three questions are unanswered' };
  if (asksQuestions && state.answers !== null && answersCallForRound(state.answers))
    return { kind: 'continue', reason: describeAnswers(state.answers) };
  if (gaps.length > TOLERATED_GAPS) return { kind: 'continue', reason: `${gaps.length} gaps: ${gaps.join(', ')}` };
  return {
    kind: 'stop',
    reason:
      gaps.length === 0 ? 'no gaps' : `only ${gaps.length} ${gaps.length === 1 ? 'gap' : 'gaps'}: ${gaps.join(', ')}`,
  };
}

function describeAnswers({ unsearched, allTraced, combinations }: QuestionAnswers): string {
  const open = [
    unsearched ? 'planned areas are unsearched' : null,
    allTraced ? null : 'entry points are not traced to their sinks',
    combinations ? 'findings of different modules may combine' : null,
  ];
  return open.filter((text) => text !== null).join('; ');
}

/** The end instead of a round that could do nothing. */
export const endWithoutRound = (state: RoundState, reason: string): RoundMove => ({
  kind: 'converge',
  ...endHunt(state, reason),
});

function endHunt(state: RoundState, reason: string): HuntResult {
  const coverage = coverageOf(
    AUDIT_MODE_PROFILES[state.mode].fullProtocol ? settleRatings(state.ratings) : state.ratings,
  );
  return { reason, coverage, met: isCoverageMet(coverage, state), notMet: listGaps(coverage) };
}
