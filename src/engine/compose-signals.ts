/** The return signals of a review: one `research` per wave, one `implementer` for the whole run (HOST-07, HOST-08, SIG-14). */
import type { ReportSignal } from '../protocol/report-document.ts';
import { toWireSignal } from '../protocol/signal.ts';
import { buildImplementerSignal, buildResearchSignal, contextUsagePercent } from '../protocol/signal-build.ts';
import type { AgentTotal, ReviewState } from './review-state.ts';

const REVIEW_PHASES = [1, 2, 3, 4] as const;

export function composeSignals(
  state: ReviewState,
  totals: readonly AgentTotal[],
  complete: boolean,
): readonly ReportSignal[] {
  const allowance = state.waves.reduce((sum, wave) => sum + wave.budgetTokens, 0);
  const lastWave = state.waves.length;
  const owing = totals.filter((total) => total.skippedFiles.length > 0).map((total) => total.reviewer.name);
  const waves = state.waves.map(({ wave }) => {
    const runs = state.runs.filter((run) => run.wave === wave);
    const isLast = wave === lastWave;
    const open = isLast ? owing : runs.filter((run) => run.open.length > 0).map((run) => run.agent);
    return buildResearchSignal({
      topics: runs.map((run) => run.agent),
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

const usedUpTo = (state: ReviewState, wave: number): number =>
  state.runs.filter((run) => run.wave <= wave).reduce((sum, run) => sum + run.usedTokens, 0);
