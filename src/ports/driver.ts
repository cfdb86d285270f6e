/**
 * The Driver port of reviews: reviews one assignment (an agent's files in one wave) and yields findings as events;
 * engine/review/agent-run.ts charges, checks and records them. Implemented by reviewers/embedded/embedded-driver.ts and
 * reviewers/model/review/model-driver.ts.
 */

import type { Isolation } from '../protocol/budget/isolation.ts';
import type { CachedReview } from '../protocol/cache/cached-review.ts';
import type { Opinion, SharedIssue } from '../protocol/findings/consensus.ts';
import type { ClaimedFinding, LineRange } from '../protocol/findings/finding.ts';
import type { Verdict } from '../protocol/findings/severity.ts';
import type { AgentClaims, CutoffReason, Reaudit } from '../protocol/output/agent-claims.ts';
import type { RequirementAnswer } from '../protocol/reviewers/requirements.ts';
import type { ReviewerProfile } from '../protocol/reviewers/reviewer.ts';
import type { Account, AgentTools, LedgerView } from './agent-tools.ts';
import type { AnalyzerRow, ExaminedPlace, UnresolvedSink } from './analyzer.ts';
import type { IndexedFile } from './file-index.ts';
import type { Snapshot } from './repository.ts';

export interface AssignedFile extends IndexedFile {
  /** Priority tier 1..4 (PRIORITY-01..04). */
  readonly tier: number;
  /** How many findings of this file the host recorded from this agent in earlier waves. */
  readonly recorded: number;
  /** Lines that reached this agent in earlier waves. */
  readonly delivered?: readonly LineRange[];
}

/** A file this agent need not be given: it has reviewed it before, under the same conditions. */
export interface CachedFile {
  readonly file: AssignedFile;
  readonly review: CachedReview;
}

/** One agent's task in one wave. Files come in the order in which they are to be reviewed. */
export interface Assignment {
  readonly reviewer: ReviewerProfile;
  readonly round: number;
  readonly wave: number;
  readonly budgetTokens: number;
  readonly isolation: Isolation;
  readonly branchId: string | null;
  readonly files: readonly AssignedFile[];
  /** In a shared wave: the files whose text all agents have before them (REV-06). */
  readonly shared?: readonly AssignedFile[];
  /** Reviewed in an earlier run; not among `files`. */
  readonly recalled?: readonly CachedFile[];
  /** What analyzers look at, where that is more than `files`: they review cached files anew. */
  readonly analysed?: readonly AssignedFile[];
  /** True while a further wave may follow: then an agent at 0.80 takes no new file (HOST-15, HOST-16). */
  readonly mayContinue: boolean;
  /** In a second round: what others found and this agent is asked about (FACT-14). */
  readonly others?: readonly SharedIssue[];
}

/** What an agent may use. */
export interface ReviewTools {
  readonly snapshot: Snapshot;
  readonly account: Account;
  /** Opened when first used: reviewers without a context never do. */
  readonly context: () => AgentTools;
}

/** What the host made of a finding. */
export type FindingResult =
  | { readonly kind: 'recorded'; readonly doubt: string | null }
  | { readonly kind: 'rejected' | 'homeless'; readonly reason: string }
  /** Too mild for the mode, or past the budget. */
  | { readonly kind: 'counted' | 'refused' };

export type ReviewEvent =
  /**
   * A finding; the host has charged and judged it before the driver is asked for the next event. `isPaid` where its words
   * were charged as they were written; `tell` learns what became of it.
   */
  | {
      readonly kind: 'finding';
      readonly finding: ClaimedFinding;
      readonly isPaid?: boolean;
      /** An analyzer found it, not the model. */
      readonly isAnalyzers?: boolean;
      /** Why it does not stand, where another analyzer looked into it: recorded as rejected, at no cost. */
      readonly refutation?: string;
      /** Why nobody could decide it: recorded as needing a person. */
      readonly question?: string;
      /** Which model said it, where it is not the one that was asked. */
      readonly model?: string;
      readonly tell?: (fate: FindingResult) => void;
    }
  /** Every in-scope line of the file was reviewed. */
  | { readonly kind: 'file-done'; readonly path: string }
  /** The file cannot be reviewed by this agent, now or in a later wave. */
  | {
      readonly kind: 'file-skipped';
      readonly path: string;
      readonly reason: 'no-analyzer' | 'no-model' | 'analyzer-failed' | 'unparsed' | 'unreadable';
      /** What stood in the way, where more is known than the reason. */
      readonly detail?: string;
    }
  | { readonly kind: 'analyzer'; readonly row: AnalyzerRow }
  /** Sinks of a file whose data could not be followed to its source; said before the file is done. An audit rates with them. */
  | { readonly kind: 'unresolved'; readonly sinks: readonly UnresolvedSink[] }
  /** What data flow says of places that were asked about; said before the file is done. */
  | { readonly kind: 'examined'; readonly places: readonly ExaminedPlace[] }
  /** Nothing happens for a while, and why. */
  | { readonly kind: 'waiting'; readonly message: string }
  | { readonly kind: 'outcome'; readonly outcome: ReviewOutcome };

export interface ReviewOutcome {
  readonly status: 'completed' | 'truncated' | 'failed';
  readonly cutoffReason: CutoffReason | null;
  /** The agent's own verdict, or null to have it derived from its findings. */
  readonly verdict: Verdict | null;
  readonly vetoReasons: readonly string[];
  readonly message: string | null;
  /** What it thinks of the findings of others it was shown. */
  readonly opinions?: readonly Opinion[];
  /** Of a reviewer of requirements: what it says of each, before anything is checked. */
  readonly requirements?: readonly ModelAnswer[];
  /** For the report, where the review went another way than usual. */
  readonly notes?: readonly string[];
  /** Answers that did not arrive whole. */
  readonly cuts?: readonly CutAnswer[];
  /** What the agent says of itself: kept with its run, never used (HOST-01). */
  readonly claimed?: AgentClaims | null;
  /** How often a model was asked, and which models answered. */
  readonly asked?: AskedModels;
}

/** With the model that gave it. */
export type ModelAnswer = RequirementAnswer & { readonly model: string };

export interface AskedModels {
  readonly calls: number;
  readonly models: readonly string[];
}

/** An answer that broke off, and what the recovery rules made of it (TRUNC-08..10). */
export interface CutAnswer {
  readonly severity: 'mild' | 'severe';
  /** Whole findings that were kept. */
  readonly kept: number;
  /** Findings known to be lost. */
  readonly lost: number;
  /** Begun and not usable, or of an answer that names no agent: to be looked at again (REV-25). */
  readonly needsReaudit: readonly Pick<Reaudit, 'id' | 'file'>[];
  /** The text as it arrived; out of results and coverage (HOST-05). */
  readonly raw: string;
}

/** What a driver is bound by beside the budgets of its agents; each null where nobody knows. */
export interface DriverLimits {
  /** Tokens of one conversation, instructions and answers included. */
  readonly windowTokens: number | null;
  /** Agents that can be at work at the same time; the others have not begun, so no time passes for them. */
  readonly slots: number | null;
  /** How long an agent may take, instead of what the run says. */
  readonly agentTimeoutMs: number | null;
}

/** Reviews one assignment. Ends with exactly one `outcome` event and never throws. */
export interface Driver {
  /** `embedded`, or provider and name of the model. */
  readonly name: string;
  /** Whether reading is charged to the agent's context; false for embedded reviewers (HOST-15). */
  readonly hasContext: boolean;
  /** `delivered`: a file is reviewed when its lines were delivered, whatever the driver says (HOST-10). */
  readonly coverage?: 'delivered';
  /** Absent where nothing is known. */
  readonly limits?: DriverLimits;
  /** Questions that a reviewer is asked about a shared scope, each about a part of its checklist; absent: one. */
  readonly passes?: (reviewer: ReviewerProfile) => number;
  /** In words, everything but the files that decides what it answers; absent where nothing of it is cached. */
  readonly question?: (reviewer: ReviewerProfile) => string;
  review(
    assignment: Assignment,
    tools: ReviewTools,
    ledger: LedgerView,
    signal: AbortSignal,
  ): AsyncIterable<ReviewEvent>;
}
