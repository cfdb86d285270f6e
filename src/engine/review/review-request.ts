/** What a review is asked to do, and the effects it may use. */

import type { AgentHost, Branches } from '../../ports/agent-host.ts';
import type { Account, AgentTools } from '../../ports/agent-tools.ts';
import type { Clock, Ids } from '../../ports/clock.ts';
import type { Emit } from '../../ports/events.ts';
import type { Index, TokenCounter } from '../../ports/file-index.ts';
import type { Repository, ScopeRules, Selection, Snapshot } from '../../ports/repository.ts';
import type { Reuse } from '../../ports/review-cache.ts';
import type { ComplexityFactor } from '../../protocol/budget/budget.ts';
import type { RunAccount } from '../../protocol/budget/run-account.ts';
import type { Thresholds } from '../../protocol/budget/thresholds.ts';
import type { ConsensusProtocol } from '../../protocol/findings/consensus-protocol.ts';
import type { ReviewerProfile } from '../../protocol/reviewers/reviewer.ts';
import type { DriversFor } from './panel-members.ts';

export interface ReviewRequest {
  readonly selection: Selection;
  readonly rules: ScopeRules;
  readonly roster: readonly ReviewerProfile[];
  /** Names the user asked for; null = by what is in scope. */
  readonly reviewerNames: readonly string[] | null;
  readonly thresholds: Thresholds;
  readonly waves: 'auto' | number;
  /** Multiplies every budget; 1 where absent (REV-22). */
  readonly complexity?: ComplexityFactor;
  /** Agents at the same time; null = all of a wave. */
  readonly concurrency: number | null;
  readonly ignoreVetoes: boolean;
  readonly model: string;
  readonly protocol: ConsensusProtocol;
  /** Voices a finding needs, of those that could have reported it. */
  readonly minAgreement: number;
  readonly agentTimeoutMs: number;
  /** What the user should read in the report before anything else happened: defaults that stood in, ignored settings. */
  readonly warnings: readonly string[];
}

/** Tools of one agent over a snapshot, paid from its account. */
export type OpenTools = (record: {
  readonly snapshot: Snapshot;
  readonly account: Account;
  readonly thresholds: Thresholds;
}) => AgentTools;

/** Code or words that the report is about to repeat. */
export interface QuotedText {
  readonly language: string | null;
  readonly text: string;
}

/** The secrets in these texts, as they are written there. */
export type FindSecrets = (texts: readonly QuotedText[]) => Promise<readonly string[]>;

export interface EnginePorts {
  readonly repository: Repository;
  readonly index: Index;
  readonly counter: TokenCounter;
  readonly branches: Branches;
  readonly openTools: OpenTools;
  /** Tokens and money of the run; null where no model is asked. */
  readonly account: Pick<RunAccount, 'usage' | 'isSpent' | 'spentLimit' | 'shares' | 'hasTail'> | null;
  /** Who reviews for a reviewer: one driver, or one for each model of the panel. */
  readonly driversFor: DriversFor;
  readonly findSecrets: FindSecrets;
  /** Where agents run. */
  readonly host: AgentHost;
  /** How often the run was continued after an interruption. */
  readonly resumed?: number;
  /** What earlier runs have paid for; absent or null where nothing is remembered. */
  readonly reuse?: Reuse | null;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly emit: Emit;
  /** Fires when the user (reason `interrupt`) or the deadline (reason `deadline`) ends the run. */
  readonly signal: AbortSignal;
}
