/**
 * The Model port: one streamed call of a language model that always ends in a TurnOutcome, without retry or budget
 * (models/create-model.ts, models/command-model.ts); and the ModelCaller port, which repeats calls
 * (models/create-model-caller.ts). Called by reviewers/model/.
 */

import type { JsonValue, ToolCall, TurnOutcome } from '../protocol/calls/turn-outcome.ts';
import type { ReasoningLevel } from '../protocol/config/config-names.ts';
import type { JournalledAttempt } from '../protocol/report/run-ledger.ts';

export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, an object at the top. */
  readonly inputSchema: { readonly [key: string]: JsonValue | undefined };
}

export interface ToolResult {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly text: string;
  readonly isError: boolean;
}

export type ModelMessage = (
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly toolCalls: readonly ToolCall[];
      /** As the outcome gave it; wins over text and calls for the provider that made it. */
      readonly continuation: JsonValue | null;
    }
  | { readonly role: 'tool'; readonly results: readonly ToolResult[] }
) & {
  /** Everything up to here will be sent again: the provider may keep it. At most the last three are used. */
  readonly endsCacheablePrefix?: boolean;
};

/** The form that a whole answer has to have: an object at the top. */
export interface AnswerSchema {
  readonly name: string;
  readonly schema: { readonly [key: string]: JsonValue | undefined };
}

/** What a model writes beside its text. */
export type HiddenKind = 'reasoning' | 'arguments';

export interface TurnRequest {
  readonly system: string;
  /** Whether system prompt and tools are shared by several calls. */
  readonly isSystemCacheable?: boolean;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolDescription[];
  /** Only where the model is known to keep to one, and without tools. */
  readonly answerSchema?: AnswerSchema;
  /** The same for every turn of one conversation, and nobody outside can guess it. For who answers turns one by one. */
  readonly conversation?: string;
  /** It is asked once more, with half of the work, because nothing of its first answer could be used. */
  readonly isReduced?: boolean;
  /** Bounds what a call can cost, so it is never left open. */
  readonly maxOutputTokens: number;
  /** Used where the model supports them. */
  readonly temperature?: number;
  readonly seed?: number;
  /** How much the model may think before it answers; absent: as the provider has it. */
  readonly reasoning?: ReasoningLevel;
  /** Longest silence on the wire, waiting for the first byte included. */
  readonly idleTimeoutMs: number;
  /** Longest time from the call to the end of the answer; absent: as for every provider. */
  readonly callTimeoutMs?: number;
  /** Longest wait for the first byte, where calls wait in a queue of the server; absent: as long as any silence. */
  readonly firstByteTimeoutMs?: number;
  /** Text as it arrives. After a failed attempt a repeated call begins again from the first word. */
  readonly onText?: (delta: string) => void;
  /** With every piece of the answer, how many bytes it had; what a packed answer unpacks to. */
  readonly onBytes?: (bytes: number) => void;
  /** Everything else that the model writes, as it arrives: it is paid for like text. Arguments count before they are whole. */
  readonly onHidden?: (delta: string, kind: HiddenKind) => void;
  /** A call whose arguments are whole. */
  readonly onToolCall?: (call: ToolCall) => void;
}

export interface Model {
  /** `provider/name`, as the user wrote it. */
  readonly name: string;
  readonly provider: string;
  /** Somebody else pays for its turns: one whose end nobody knows has cost this run nothing. */
  readonly isPaidElsewhere?: boolean;
  /** Never rejects. An abort by a timeout signal ends as `timed-out`, any other abort as `aborted`. */
  turn(request: TurnRequest, signal: AbortSignal): Promise<TurnOutcome>;
}

/** A number in [0, 1); injected so that tests and replays are deterministic. */
export type Random = () => number;

/** One call of the provider, as it ended. Every one of them is reported, so that every one is paid for. */
export interface ModelAttempt extends JournalledAttempt {
  /** 1 for the first call on this model. */
  readonly attempt: number;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** How long it will be until the next attempt on the same model; null where there is none. */
  readonly waitMs: number | null;
}

export interface ModelCall {
  readonly model: Model;
  /** Asked where time did not mend the first one; never after a refusal, a filter or a mistake of ours. */
  readonly fallback?: Model | null;
  readonly request: TurnRequest;
  readonly signal: AbortSignal;
  /** Asked before every attempt: the place to claim its worst case. False ends the call as `denied`. */
  readonly mayAttempt?: (attempt: {
    readonly model: string;
    readonly attempt: number;
    /** Nobody will be asked, so nothing is claimed. */
    readonly isFree?: boolean;
  }) => boolean | Promise<boolean>;
  readonly onAttempt?: (attempt: ModelAttempt) => void;
}

export type CallResult =
  | { readonly kind: 'ended'; readonly model: string; readonly attempts: number; readonly outcome: TurnOutcome }
  /** To be made again at that time; `outcome` is the last one, null where the provider was not even asked. */
  | {
      readonly kind: 'deferred';
      readonly model: string;
      readonly attempts: number;
      readonly resumeAtMs: number;
      readonly outcome: TurnOutcome | null;
    }
  | {
      readonly kind: 'denied';
      readonly model: string;
      /** Which limit was in the way, for people; absent where nobody knows. */
      readonly reason?: string;
      readonly attempts: number;
      readonly outcome: TurnOutcome | null;
    };

/** Calls models, and again where time can mend it. One per run: it remembers how each provider and model fares. */
export interface ModelCaller {
  call(call: ModelCall): Promise<CallResult>;
}
