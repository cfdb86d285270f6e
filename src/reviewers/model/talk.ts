/** What a conversation with a model is made of: the question it may ask, what it knows, how far it has come. */

import type { LedgerView } from '../../ports/agent-tools.ts';
import type { Assignment, ReviewOutcome, ReviewTools } from '../../ports/driver.ts';
import type { TokenCounter } from '../../ports/file-index.ts';
import type { CallResult, ModelMessage, ToolDescription } from '../../ports/model.ts';
import type { Thresholds } from '../../protocol/budget/thresholds.ts';
import type { AgentClaims } from '../../protocol/output/agent-claims.ts';

/** Everything one assignment is worked on with. */
export interface ModelDesk {
  readonly assignment: Assignment;
  readonly tools: ReviewTools;
  readonly ledger: LedgerView;
  readonly signal: AbortSignal;
  readonly ask: AskModel;
}

export interface Question {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolDescription[];
  readonly maxOutputTokens: number;
  readonly onText: (chunk: string) => void;
  /** Before the wait for another attempt: why, and for how long. */
  readonly onWait?: (message: string) => void;
  /** Before every attempt: who is asked now. Text of an attempt before it is lost; it begins again. */
  readonly onAttempt: (model: string) => void;
}

/** Asks the model, with retries, and claims the worst case of every attempt before it is made. */
export type AskModel = (question: Question, signal: AbortSignal) => Promise<CallResult>;

export interface Conversation extends ModelDesk {
  readonly counter: TokenCounter;
  readonly thresholds: Thresholds;
  readonly hasTools: boolean;
  /** For a model without tools: the next file, or null where there is none for it now. */
  readonly feedNext: () => Promise<string | null>;
  readonly system: string;
  readonly endMarker: string;
  readonly nonce: string;
  /** The most the model can write in one turn. */
  readonly maxOutputTokens: number;
  readonly messages: ModelMessage[];
  /** An agent that goes on longer is going in circles. */
  readonly maxTurns: number;
  /** Of a reduced retry; null where there is no limit (TRUNC-12). */
  readonly maxFindings: number | null;
}

export interface Progress {
  nudges: number;
  toldToReturn: boolean;
  toldToCompress: boolean;
  findings: number;
  /** Beyond the limit of a reduced retry. */
  refused: number;
  reminders: number;
  /** What it said of itself at the end of every result. */
  readonly claims: (AgentClaims & { readonly model: string })[];
  /** Who answers now; null before the first question. */
  model: string | null;
}

/** How a conversation ended, and whether another one could do better. */
export interface TalkEnd {
  readonly outcome: ReviewOutcome;
  /** `context`: it did not fit the model. `severe`: nothing usable arrived (TRUNC-10). `no-tools`: the model has none. */
  readonly retry: 'context' | 'severe' | 'no-tools' | null;
}
