/**
 * Declares the types that the compose-*.ts files of an audit share: what its report is composed from (`AuditParts`: state, deep dive,
 * validation, request, facts), and how the run ended as a whole (`AuditOutcome`: coverage, complete or why not). Types only; filled by
 * run-audit.ts and compose-audit.ts.
 */

import type { UsageShare } from '../../protocol/budget/usage-recorder.ts';
import type { Dimension, DimensionCoverage } from '../../protocol/findings/dimension.ts';
import type { RunFacts } from '../run-facts.ts';
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
  /** `shares`: what was used of budgets and limits in the end (SIG-14). */
  readonly facts: RunFacts & { readonly shares: readonly UsageShare[] };
}

export interface AuditOutcome {
  readonly coverage: DimensionCoverage;
  readonly met: boolean;
  readonly complete: boolean;
  readonly incompleteReason: string | null;
  readonly watermarks: readonly string[];
  readonly asked: readonly Dimension[] | null;
}
