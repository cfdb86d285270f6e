/** What a conversation with a model is made of: the question it may ask, what it knows, how far it has come. */
import type { CallResult, ModelMessage, ToolDescription } from '../../model-port.ts';
import type { Assignment, LedgerView, ReviewTools, TokenCounter } from '../../ports.ts';
import type { Thresholds } from '../../protocol/thresholds.ts';

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
  /** Before every attempt: who is asked now. Text of an attempt before it is lost; it begins again. */
  readonly onAttempt: (model: string) => void;
}

/** Asks the model, with retries, and claims the worst case of every attempt before it is made. */
export type AskModel = (question: Question, signal: AbortSignal) => Promise<CallResult>;

export interface Conversation extends ModelDesk {
  readonly counter: TokenCounter;
  readonly thresholds: Thresholds;
  readonly hasTools: boolean;
  readonly system: string;
  readonly endMarker: string;
  readonly nonce: string;
  /** The most the model can write in one turn. */
  readonly maxOutputTokens: number;
  readonly messages: ModelMessage[];
}

export interface Progress {
  nudges: number;
  toldToReturn: boolean;
  findings: number;
}
