/** The exit code of a run that produced a report, with the reason in words (HOST-09). 0 never means "did not look". */
import { EXIT, type ExitCode } from '../errors.ts';
import type { Verdict } from './report-document.ts';
import { reachesSeverity, type Severity } from './severity.ts';
import { type CountableFinding, isCounted } from './verdict.ts';

export const FAIL_ON_LEVELS = ['veto', 'critical', 'high', 'medium', 'low', 'never'] as const;
export type FailOn = (typeof FAIL_ON_LEVELS)[number];

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

function findBlock({ verdict, failOn, findings }: RunEnding): string | null {
  if (failOn === 'never') return null;
  if (verdict === 'VETO') return 'the verdict is VETO';
  const level = LEVELS[failOn];
  if (level === undefined) return null;
  const count = findings.filter((finding) => isCounted(finding) && reachesSeverity(finding.severity, level)).length;
  return count === 0 ? null : `${count} ${count === 1 ? 'finding reaches' : 'findings reach'} --fail-on ${failOn}`;
}
