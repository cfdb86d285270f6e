/**
 * Defines the type of a finding as an analyzer reports it (with reviewer, file, lines and rule), before engine/accept-claim.ts
 * has checked it. Passed on by analyzer.ts.
 */
import type { ClaimedFinding } from '../protocol/findings/finding.ts';

/** A finding of an analyzer, addressed to the reviewer who reports it. `file` and `line` are always set. */
export interface AnalyzerFinding extends ClaimedFinding {
  readonly reviewer: string;
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly rule: string;
}
