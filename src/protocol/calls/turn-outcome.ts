/**
 * Defines the type of how one model call ended (TurnOutcome): `replied` is the only answer, every other kind is a failure with
 * what had arrived before. Plain JSON, so that a recording can be replayed. Made in models/ and mcp/host/, read by runs/ and
 * reviewers/model/.
 */

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** Tokens as the provider bills them. `inputTokens` is everything sent; the two below it are parts of it. */
export interface TurnUsage {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheWriteInputTokens: number;
  readonly outputTokens: number;
  /** Of the output: thoughts, whether they were sent or not; absent where the provider does not say. */
  readonly reasoningTokens?: number;
  /** True where the provider never reported the end: then the output is the most it may have written. */
  readonly isEstimated: boolean;
}

export type ToolInput =
  | { readonly kind: 'json'; readonly value: JsonValue }
  /** The model wrote arguments that are not JSON; to be answered with an error, never guessed at. */
  | { readonly kind: 'invalid'; readonly text: string };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: ToolInput;
}

export type FailureReason =
  | 'auth'
  | 'permission'
  | 'unknown-model'
  | 'quota'
  | 'no-tools'
  | 'redirected'
  | 'bad-request'
  | 'defect';

/** What of an answer can be more than is read of it. */
export type AnswerBound =
  | 'header'
  | 'interim'
  | 'body'
  | 'unpacked'
  | 'line'
  | 'event'
  | 'events'
  | 'depth'
  | 'tool-calls'
  | 'output';

/** What was there when the call ended. */
export interface TurnReceipt {
  readonly text: string;
  /** Calls whose arguments arrived whole. */
  readonly toolCalls: readonly ToolCall[];
  /** Null where the provider did not say, or said something that cannot be: then the claim is booked, never 0. */
  readonly usage: TurnUsage | null;
  /** False only where the provider cannot have begun: an error status instead of a stream, or no connection at all. */
  readonly mayBeBilled: boolean;
}

/** The ending alone, without what arrived. */
export type TurnEnd =
  | {
      readonly kind: 'replied';
      readonly finish: 'stop' | 'tool-calls';
      /** The provider's own form of this reply, to be handed back unchanged in the assistant message; else null. */
      readonly continuation: JsonValue | null;
      /** It was made before all of the question had been given to whoever answered. */
      readonly isUnread?: true;
    }
  | { readonly kind: 'rate-limited' | 'overloaded'; readonly retryAfterMs: number | null; readonly message: string }
  | {
      readonly kind:
        | 'truncated'
        | 'refused'
        | 'filtered'
        | 'timed-out'
        | 'stalled'
        | 'disconnected'
        | 'malformed'
        | 'context-exceeded'
        | 'aborted';
      readonly message: string;
    }
  /** More, larger or deeper than an answer may be: it was cut there, and asking again does not help. */
  | { readonly kind: 'overrun'; readonly bound: AnswerBound; readonly message: string }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly message: string; readonly advice: string };

export type TurnOutcome = TurnReceipt & TurnEnd;

export type TurnOutcomeKind = TurnOutcome['kind'];

export const NOTHING_RECEIVED: TurnReceipt = { text: '', toolCalls: [], usage: null, mayBeBilled: false };
