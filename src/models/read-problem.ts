/**
 * Reads from whatever an SDK package threw or streamed as an error its status, codes of all causes, message and wait (a
 * TurnProblem). Goes by structure, not classes, as every package has its own. Called by create-model.ts; wire-watch.ts uses the
 * list of causes.
 */
import { readRetryAfter, readRetryHint } from '../protocol/calls/retry-after.ts';
import type { TurnProblem } from '../protocol/calls/turn-outcome-classify.ts';

const MAX_MESSAGE_CHARS = 500;
const MAX_CAUSES = 8;

type Fields = Readonly<Record<string, unknown>>;

const toFields = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null ? (value as Fields) : null;

const readString = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Codes and types of one error object and of the error inside its body. */
function listCodes(fields: Fields): string[] {
  const data = toFields(fields.data);
  const nested = [fields.error, data, data?.error, toFields(data?.response)?.error].map(toFields);
  return [fields, ...nested]
    .flatMap((object) => [object?.code, object?.type, object?.status])
    .filter((value) => typeof value === 'string' && value !== 'error')
    .map(String);
}

export function listCauses(error: unknown): Fields[] {
  const causes: Fields[] = [];
  let current = toFields(error);
  while (current !== null && causes.length < MAX_CAUSES && !causes.includes(current)) {
    causes.push(current);
    current = toFields(current.cause);
  }
  return causes;
}

function readMessage(causes: readonly Fields[], error: unknown): string {
  const [first] = causes;
  if (first === undefined) return String(error);
  const nested = toFields(first.error);
  const own = readString(first.message) || readString(nested?.message);
  // `terminated` and the like say nothing: the innermost cause does.
  const inner = causes.length > 1 ? readString(causes.at(-1)?.message) : '';
  const message = own === '' ? inner : inner === '' || own.includes(inner) ? own : `${own} (${inner})`;
  // A refused connection has a code and no words.
  const socketCode = causes.flatMap(listCodes).find((code) => /^(?:E[A-Z_]{3,}|UND_ERR_\w+)$/u.test(code)) ?? '';
  if (socketCode !== '' && !message.includes(socketCode))
    return `${message.replace(/(?<![\s:])[\s:]+$/u, '')} (${socketCode})`;
  return message === '' ? 'the provider gave no reason' : message;
}

const NEVER_CONNECTED = /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT)$/u;

/** Whether no connection was made at all. */
export const isUnconnected = (error: unknown): boolean =>
  listCauses(error)
    .flatMap(listCodes)
    .some((code) => NEVER_CONNECTED.test(code));

/** Keys never reach a message, whatever a provider echoes. */
const hideKey = (text: string, apiKey: string | null): string =>
  apiKey === null || apiKey.length < 8 ? text : text.replaceAll(apiKey, '[key]');

export interface ProblemContext {
  readonly headers: Readonly<Record<string, string>>;
  readonly nowMs: number;
  readonly apiKey: string | null;
}

export function readProblem(error: unknown, context: ProblemContext): TurnProblem {
  const causes = listCauses(error);
  const status = causes.map((cause) => cause.statusCode).find((value) => typeof value === 'number') ?? null;
  const body = causes.map((cause) => readString(cause.responseBody)).find((text) => text !== '') ?? '';
  const message = readMessage(causes, error);
  const code = causes.flatMap((cause) => [...listCodes(cause), readString(cause.name)]).filter(Boolean);
  const headers = toFields(causes[0]?.responseHeaders) ?? context.headers;
  return {
    status: status as number | null,
    code: [...new Set(code)].join(' '),
    message: hideKey(message, context.apiKey).replace(/\s+/gu, ' ').trim().slice(0, MAX_MESSAGE_CHARS),
    retryAfterMs:
      readRetryAfter(headers as Readonly<Record<string, string>>, context.nowMs) ?? readRetryHint(`${message} ${body}`),
  };
}
