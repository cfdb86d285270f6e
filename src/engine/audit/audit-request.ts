/** What an audit is asked to do, the effects it may use, and what a watcher hears of it. */

import type { AgentHost } from '../../ports/agent-host.ts';
import type { AuditDriver, ScanBaseline, SurveyProject } from '../../ports/auditor.ts';
import type { Clock, Ids } from '../../ports/clock.ts';
import type { Emit } from '../../ports/events.ts';
import type { Index, TokenCounter } from '../../ports/file-index.ts';
import type { Repository, ScopeRules, Selection } from '../../ports/repository.ts';
import type { RunAccount } from '../../protocol/budget/run-account.ts';
import type { Thresholds } from '../../protocol/budget/thresholds.ts';
import type { AuditMode } from '../../protocol/coverage/audit-mode.ts';
import type { Dimension } from '../../protocol/findings/dimension.ts';
import type { FindSecrets, OpenTools } from '../review/review-request.ts';
import type { AuditPlan } from './plan-audit.ts';

/** `--cells D2:src/auth/**`: one dimension on the files of a glob. */
export interface CellSelector {
  readonly dimension: Dimension;
  readonly glob: string;
}

export interface AuditRequest {
  readonly selection: Selection;
  readonly rules: ScopeRules;
  readonly mode: AuditMode;
  /** Dimensions the user asked for; null = all ten. */
  readonly dimensions: readonly Dimension[] | null;
  readonly cells: readonly CellSelector[] | null;
  /** Whether a path is one of the cell's; globs are matched outside the engine. */
  readonly isInCell: (cell: CellSelector, path: string) => boolean;
  /** `--agents N`. */
  readonly agents: number | null;
  readonly requireSemgrep: boolean;
  readonly concurrency: number | null;
  readonly ignoreVetoes: boolean;
  readonly model: string;
  readonly thresholds: Thresholds;
  readonly agentTimeoutMs: number;
  readonly warnings: readonly string[];
}

export interface AuditPorts {
  readonly repository: Repository;
  readonly index: Index;
  readonly counter: TokenCounter;
  readonly driver: AuditDriver;
  readonly openTools: OpenTools;
  readonly findSecrets: FindSecrets;
  readonly surveyProject: SurveyProject;
  readonly scanBaseline: ScanBaseline;
  /** Shows the plan and asks; false = the user does not want it. Asked in standard and deep before anybody hunts (ROUND-02). */
  readonly confirmPlan: (plan: AuditPlan) => Promise<boolean>;
  readonly account: Pick<RunAccount, 'usage' | 'isSpent' | 'shares'> | null;
  /** Where agents run. */
  readonly host: AgentHost;
  /** How often the run was continued after an interruption. */
  readonly resumed?: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}
