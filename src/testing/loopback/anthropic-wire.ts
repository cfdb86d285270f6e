/**
 * Encodes scripted replies in the wire format of Anthropic Messages (streams, whole answers, errors), for the loopback provider of
 * tests (loopback-provider.ts).
 */
import { callIdOf, finishOf, type LoopbackReply, splitArguments, splitText, usageOf, writeUsage } from './script.ts';
import { sse, type Wire, type WireError, type WireEvent } from './wire.ts';

const STOP_REASONS = {
  stop: 'end_turn',
  'tool-calls': 'tool_use',
  length: 'max_tokens',
  filter: 'refusal',
  refusal: 'refusal',
} as const;

function readFigures(reply: LoopbackReply): Record<string, number> {
  const { inputTokens, cachedInputTokens = 0, cacheWriteInputTokens = 0 } = usageOf(reply);
  return {
    input_tokens: inputTokens - cachedInputTokens - cacheWriteInputTokens,
    cache_read_input_tokens: cachedInputTokens,
    cache_creation_input_tokens: cacheWriteInputTokens,
  };
}

const writtenOf = (reply: LoopbackReply): Readonly<Record<string, unknown>> => {
  const { outputTokens, reasoningTokens } = usageOf(reply);
  return {
    output_tokens: outputTokens,
    ...(reasoningTokens === undefined ? {} : { output_tokens_details: { thinking_tokens: reasoningTokens } }),
  };
};

const frame = (kind: WireEvent['kind'], type: string, rest: string): WireEvent => ({
  kind,
  data: sse(`{"type":"${type}"${rest === '' ? '' : `,${rest}`}}`, type),
});

function* encodeThoughts({ thoughts }: LoopbackReply): Generator<WireEvent> {
  if (thoughts === undefined) return;
  const at = '"index":100';
  yield frame('frame', 'content_block_start', `${at},"content_block":{"type":"thinking","thinking":"","signature":""}`);
  const delta = JSON.stringify({ type: 'thinking_delta', thinking: thoughts });
  yield frame('frame', 'content_block_delta', `${at},"delta":${delta}`);
  const signature = JSON.stringify({ type: 'signature_delta', signature: `signature of ${thoughts}` });
  yield frame('frame', 'content_block_delta', `${at},"delta":${signature}`);
  yield frame('frame', 'content_block_stop', at);
}

function* encodeCalls(reply: LoopbackReply): Generator<WireEvent> {
  for (const [index, call] of (reply.toolCalls ?? []).entries()) {
    const at = `"index":${index + 1}`;
    const id = callIdOf(call, index);
    const block = JSON.stringify({ type: 'tool_use', id, name: call.name, input: {} });
    yield frame('frame', 'content_block_start', `${at},"content_block":${block}`);
    for (const piece of splitArguments(reply, call)) {
      const delta = JSON.stringify({ type: 'input_json_delta', partial_json: piece });
      yield frame('frame', 'content_block_delta', `${at},"delta":${delta}`);
    }
    yield frame('frame', 'content_block_stop', at);
  }
}

function* encodeStream(reply: LoopbackReply, model: string): Generator<WireEvent> {
  const start = writeUsage(reply, { ...readFigures(reply), output_tokens: 1 });
  const usage = start === null ? '' : `,"usage":${start}`;
  const message = `"id":"msg_1","type":"message","role":"assistant","model":${JSON.stringify(model)}`;
  yield frame(
    'frame',
    'message_start',
    `"message":{${message},"content":[],"stop_reason":null,"stop_sequence":null${usage}}`,
  );
  yield* encodeThoughts(reply);
  if ((reply.text ?? '') !== '') {
    yield frame('frame', 'content_block_start', '"index":0,"content_block":{"type":"text","text":""}');
    yield frame('frame', 'ping', '');
    for (const piece of splitText(reply)) {
      const delta = JSON.stringify({ type: 'text_delta', text: piece });
      yield frame('text', 'content_block_delta', `"index":0,"delta":${delta}`);
    }
    yield frame('frame', 'content_block_stop', '"index":0');
  }
  yield* encodeCalls(reply);
  const end = writeUsage(reply, writtenOf(reply));
  const stop = `"delta":{"stop_reason":"${STOP_REASONS[finishOf(reply)]}","stop_sequence":null}`;
  yield frame('finish', 'message_delta', `${stop}${end === null ? '' : `,"usage":${end}`}`);
  yield frame('finish', 'message_stop', '');
}

function encodeAnswer(reply: LoopbackReply, model: string): string {
  const text = [...splitText(reply)].join('');
  const usage = writeUsage(reply, { ...readFigures(reply), ...writtenOf(reply) });
  const calls = (reply.toolCalls ?? []).map((call, index) => ({
    type: 'tool_use',
    id: callIdOf(call, index),
    name: call.name,
    input: typeof call.input === 'string' ? {} : call.input,
  }));
  const body = JSON.stringify({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [...(text === '' ? [] : [{ type: 'text', text }]), ...calls],
    stop_reason: STOP_REASONS[finishOf(reply)],
    stop_sequence: null,
  });
  return usage === null ? body : `${body.slice(0, -1)},"usage":${usage}}`;
}

const encodeError = ({ code, message }: WireError): string =>
  JSON.stringify({ type: 'error', error: { type: code, message } });

export const anthropicWire: Wire = {
  paths: ['/v1/messages'],
  encodeStream,
  encodeAnswer,
  encodeError,
  encodeErrorEvent: (error) => sse(encodeError(error), 'error'),
  errors: {
    rateLimit: { status: 429, code: 'rate_limit_error', message: 'Number of requests has exceeded your rate limit.' },
    overloaded: { status: 529, code: 'overloaded_error', message: 'Overloaded' },
    serverError: { status: 500, code: 'api_error', message: 'Internal server error' },
    contextExceeded: {
      status: 400,
      code: 'invalid_request_error',
      message: 'prompt is too long: 213462 tokens > 200000 maximum',
    },
  },
};
