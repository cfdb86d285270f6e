/**
 * Composes the return signals of a review, `research` when a wave is over and `implementer` for the whole run (HOST-07, HOST-08), and
 * measures the share of budgets and limits that they state (SIG-14). Called by run-review.ts and compose-report.ts.
 */

import type { UsageShare } from '../../protocol/budget/usage-recorder.ts';
import { estimateWaves } from '../../protocol/coverage/waves.ts';
import type { ReportSignal } from '../../protocol/report/report-document.ts';
import { toWireSignal } from '../../protocol/signals/signal.ts';
import {
  buildImplementerSignal,
  buildResearchSignal,
  highestUsagePercent,
} from '../../protocol/signals/signal-build.ts';
import { planWave } from './plan-wave.ts';
import type { EnginePorts, ReviewRequest } from './review-request.ts';
import { queueOf, type ReviewState, totalOf } from './review-state.ts';

const REVIEW_PHASES = [1, 2, 3, 4] as const;

export interface WaveEnd {
  /** Another wave follows. */
  readonly goesOn: boolean;
  readonly usage: readonly UsageShare[];
}

/** The signal of the last wave of the state. */
export function composeWaveSignal(state: ReviewState, { goesOn, usage }: WaveEnd): ReportSignal {
  const wave = state.waves.length;
  const runs = state.runs.filter((run) => run.wave === wave);
  return toWireSignal(
    buildResearchSignal({
      topics: listCompleted(runs),
      findingsTotal: runs.reduce((sum, run) => sum + run.findings.length, 0),
      reportsCreated: runs.length,
      usagePercent: highestUsagePercent(usage),
      workRemaining: listUnfinished(state),
      requiresContinuation: goesOn,
      next: goesOn ? `Wave ${wave + 1}` : 'Report',
    }),
  );
}

/** Agents that finished everything the wave gave them. */
const listCompleted = (runs: ReviewState['runs']): readonly string[] => {
  const owing = new Set(runs.filter(({ status, open }) => status !== 'completed' || open.length > 0).map(nameOf));
  return [...new Set(runs.map(nameOf))].filter((agent) => !owing.has(agent));
};

const nameOf = ({ agent }: ReviewState['runs'][number]): string => agent;

export interface RunEnd {
  readonly complete: boolean;
  readonly usage: readonly UsageShare[];
}

/** What it leaves behind is known only where it is written: there the signal is given its files. */
export function composeRunSignal(state: ReviewState, { complete, usage }: RunEnd): ReportSignal {
  const signal = buildImplementerSignal({
    waves: { first: 1, last: state.waves.length },
    phasesCompleted: REVIEW_PHASES,
    tasksCompleted: state.runs.length,
    artifacts: [],
    usagePercent: highestUsagePercent(usage),
    workRemaining: complete ? 0 : listUnfinished(state),
    requiresContinuation: false,
    isFinal: complete,
    next: complete ? 'COMPLETE' : 'Review skipped files',
  });
  return toWireSignal(signal);
}

/**
 * What was used of the budgets of the waves done and, where another follows, of those planned; beside it the limits of
 * the run (SIG-14).
 */
export function measureUsage(
  state: ReviewState,
  goesOn: boolean,
  request: Pick<ReviewRequest, 'waves'>,
  { driversFor, account }: Pick<EnginePorts, 'driversFor' | 'account'>,
): readonly UsageShare[] {
  const used = state.runs.reduce((sum, run) => sum + run.usedTokens, 0);
  const done = state.waves.reduce((sum, wave) => sum + wave.budgetTokens, 0);
  const planned = goesOn ? budgetPlanned(state, request, driversFor) : 0;
  return [{ used, allowance: done + planned }, ...(account?.shares ?? [])];
}

/** Budgets of the waves that are left, at the terms of the next one. */
function budgetPlanned(
  state: ReviewState,
  request: Pick<ReviewRequest, 'waves'>,
  driversFor: EnginePorts['driversFor'],
): number {
  const next = planWave(state, state.waves.length + 1, request, driversFor);
  const mostWaves = request.waves === 'auto' ? Number.POSITIVE_INFINITY : request.waves - state.waves.length;
  return next.tasks.reduce((sum, task) => {
    const { budgetTokens } = task;
    const { hasContext } = task.driver;
    const queue = queueOf(task, state, hasContext);
    const waves = estimateWaves(queue, { budgetTokens, isolation: next.record.isolation, hasContext });
    return sum + budgetTokens * Math.min(waves, mostWaves);
  }, 0);
}

/** Agents with files they have not reviewed. */
function listUnfinished(state: ReviewState): 0 | readonly string[] {
  const owing = state.survey.reviewers.filter((reviewer) => totalOf(reviewer, state).skippedFiles.length > 0);
  return owing.length === 0 ? 0 : owing.map((reviewer) => reviewer.name);
}
