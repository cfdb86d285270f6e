/**
 * Maps a provider's error (status, code, message) or finish reason to one of our kinds of ending (turn-outcome.ts); an unknown
 * one becomes `failed` or `malformed`, never an answer. Called by models/create-model.ts.
 */
import type { FailureReason, TurnEnd } from './turn-outcome.ts';

/** An error as the wire showed it: before the stream (with a status) or inside it. */
export interface TurnProblem {
  readonly status: number | null;
  /** Error codes and types of the body or of the socket, in one line. */
  readonly code: string;
  readonly message: string;
  readonly retryAfterMs: number | null;
}

type Unadvised = Exclude<TurnEnd, { kind: 'failed' } | { kind: 'replied' }>;

/** `failed` without advice: who calls knows the names of the variables. */
export type ClassifiedProblem =
  | Unadvised
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly message: string };

const CONTEXT_EXCEEDED = [
  /context_length_exceeded|exceed_context_size|request_too_large|string_above_max_length/u,
  /prompt is too long|input is too long|input length and .?max_tokens.? exceed|too many input tokens/iu,
  /maximum context length|exceeds? the (?:available |model'?s? )?(?:maximum )?context|context (?:window|size|length) (?:of|is|exceed)/iu,
  /input token count.{0,40}exceeds? the maximum|exceeds? the maximum number of (?:input )?tokens/iu,
  /context (?:the )?overflows?/iu,
];
/** One request above the tokens of a whole minute: waiting does not help. */
const REQUEST_TOO_LARGE = /request too large for/iu;
const FILTERED =
  /content_filter|content_policy|responsibleaipolicy|guardrail|blocked by (?:our|the) (?:content|safety)/iu;
const QUOTA = /insufficient_quota|billing|credit balance|exceeded your current quota|payment required/iu;
const NO_TOOLS =
  /(?:does not|doesn't|not) support (?:tools?|function call|tool (?:use|call|choice))|tool.{0,30}not supported|requires --enable-auto-tool-choice|--jinja flag/iu;
const RATE_LIMITED = /rate_?limit|too_?many_?requests|throttl|resource_?exhausted/iu;
const OVERLOADED =
  /overload|unavailable|server_?error|internal_?(?:server)?_?(?:error|exception)|api_error|capacity|modelstreamerror/iu;
const TIMED_OUT = /time_?d?_?out|deadline_exceeded|ETIMEDOUT|UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT/iu;
const DISCONNECTED =
  /ECONN|EPIPE|ENOTFOUND|EAI_|ENETUNREACH|EHOSTUNREACH|UND_ERR_SOCKET|terminated|socket hang up|cannot connect|other side closed|fetch failed|without a finish|stream (?:was )?(?:aborted|closed|interrupted)|ERR_SSL|CERT_/iu;

const FAILURE_BY_STATUS: Readonly<Record<number, FailureReason>> = {
  401: 'auth',
  402: 'quota',
  403: 'permission',
  404: 'unknown-model',
};
const FAILURE_BY_CODE: readonly (readonly [RegExp, FailureReason])[] = [
  [/authentication|invalid_api_key|unauthenticated|unrecognizedclient|invalidsignature/iu, 'auth'],
  [/permission|access_?denied|forbidden/iu, 'permission'],
  [/not_?found|model_not_found/iu, 'unknown-model'],
];

const isContextExceeded = (text: string): boolean =>
  REQUEST_TOO_LARGE.test(text) || CONTEXT_EXCEEDED.some((pattern) => pattern.test(text));

const isRetryableStatus = (status: number): boolean => status >= 500 || status === 409 || status === 425;

/** Endings that hold whatever the status: size, filter, money, tools. */
function classifyByText({ code, message, status, retryAfterMs }: TurnProblem): ClassifiedProblem | null {
  const text = `${code} ${message}`;
  const isClientError = status === null || status < 500;
  // A limit that names its end is a matter of time, whatever else the message says of quotas and tokens.
  if (status === 429 && retryAfterMs !== null && !REQUEST_TOO_LARGE.test(text)) return null;
  if (status === 413 || (isClientError && isContextExceeded(text))) return { kind: 'context-exceeded', message };
  if (NO_TOOLS.test(text)) return { kind: 'failed', reason: 'no-tools', message };
  if (!isClientError) return null;
  if (QUOTA.test(text)) return { kind: 'failed', reason: 'quota', message };
  if (FILTERED.test(text)) return { kind: 'filtered', message };
  return null;
}

function classifyByStatus({ status, message, retryAfterMs }: TurnProblem): ClassifiedProblem | null {
  if (status === null || status < 300) return null;
  if (status === 429) return { kind: 'rate-limited', retryAfterMs, message };
  if (status === 408 || status === 504) return { kind: 'timed-out', message };
  if (isRetryableStatus(status)) return { kind: 'overloaded', retryAfterMs, message };
  if (status < 400) return { kind: 'failed', reason: 'redirected', message };
  return { kind: 'failed', reason: FAILURE_BY_STATUS[status] ?? 'bad-request', message };
}

function classifyByCode({ code, message, retryAfterMs }: TurnProblem): ClassifiedProblem {
  const text = `${code} ${message}`;
  if (RATE_LIMITED.test(code)) return { kind: 'rate-limited', retryAfterMs, message };
  if (TIMED_OUT.test(code)) return { kind: 'timed-out', message };
  if (DISCONNECTED.test(text)) return { kind: 'disconnected', message };
  if (OVERLOADED.test(code)) return { kind: 'overloaded', retryAfterMs, message };
  const reason = FAILURE_BY_CODE.find(([pattern]) => pattern.test(code))?.[1];
  if (reason !== undefined) return { kind: 'failed', reason, message };
  if (/invalid_request|bad_request|validation/iu.test(code)) return { kind: 'failed', reason: 'bad-request', message };
  if (OVERLOADED.test(message)) return { kind: 'overloaded', retryAfterMs, message };
  return { kind: 'malformed', message };
}

export function classifyProblem(problem: TurnProblem): ClassifiedProblem {
  return classifyByText(problem) ?? classifyByStatus(problem) ?? classifyByCode(problem);
}

export interface ReportedFinish {
  /** `stop`, `tool-calls`, `length`, `content-filter`, `error`, `other` or anything a later version may say. */
  readonly unified: string;
  /** The provider's own word, where it gave one. */
  readonly raw: string | null;
}

/** A refusal is the model's own; a filter stands before or behind it. Providers that only say "it stopped" refused. */
const REFUSAL_WORDS = new Set([null, 'refusal', 'stop', 'completed', 'end_turn']);

const CUT_OFF = { kind: 'disconnected', message: 'the stream ended before the answer was finished' } as const;

/** The ending a finished stream has; null where it is a normal one. */
export function classifyFinish({ unified, raw }: ReportedFinish): ClassifiedProblem | null {
  const word = raw ?? unified;
  switch (unified) {
    case 'stop':
    case 'tool-calls':
      return null;
    case 'length':
      return { kind: 'truncated', message: `the model stopped at its output limit (${word})` };
    case 'content-filter':
      return REFUSAL_WORDS.has(raw)
        ? { kind: 'refused', message: 'the model refused to answer' }
        : { kind: 'filtered', message: `the provider's filter stopped the answer (${word})` };
    case 'interrupted':
      return CUT_OFF;
    case 'other':
      // No word at all: nobody said that the answer is finished.
      return raw === null ? CUT_OFF : { kind: 'malformed', message: `the stream finished with ${word}` };
    default:
      return { kind: 'malformed', message: `the stream finished with an unknown reason (${word})` };
  }
}
