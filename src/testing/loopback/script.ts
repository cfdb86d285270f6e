/**
 * Declares what the loopback provider is told to answer: replies in order, each with its text, tool calls, usage, pace and fault; and
 * helpers that cut them into pieces. Plain data, the same for every wire format. Used by loopback-provider.ts and the `*-wire.ts`
 * files.
 */

export const WIRE_FORMATS = ['anthropic-messages', 'openai-chat', 'openai-responses'] as const;

export type WireFormat = (typeof WIRE_FORMATS)[number];

/** A request as it arrived. */
export interface LoopbackRequest {
  readonly format: WireFormat;
  readonly model: string;
  readonly isStreaming: boolean;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

export interface LoopbackUsage {
  /** Everything sent, cached tokens included. */
  readonly inputTokens: number;
  readonly cachedInputTokens?: number;
  readonly cacheWriteInputTokens?: number;
  readonly outputTokens: number;
  /** Of the output. */
  readonly reasoningTokens?: number;
}

export interface LoopbackToolCall {
  readonly name: string;
  /** An object, or text that is sent as it is, JSON or not. */
  readonly input: object | string;
  readonly id?: string;
}

/** `atByte` counts bytes of the answer's body, headers not included. */
export type LoopbackFault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfter?: string;
      readonly message?: string;
      readonly code?: string;
    }
  /** Retry-After as seconds, as a date that many milliseconds ahead, or not at all. */
  | { readonly kind: 'rate-limit'; readonly retryAfterSeconds?: number; readonly retryAtMs?: number }
  | { readonly kind: 'overloaded' }
  | { readonly kind: 'server-error' }
  | { readonly kind: 'context-exceeded' }
  /** The connection is reset. */
  | { readonly kind: 'reset'; readonly atByte: number }
  /** Nothing more is sent, and the connection stays open. */
  | { readonly kind: 'stall'; readonly atByte: number }
  /** After status 200 and the first half of the text, an error event; the stream ends. */
  | { readonly kind: 'error-event'; readonly code?: string; readonly message?: string }
  /** The stream ends in order, but nothing says why the model stopped. */
  | { readonly kind: 'no-finish' }
  /** Events that are no JSON, in the middle of the text. */
  | { readonly kind: 'garbage' };

export interface LoopbackReply {
  readonly text?: string;
  /** Instead of `text`, where the answer depends on the question. */
  readonly textFor?: (request: LoopbackRequest) => string;
  /** Instead of everything else, where the whole reply depends on the question. */
  readonly replyFor?: (request: LoopbackRequest) => LoopbackReply;
  /** The text this many times over; made while it is sent, so that large answers need no memory. */
  readonly repeat?: number;
  /** What the model thinks before it writes, signed where the format signs thoughts (`signature of …`). */
  readonly thoughts?: string;
  readonly toolCalls?: readonly LoopbackToolCall[];
  /** Default: `tool-calls` where there are calls, else `stop`. */
  readonly finish?: 'stop' | 'tool-calls' | 'length' | 'filter' | 'refusal';
  /** What the provider bills, whether it says so or not. Default 100 in, 50 out. */
  readonly usage?: LoopbackUsage;
  /** How the usage is told. `nan` writes the word NaN where a number belongs. Default `reported`. */
  readonly usageOnWire?: 'reported' | 'missing' | 'nan';
  /** Characters per text event. Default 16. */
  readonly chunkChars?: number;
  /** Characters of arguments per event. Default: all of a call at once. */
  readonly argumentChars?: number;
  /** Before the first byte. */
  readonly latencyMs?: number;
  /** The first byte waits for it. */
  readonly until?: Promise<unknown>;
  /** Before every text event. */
  readonly chunkLatencyMs?: number;
  readonly fault?: LoopbackFault;
  /** Takes only requests for which this holds; replies without it take any. The first one that fits is used. */
  readonly when?: (request: LoopbackRequest) => boolean;
  /** Called when the answer has been sent, or the client has left. */
  readonly onEnd?: () => void;
  /** A sentence about what is wrong with the request, or null. Reported at the end. */
  readonly check?: (request: LoopbackRequest) => string | null;
}

export const DEFAULT_USAGE: LoopbackUsage = { inputTokens: 100, outputTokens: 50 };

export const usageOf = (reply: LoopbackReply): LoopbackUsage => reply.usage ?? DEFAULT_USAGE;

export const finishOf = (reply: LoopbackReply): NonNullable<LoopbackReply['finish']> =>
  reply.finish ?? ((reply.toolCalls ?? []).length > 0 ? 'tool-calls' : 'stop');

export const inputTextOf = ({ input }: LoopbackToolCall): string =>
  typeof input === 'string' ? input : JSON.stringify(input);

export const callIdOf = (call: LoopbackToolCall, index: number): string => call.id ?? `call_${index + 1}`;

/** The text in pieces, never all of it at once. */
export function* splitText(reply: LoopbackReply): Generator<string> {
  const text = reply.text ?? '';
  const size = Math.max(1, reply.chunkChars ?? 16);
  for (let round = 0; round < (reply.repeat ?? 1); round += 1) {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
}

/** The arguments of a call in the pieces in which they are sent. */
export function* splitArguments({ argumentChars }: LoopbackReply, call: LoopbackToolCall): Generator<string> {
  const text = inputTextOf(call);
  const size = argumentChars ?? Math.max(1, text.length);
  for (let at = 0; at === 0 || at < text.length; at += size) yield text.slice(at, at + size);
}

/** Usage figures as they go over the wire: numbers, the word NaN, or nothing. */
export function writeUsage(reply: LoopbackReply, figures: Readonly<Record<string, unknown>>): string | null {
  const how = reply.usageOnWire ?? 'reported';
  if (how === 'missing') return null;
  const json = JSON.stringify(figures);
  return how === 'nan' ? json.replace(/:\d+/gu, ':NaN') : json;
}
