/** What a report is composed from, and what the whole of it comes to: the nouns the composers share. */

import type { RunUsage, UsageShare } from '../../protocol/budget/usage-recorder.ts';
import type { Dimension, DimensionCoverage } from '../../protocol/findings/dimension.ts';
import type { AuditRequest } from './audit-request.ts';
import type { AuditState } from './audit-state.ts';
import type { DeepDive } from './deep-dive-phase.ts';
import type { Validation } from './validation-phase.ts';

export interface AuditParts {
  readonly state: AuditState;
  /** Null in `quick`. */
  readonly dive: DeepDive | null;
  readonly validation: Validation | null;
  readonly request: AuditRequest;
  readonly facts: {
    readonly runId: string;
    readonly startedAt: number;
    readonly finishedAt: number;
    readonly usage: RunUsage | null;
    /** How often the run was continued after an interruption. */
    readonly resumed: number;
    /** What was used of budgets and limits in the end (SIG-14). */
    readonly shares: readonly UsageShare[];
  };
}

export interface AuditOutcome {
  readonly coverage: DimensionCoverage;
  readonly met: boolean;
  readonly complete: boolean;
  readonly incompleteReason: string | null;
  readonly watermarks: readonly string[];
  readonly asked: readonly Dimension[] | null;
}
