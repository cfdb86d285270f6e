/**
 * Decides the exit code of a run from its report, or of a comparison of two runs, with the reason in words (HOST-09); 0 never
 * means that nothing was looked at. Also lists the findings that block. Called by cli/end-run.ts, cli/commands/runs-command.ts
 * and cli/commands/hook-command.ts.
 */

import { EXIT, type ExitCode } from '../../errors.ts';
import { type FailOn, reachesSeverity, type Severity, type Verdict } from '../findings/severity.ts';
import { isMeasured } from '../findings/standing.ts';
import type { ReportDocument } from './report-document.ts';
import { type CountableFinding, hadNothing, isCounted, WITHOUT_CODE } from './verdict.ts';

/** A finding of a report, as far as it decides an exit code. */
export interface EndingFinding extends CountableFinding {
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly reported_by?: readonly { readonly rule: string | null; readonly model: string | null }[];
}

export interface RunEnding {
  readonly verdict: Verdict;
  readonly complete: boolean;
  readonly findings: readonly EndingFinding[];
  /** Of the run that made the report. */
  readonly run: { readonly mode: string };
  readonly failOn: FailOn;
  readonly allowPartial: boolean;
  /** What cannot be assessed without a model is accepted; what could have been done and was not is not. */
  readonly acceptNotAssessed?: boolean;
  readonly coverage?: Pick<ReportDocument['coverage'], 'not_done'>;
  /** False where no agent gave a usable result. */
  readonly usable: boolean;
  /** False where no file was reviewed at all: no flag turns that into success. */
  readonly hasLooked?: boolean;
  readonly interrupted: boolean;
  /** True where the run was stopped by an internal error; the report has what there was before. */
  readonly broken?: boolean;
}

export interface ExitDecision {
  readonly code: ExitCode;
  readonly reason: string;
  /** Findings at the level that do not count, in words; null where there are none. */
  readonly note: string | null;
}

const LEVELS: Readonly<Partial<Record<FailOn, Severity>>> = {
  critical: 'CRITICAL',
  high: 'HIGH',
  medium: 'MEDIUM',
  low: 'LOW',
};

/** Whether anybody gave a result. The baseline of an audit stands where every agent failed. */
export const isUsable = (report: Pick<ReportDocument, 'agents' | 'audit' | 'findings' | 'complete'>): boolean =>
  hadNothing(report) ||
  report.agents.some(({ status }) => status !== 'failed') ||
  (report.audit !== null && report.findings.length > 0);

/** Whether anything was reviewed, or nothing had to be. */
export const hasLooked = ({
  agents,
  scope,
  findings,
}: Pick<ReportDocument, 'agents' | 'scope' | 'findings'>): boolean =>
  scope.files === 0 || findings.length > 0 || agents.some(({ files_reviewed }) => files_reviewed > 0);

export const decideExit = (ending: RunEnding): ExitDecision => ({
  ...chooseExit(ending),
  note: noteUnverified(ending.findings, ending.failOn, ending.run.mode),
});

function chooseExit(ending: RunEnding): Omit<ExitDecision, 'note'> {
  if (ending.broken === true) return { code: EXIT.failed, reason: 'an internal error stopped the run' };
  if (ending.interrupted) return { code: EXIT.interrupted, reason: 'interrupted' };
  // What analyzers have found stands where every model failed: whoever can break the provider must not lift the block.
  const block = findBlock(ending);
  if (block !== null) return { code: EXIT.blocked, reason: block };
  if (!ending.usable) return { code: EXIT.failed, reason: 'no agent gave a usable result' };
  if (ending.complete) return { code: EXIT.ok, reason: 'complete, and nothing blocks' };
  if (ending.hasLooked === false)
    return { code: EXIT.incomplete, reason: 'incomplete: nothing was reviewed, which no flag allows' };
  if (ending.acceptNotAssessed === true && ending.coverage?.not_done?.length === 0)
    return { code: EXIT.ok, reason: 'what was not assessed needs a model, accepted by --accept-not-assessed' };
  return ending.allowPartial
    ? { code: EXIT.ok, reason: 'incomplete, allowed by --allow-partial' }
    : { code: EXIT.incomplete, reason: `incomplete: ${describeOpen(ending)}` };
}

/** Whoever accepts what needs a model wants to know what is left beside it. */
const describeOpen = ({ acceptNotAssessed = false, coverage }: RunEnding): string =>
  acceptNotAssessed && (coverage?.not_done ?? []).length > 0
    ? `not done, and no model is needed for it: ${coverage?.not_done?.join('; ')}`
    : 'something in scope was not reviewed';

export interface ComparisonEnding {
  readonly before: { readonly verdict: Verdict };
  readonly after: Pick<RunEnding, 'verdict' | 'complete' | 'run'>;
  /** What the second run has and the first had not, whether that had looked there or not. */
  readonly fresh: readonly EndingFinding[];
  readonly failOn: FailOn;
  readonly allowPartial: boolean;
}

/** A comparison blocks for what came to it since: an old veto or an old finding is not the news. */
export const decideComparisonExit = (ending: ComparisonEnding): ExitDecision => ({
  ...chooseComparisonExit(ending),
  note: noteUnverified(ending.fresh, ending.failOn, ending.after.run.mode),
});

function chooseComparisonExit(ending: ComparisonEnding): Omit<ExitDecision, 'note'> {
  const { before, after, fresh, failOn, allowPartial } = ending;
  if (failOn === 'never') return { code: EXIT.ok, reason: 'compared' };
  if (after.verdict === 'VETO' && before.verdict !== 'VETO')
    return { code: EXIT.blocked, reason: 'the verdict has become VETO' };
  const reason = describeReaching(fresh, ending, after.run.mode, 'new finding');
  if (reason !== null) return { code: EXIT.blocked, reason };
  if (after.complete) return { code: EXIT.ok, reason: 'nothing new blocks' };
  return allowPartial
    ? { code: EXIT.ok, reason: 'no new blocking finding; the second run is incomplete, allowed by --allow-partial' }
    : { code: EXIT.incomplete, reason: 'the second run is incomplete: something in scope was not reviewed' };
}

function findBlock(ending: RunEnding): string | null {
  if (ending.failOn === 'never') return null;
  if (ending.verdict === 'VETO') return 'the verdict is VETO';
  return describeReaching(ending.findings, ending, ending.run.mode, 'finding');
}

/** The findings for which a run ends with 1: counted ones from the level on, and those that veto whatever the level is. */
export function listBlocking<T extends EndingFinding & { readonly id: string }>(
  report: { readonly findings: readonly T[]; readonly run: { readonly mode: string } } & Pick<
    ReportDocument,
    'verdict' | 'verdict_trace'
  >,
  failOn: FailOn,
): readonly T[] {
  if (failOn === 'never') return [];
  const vetoing = new Set(
    report.verdict === 'VETO' ? report.verdict_trace.map((line) => /^VETO: (\S+) by /u.exec(line)?.[1]) : [],
  );
  const reaching = new Set<EndingFinding>(listReaching(report.findings, failOn));
  return report.findings.filter(
    (finding) => (reaching.has(finding) && mayBlock(finding, report.run.mode)) || vetoing.has(finding.id),
  );
}

/** Counted findings from the level on: those that were checked, and those of which no check was tried (HOST-09, REV-26). */
function describeReaching(
  findings: readonly EndingFinding[],
  { failOn }: Pick<RunEnding, 'failOn'>,
  mode: string,
  noun: string,
): string | null {
  const count = listReaching(findings, failOn).filter((finding) => mayBlock(finding, mode)).length;
  return count === 0 ? null : `${count} ${noun}${count === 1 ? ' reaches' : 's reach'} --fail-on ${failOn}`;
}

function noteUnverified(findings: readonly EndingFinding[], failOn: FailOn, mode: string): string | null {
  const count = listReaching(findings, failOn).filter((finding) => !mayBlock(finding, mode)).length;
  if (count === 0) return null;
  return `${count === 1 ? '1 unverified finding does' : `${count} unverified findings do`} not count for --fail-on ${failOn}`;
}

function listReaching(findings: readonly EndingFinding[], failOn: FailOn): readonly EndingFinding[] {
  const level = LEVELS[failOn];
  if (level === undefined) return [];
  return findings.filter((finding) => isCounted(finding) && reachesSeverity(finding.severity, level));
}

/**
 * An unverified finding counts only where no check was tried: in an audit in mode `quick`, in outputs collected without the
 * code, and in a review what an analyzer reports without quoting, since it has read the file itself.
 */
function mayBlock({ status, extra = {}, reported_by = [] }: EndingFinding, mode: string): boolean {
  if (status !== 'unverified' || extra.doubt === WITHOUT_CODE) return true;
  if (mode === 'quick') return extra.doubt === undefined;
  return mode === 'review' && reported_by.some(isMeasured);
}
