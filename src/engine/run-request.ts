/**
 * Declares the request fields (`RunRequest`: scope, thresholds, model, time limits) and the effects (`RunPorts`: repository, index,
 * clock, account, events) that a review and an audit have in common. Types only; extended by review/review-request.ts and
 * audit/audit-request.ts, built in wiring/.
 */

import type { AgentHost } from '../ports/agent-host.ts';
import type { Account, AgentTools } from '../ports/agent-tools.ts';
import type { Clock, Ids } from '../ports/clock.ts';
import type { Emit } from '../ports/events.ts';
import type { Index, TokenCounter } from '../ports/file-index.ts';
import type { Repository, ScopeRules, Selection, Snapshot } from '../ports/repository.ts';
import type { BoundAccount, RunAccount } from '../protocol/budget/run-account.ts';
import type { Thresholds } from '../protocol/budget/thresholds.ts';
import type { FindingPolicy } from '../protocol/findings/suppression.ts';
import type { Redactor } from '../protocol/redaction/redactor.ts';

export interface RunRequest {
  readonly selection: Selection;
  readonly rules: ScopeRules;
  readonly thresholds: Thresholds;
  /** Agents at the same time; null = all of a wave or round. */
  readonly concurrency: number | null;
  readonly ignoreVetoes: boolean;
  /** A scope without files is a success, whatever scope it is. */
  readonly allowsEmpty?: boolean;
  readonly model: string;
  readonly agentTimeoutMs: number;
  /** What the user should read in the report before anything else happened: defaults that stood in, ignored settings. */
  readonly warnings: readonly string[];
  /** What settings say of findings: suppressions, other severities. */
  readonly policy?: FindingPolicy;
}

/** What the tools of one agent are opened over: a snapshot, paid from its account. */
export interface ToolTerms {
  readonly snapshot: Snapshot;
  readonly account: Account;
  readonly thresholds: Thresholds;
}

export type OpenTools = (terms: ToolTerms) => AgentTools;

export interface RunPorts {
  readonly repository: Repository;
  readonly index: Index;
  readonly counter: TokenCounter;
  readonly openTools: OpenTools;
  /** Tokens and money of the run; null where no model is asked. */
  readonly account: (Pick<RunAccount, 'usage' | 'isSpent' | 'spentLimit' | 'shares' | 'hasTail'> & BoundAccount) | null;
  /** Takes secrets out of what leaves. */
  readonly redactor: Redactor;
  /** Where agents run. */
  readonly host: AgentHost;
  /** How often the run was continued after an interruption. */
  readonly resumed?: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly emit: Emit;
  /** Fires when the user (reason `interrupt`) or the deadline (reason `deadline`) ends the run. */
  readonly signal: AbortSignal;
}
