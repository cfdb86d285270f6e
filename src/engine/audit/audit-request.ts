/**
 * Declares what an audit is asked to do (`AuditRequest`: mode, dimensions, cells, agents) and the effects it may use (`AuditPorts`:
 * driver, survey, baseline scan, confirmation), on top of run-request.ts. Types only; built by wiring/audit-ports.ts, taken by
 * run-audit.ts.
 */

import type { AuditDriver, ScanBaseline, SurveyProject } from '../../ports/auditor.ts';
import type { AuditMode } from '../../protocol/coverage/audit-mode.ts';
import type { Dimension } from '../../protocol/findings/dimension.ts';
import type { RunPorts, RunRequest } from '../run-request.ts';
import type { AuditPlan } from './plan-audit.ts';

/** `--cells D2:src/auth/**`: one dimension on the files of a glob. */
export interface CellSelector {
  readonly dimension: Dimension;
  readonly glob: string;
}

export interface AuditRequest extends RunRequest {
  readonly mode: AuditMode;
  /** Dimensions the user asked for; null = all. */
  readonly dimensions: readonly Dimension[] | null;
  readonly cells: readonly CellSelector[] | null;
  /** Whether a path is one of the cell's; globs are matched outside the engine. */
  readonly isInCell: (cell: CellSelector, path: string) => boolean;
  /** `--agents N`. */
  readonly agents: number | null;
  readonly requireSemgrep: boolean;
}

export interface AuditPorts extends RunPorts {
  readonly driver: AuditDriver;
  readonly surveyProject: SurveyProject;
  readonly scanBaseline: ScanBaseline;
  /** Shows the plan and asks; false = the user does not want it. Asked in standard and deep before anybody hunts (ROUND-02). */
  readonly confirmPlan: (plan: AuditPlan) => Promise<boolean>;
}
