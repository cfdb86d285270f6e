/** The exit code of a run that produced a report, or of a comparison of two, with the reason in words (HOST-09). 0 never means "did not look". */

import { EXIT, type ExitCode } from '../../errors.ts';
import { type FailOn, reachesSeverity, type Severity, type Verdict } from '../findings/severity.ts';
import type { ReportDocument } from './report-document.ts';
import { type CountableFinding, isCounted } from './verdict.ts';

export interface RunEnding {
  readonly verdict: Verdict;
  readonly complete: boolean;
  readonly findings: readonly CountableFinding[];
  readonly failOn: FailOn;
  readonly allowPartial: boolean;
  /** False where no agent gave a usable result. */
  readonly usable: boolean;
  readonly interrupted: boolean;
}

export interface ExitDecision {
  readonly code: ExitCode;
  readonly reason: string;
}

const LEVELS: Readonly<Partial<Record<FailOn, Severity>>> = {
  critical: 'CRITICAL',
  high: 'HIGH',
  medium: 'MEDIUM',
  low: 'LOW',
};

/** Whether anybody gave a result. The baseline of an audit stands where every agent failed. */
export const isUsable = ({ agents, audit, findings }: Pick<ReportDocument, 'agents' | 'audit' | 'findings'>): boolean =>
  agents.some(({ status }) => status !== 'failed') || (audit !== null && findings.length > 0);

export function decideExit(ending: RunEnding): ExitDecision {
  if (ending.interrupted) return { code: EXIT.interrupted, reason: 'interrupted' };
  if (!ending.usable) return { code: EXIT.failed, reason: 'no agent gave a usable result' };
  const block = findBlock(ending);
  if (block !== null) return { code: EXIT.blocked, reason: block };
  if (ending.complete) return { code: EXIT.ok, reason: 'complete, and nothing blocks' };
  return ending.allowPartial
    ? { code: EXIT.ok, reason: 'incomplete, allowed by --allow-partial' }
    : { code: EXIT.incomplete, reason: 'incomplete: something in scope was not reviewed' };
}

export interface ComparisonEnding {
  readonly before: { readonly verdict: Verdict };
  readonly after: { readonly verdict: Verdict; readonly complete: boolean };
  /** What the second run has and the first had not, whether that had looked there or not. */
  readonly fresh: readonly CountableFinding[];
  readonly failOn: FailOn;
  readonly allowPartial: boolean;
}

/** A comparison blocks for what came to it since: an old veto or an old finding is not the news. */
export function decideComparisonExit({ before, after, fresh, failOn, allowPartial }: ComparisonEnding): ExitDecision {
  if (failOn === 'never') return { code: EXIT.ok, reason: 'compared' };
  if (after.verdict === 'VETO' && before.verdict !== 'VETO')
    return { code: EXIT.blocked, reason: 'the verdict has become VETO' };
  const reason = describeReaching(fresh, failOn, 'new finding');
  if (reason !== null) return { code: EXIT.blocked, reason };
  if (after.complete) return { code: EXIT.ok, reason: 'nothing new blocks' };
  return allowPartial
    ? { code: EXIT.ok, reason: 'no new blocking finding; the second run is incomplete, allowed by --allow-partial' }
    : { code: EXIT.incomplete, reason: 'the second run is incomplete: something in scope was not reviewed' };
}

function findBlock({ verdict, failOn, findings }: RunEnding): string | null {
  if (failOn === 'never') return null;
  if (verdict === 'VETO') return 'the verdict is VETO';
  return describeReaching(findings, failOn, 'finding');
}

function describeReaching(findings: readonly CountableFinding[], failOn: FailOn, noun: string): string | null {
  const level = LEVELS[failOn];
  if (level === undefined) return null;
  const count = findings.filter((finding) => isCounted(finding) && reachesSeverity(finding.severity, level)).length;
  return count === 0 ? null : `${count} ${noun}${count === 1 ? ' reaches' : 's reach'} --fail-on ${failOn}`;
}
