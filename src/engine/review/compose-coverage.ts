/**
 * Composes the `agents` rows and the `coverage` of a review's report from the recorded runs: which files each agent reviewed or
 * skipped and why, and the share that was reviewed (HOST-10, SUCCESS-05). Called by compose-report.ts.
 */

import { remainingPercent, usedPercent } from '../../protocol/budget/mode.ts';
import { formatReRun } from '../../protocol/coverage/follow-up.ts';
import type { Verdict } from '../../protocol/findings/severity.ts';
import type {
  ReportAgent,
  ReportCachedRun,
  ReportDocument,
  ReportFileCoverage,
} from '../../protocol/report/report-document.ts';
import { describeRuleCoverage } from '../../protocol/report/rule-coverage.ts';
import type { SkippedFile } from '../../protocol/report/synthesis.ts';
import { isAssigned } from '../../protocol/reviewers/reviewer.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import type { Survey } from '../survey.ts';
import type { AgentRun } from './agent-record.ts';
import type { Listing } from './choose-listed.ts';
import type { AgentTotal } from './review-state.ts';

/** One row per agent, model and wave; its counts concern that wave's assignment (HOST-07). */
export function composeAgentRow(
  run: AgentRun,
  { verdict, vetoReasons }: { readonly verdict: Verdict; readonly vetoReasons: readonly string[] },
  owed: readonly SkippedFile[],
  { change, listing }: { readonly change: readonly string[] | null; readonly listing: Listing },
): ReportAgent {
  const open = run.open.filter((path) => listing.has(path));
  const skippedFiles = [...open, ...[...run.barred, ...owed].map((file) => file.path)];
  return {
    agent: run.agent,
    round: run.round,
    wave: run.wave,
    budget_tokens: run.budgetTokens,
    used_tokens: run.usedTokens,
    partial: skippedFiles.length > 0,
    cutoff_reason: run.cutoffReason ?? (skippedFiles.length > 0 ? 'error' : null),
    mode: run.mode,
    budget_used_percent: usedPercent(run.usedTokens, run.budgetTokens),
    budget_remaining_percent: remainingPercent(run.usedTokens, run.budgetTokens),
    files_reviewed: run.done.length,
    files_skipped: skippedFiles.length + run.open.length - open.length,
    skipped_files: skippedFiles,
    skipped: { medium_count: run.skipped.medium, low_count: run.skipped.low },
    verdict,
    veto_reasons: vetoReasons,
    status: run.status,
    recommendation: open.length > 0 ? formatReRun(open, change) : null,
    model: run.model,
    files_recalled: run.recalled.length,
  };
}

export function composeFileCoverage(
  survey: Survey,
  totals: readonly AgentTotal[],
  listing: Listing,
): readonly ReportFileCoverage[] {
  const isListed = ({ path }: { readonly path: string }): boolean => listing.has(path);
  const views = totals.map((total) => ({
    name: total.reviewer.name,
    reviewer: total.reviewer,
    skipped: new Map(total.skippedFiles.filter(isListed).map((file) => [file.path, nameReason(file)] as const)),
    reduced: new Set(total.runs.flatMap((run) => run.reduced)),
  }));
  const files = [...survey.files.filter(isListed), ...survey.owed].sort((a, b) => compareText(a.path, b.path));
  return files.map((file) => {
    const assigned = views.filter((view) => isAssigned(view.reviewer, file.language));
    const skippedBy = assigned.filter((view) => view.skipped.has(file.path));
    const reasons = [...new Set(skippedBy.map((view) => view.skipped.get(file.path) ?? ''))].sort();
    return {
      path: file.path,
      status: statusOf(assigned.length, skippedBy.length),
      depth: assigned.some((view) => view.reduced.has(file.path)) ? 'reduced' : 'full',
      reason: assigned.length === 0 ? 'not-assigned' : reasons.join(', ') || null,
      by: Object.fromEntries(assigned.map((view) => [view.name, view.skipped.has(file.path) ? 'skipped' : 'reviewed'])),
    };
  });
}

/** Where a text breaks off is said with the reason: its reader can mend it. */
const nameReason = ({ reason, detail }: SkippedFile): string =>
  reason === 'unparsed' && detail !== undefined ? `${reason} (${detail})` : reason;

function statusOf(assigned: number, skipped: number): ReportFileCoverage['status'] {
  if (assigned === 0 || skipped === assigned) return 'skipped';
  return skipped === 0 ? 'reviewed' : 'partial';
}

/** Share of agent × file cells that were reviewed, of files that are not listed too. */
export function measureRatio({ unlisted }: Survey, totals: readonly AgentTotal[]): number {
  const reviewed = totals.reduce((sum, { reviewedCount }) => sum + reviewedCount, 0);
  const open = totals.reduce((sum, { skippedFiles }) => sum + skippedFiles.length + unlisted.files, 0);
  return reviewed + open === 0 ? 1 : Math.floor((10_000 * reviewed) / (reviewed + open)) / 10_000;
}

/** A review has no dimensions. */
export function composeCoverage(
  files: readonly ReportFileCoverage[],
  { ratio, complete }: { readonly ratio: number; readonly complete: boolean },
  recalled: readonly ReportCachedRun[],
  agents: readonly ReportAgent[],
): ReportDocument['coverage'] {
  return {
    files,
    dimensions: {},
    gaps: [],
    ratio,
    met: complete,
    cells: [],
    recalled,
    ...describeRuleCoverage(files, agents),
  };
}
