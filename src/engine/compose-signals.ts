/** The return signals of a review: one `research` per wave, one `implementer` for the whole run (HOST-07, HOST-08, SIG-14). */
import type { ReportSignal } from '../protocol/report-document.ts';
import { toWireSignal } from '../protocol/signal.ts';
import { buildImplementerSignal, buildResearchSignal, contextUsagePercent } from '../protocol/signal-build.ts';
import { type ReviewState, totalOf } from './review-state.ts';

const REVIEW_PHASES = [1, 2, 3, 4] as const;

export function composeSignals(state: ReviewState, complete: boolean): readonly ReportSignal[] {
  const allowance = state.waves.reduce((sum, wave) => sum + wave.budgetTokens, 0);
  const lastWave = state.waves.length;
  const owing = owingAfter(state, lastWave);
  const waves = state.waves.map(({ wave }) => {
    const runs = state.runs.filter((run) => run.wave === wave);
    const isLast = wave === lastWave;
    const open = owingAfter(state, wave);
    return buildResearchSignal({
      topics: [...new Set(runs.map((run) => run.agent))],
      findingsTotal: runs.reduce((sum, run) => sum + run.findings.length, 0),
      reportsCreated: runs.length,
      usagePercent: contextUsagePercent(usedUpTo(state, wave), allowance),
      workRemaining: open.length === 0 ? 0 : open,
      requiresContinuation: !isLast,
      next: isLast ? 'Report' : `Wave ${wave + 1}`,
    });
  });
  const run = buildImplementerSignal({
    waves: { first: 1, last: lastWave },
    phasesCompleted: REVIEW_PHASES,
    tasksCompleted: state.runs.length,
    artifacts: [],
    usagePercent: contextUsagePercent(usedUpTo(state, lastWave), allowance),
    workRemaining: complete || owing.length === 0 ? 0 : owing,
    requiresContinuation: false,
    isFinal: complete,
    next: complete ? 'COMPLETE' : 'Review skipped files',
  });
  return [...waves, run].map((signal) => toWireSignal(signal));
}

/** Agents with files they had not reviewed when that wave ended. */
const owingAfter = (state: ReviewState, wave: number): readonly string[] => {
  const then = { ...state, runs: state.runs.filter((run) => run.wave <= wave) };
  return state.survey.reviewers
    .filter((reviewer) => totalOf(reviewer, then).skippedFiles.length > 0)
    .map((r) => r.name);
};

const usedUpTo = (state: ReviewState, wave: number): number =>
  state.runs.filter((run) => run.wave <= wave).reduce((sum, run) => sum + run.usedTokens, 0);
