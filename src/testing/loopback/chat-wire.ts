/**
 * Encodes scripted replies in the wire format of OpenAI Chat Completions, also of the servers that imitate it, for the loopback
 * provider of tests (loopback-provider.ts).
 */
import {
  callIdOf,
  finishOf,
  inputTextOf,
  type LoopbackReply,
  splitArguments,
  splitText,
  usageOf,
  writeUsage,
} from './script.ts';
import { sse, type Wire, type WireError, type WireEvent } from './wire.ts';

const FINISH_REASONS = {
  stop: 'stop',
  'tool-calls': 'tool_calls',
  length: 'length',
  filter: 'content_filter',
  refusal: 'stop',
} as const;

function readFigures(reply: LoopbackReply): Record<string, unknown> {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usageOf(reply);
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(reasoningTokens === undefined ? {} : { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
    ...(cachedInputTokens === undefined ? {} : { prompt_tokens_details: { cached_tokens: cachedInputTokens } }),
  };
}

/** The first piece of every call in one event, as servers send calls that they make at the same time; then the rest. */
function* listCallPieces(reply: LoopbackReply): Generator<object[]> {
  const calls = reply.toolCalls ?? [];
  const pieces = calls.map((call) => splitArguments(reply, call));
  yield calls.map((call, index) => ({
    index,
    id: callIdOf(call, index),
    type: 'function',
    function: { name: call.name, arguments: pieces[index]?.next().value ?? '' },
  }));
  for (const [index, rest] of pieces.entries())
    for (const piece of rest) yield [{ index, function: { arguments: piece } }];
}

const listCalls = (reply: LoopbackReply): object[] =>
  (reply.toolCalls ?? []).map((call, index) => ({
    index,
    id: callIdOf(call, index),
    type: 'function',
    function: { name: call.name, arguments: inputTextOf(call) },
  }));

function* encodeStream(reply: LoopbackReply, model: string): Generator<WireEvent> {
  const head = `"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":${JSON.stringify(model)}`;
  const chunk = (kind: WireEvent['kind'], delta: object, finish: string | null): WireEvent => ({
    kind,
    data: sse(`{${head},"choices":[${JSON.stringify({ index: 0, delta, finish_reason: finish })}]}`),
  });
  yield chunk('frame', { role: 'assistant', content: '' }, null);
  if (reply.thoughts !== undefined) yield chunk('frame', { reasoning_content: reply.thoughts }, null);
  const field = finishOf(reply) === 'refusal' ? 'refusal' : 'content';
  for (const piece of splitText(reply)) yield chunk('text', { [field]: piece }, null);
  if ((reply.toolCalls ?? []).length > 0)
    for (const pieces of listCallPieces(reply)) yield chunk('frame', { tool_calls: pieces }, null);
  yield chunk('finish', {}, FINISH_REASONS[finishOf(reply)]);
  const usage = writeUsage(reply, readFigures(reply));
  if (usage !== null) yield { kind: 'finish', data: sse(`{${head},"choices":[],"usage":${usage}}`) };
  yield { kind: 'finish', data: sse('[DONE]') };
}

function encodeAnswer(reply: LoopbackReply, model: string): string {
  const text = [...splitText(reply)].join('');
  const isRefusal = finishOf(reply) === 'refusal';
  const calls = listCalls(reply);
  const message = {
    role: 'assistant',
    content: isRefusal ? null : text,
    ...(isRefusal ? { refusal: text } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  const choices = [{ index: 0, message, finish_reason: FINISH_REASONS[finishOf(reply)] }];
  const body = JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model, choices });
  const usage = writeUsage(reply, readFigures(reply));
  return usage === null ? body : `${body.slice(0, -1)},"usage":${usage}}`;
}

const encodeError = ({ code, message }: WireError): string =>
  JSON.stringify({ error: { message, type: code, param: null, code } });

export const chatWire: Wire = {
  paths: ['/v1/chat/completions'],
  encodeStream,
  encodeAnswer,
  encodeError,
  encodeErrorEvent: (error) => sse(encodeError(error)),
  errors: {
    rateLimit: { status: 429, code: 'rate_limit_exceeded', message: 'Rate limit reached for requests' },
    overloaded: { status: 529, code: 'overloaded_error', message: 'The server is overloaded' },
    serverError: { status: 500, code: 'server_error', message: 'The server had an error' },
    contextExceeded: {
      status: 400,
      code: 'context_length_exceeded',
      message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
    },
  },
};
