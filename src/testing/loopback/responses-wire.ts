/**
 * Encodes scripted replies in the wire format of OpenAI Responses (streams, whole answers, errors), for the loopback provider of tests
 * (loopback-provider.ts).
 */

import { chatWire } from './chat-wire.ts';
import {
  callIdOf,
  finishOf,
  inputTextOf,
  type LoopbackReply,
  type LoopbackToolCall,
  splitArguments,
  splitText,
  usageOf,
  writeUsage,
} from './script.ts';
import { sse, type Wire, type WireError, type WireEvent } from './wire.ts';

function readFigures(reply: LoopbackReply): Record<string, unknown> {
  const { inputTokens, outputTokens, cachedInputTokens = 0, reasoningTokens = 0 } = usageOf(reply);
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedInputTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}

const INCOMPLETE: Readonly<Record<string, string>> = { length: 'max_output_tokens', filter: 'content_filter' };

const frame = (kind: WireEvent['kind'], type: string, rest: string): WireEvent => ({
  kind,
  data: sse(`{"type":"${type}","sequence_number":0,${rest}}`, type),
});

const toCallItem = (reply: LoopbackReply, index: number): Record<string, unknown> => {
  const call = (reply.toolCalls ?? [])[index];
  if (call === undefined) return {};
  const call_id = callIdOf(call, index);
  return {
    type: 'function_call',
    id: `fc_${index + 1}`,
    call_id,
    name: call.name,
    arguments: inputTextOf(call),
    status: 'completed',
  };
};

function* encodeThoughts({ thoughts }: LoopbackReply): Generator<WireEvent> {
  if (thoughts === undefined) return;
  const at = '"output_index":100';
  const item = { type: 'reasoning', id: 'rs_1', summary: [] };
  yield frame('frame', 'response.output_item.added', `${at},"item":${JSON.stringify(item)}`);
  const part = `${at},"item_id":"rs_1","summary_index":0`;
  const text = JSON.stringify(thoughts);
  yield frame('frame', 'response.reasoning_summary_part.added', `${part},"part":{"type":"summary_text","text":""}`);
  yield frame('frame', 'response.reasoning_summary_text.delta', `${part},"delta":${text}`);
  yield frame('frame', 'response.reasoning_summary_part.done', `${part},"part":{"type":"summary_text","text":${text}}`);
  const summary = [{ type: 'summary_text', text: thoughts }];
  const done = { ...item, summary, encrypted_content: `signature of ${thoughts}` };
  yield frame('frame', 'response.output_item.done', `${at},"item":${JSON.stringify(done)}`);
}

function* encodeCalls(reply: LoopbackReply): Generator<WireEvent> {
  for (const index of (reply.toolCalls ?? []).keys()) {
    const item = toCallItem(reply, index);
    const at = `"output_index":${index + 1}`;
    const added = JSON.stringify({ ...item, arguments: '', status: 'in_progress' });
    yield frame('frame', 'response.output_item.added', `${at},"item":${added}`);
    for (const piece of splitArguments(reply, (reply.toolCalls ?? [])[index] as LoopbackToolCall)) {
      const delta = JSON.stringify(piece);
      yield frame('frame', 'response.function_call_arguments.delta', `${at},"item_id":"${item.id}","delta":${delta}`);
    }
    const whole = JSON.stringify(item.arguments);
    yield frame('frame', 'response.function_call_arguments.done', `${at},"item_id":"${item.id}","arguments":${whole}`);
    yield frame('frame', 'response.output_item.done', `${at},"item":${JSON.stringify(item)}`);
  }
}

/** The end repeats no text: clients take it from the deltas, and an answer may be larger than memory. */
function encodeEnd(reply: LoopbackReply, head: string): WireEvent {
  const reason = INCOMPLETE[finishOf(reply)];
  const type = reason === undefined ? 'response.completed' : 'response.incomplete';
  const details = reason === undefined ? 'null' : JSON.stringify({ reason });
  const usage = writeUsage(reply, readFigures(reply));
  const status = reason === undefined ? 'completed' : 'incomplete';
  const rest = `"status":"${status}","incomplete_details":${details},"output":[]${usage === null ? '' : `,"usage":${usage}`}`;
  return frame('finish', type, `"response":{${head},${rest}}`);
}

function* encodeStream(reply: LoopbackReply, model: string): Generator<WireEvent> {
  const head = `"id":"resp_1","object":"response","created_at":1,"model":${JSON.stringify(model)}`;
  yield frame('frame', 'response.created', `"response":{${head},"status":"in_progress"}`);
  yield frame('frame', 'response.in_progress', `"response":{${head},"status":"in_progress"}`);
  yield* encodeThoughts(reply);
  if ((reply.text ?? '') !== '') {
    const at = '"output_index":0,"item_id":"msg_1","content_index":0';
    const item = '"output_index":0,"item":{"type":"message","id":"msg_1","role":"assistant"';
    yield frame('frame', 'response.output_item.added', `${item},"status":"in_progress","content":[]}`);
    const type = finishOf(reply) === 'refusal' ? 'response.refusal.delta' : 'response.output_text.delta';
    for (const piece of splitText(reply)) yield frame('text', type, `${at},"delta":${JSON.stringify(piece)}`);
    yield frame('frame', 'response.output_item.done', `${item},"status":"completed","content":[]}`);
  }
  yield* encodeCalls(reply);
  yield encodeEnd(reply, head);
}

function encodeAnswer(reply: LoopbackReply, model: string): string {
  const text = [...splitText(reply)].join('');
  const reason = INCOMPLETE[finishOf(reply)];
  const content = [
    finishOf(reply) === 'refusal' ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [] },
  ];
  const calls = [...(reply.toolCalls ?? []).keys()].map((index) => toCallItem(reply, index));
  const body = JSON.stringify({
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model,
    status: reason === undefined ? 'completed' : 'incomplete',
    incomplete_details: reason === undefined ? null : { reason },
    output: [
      ...(text === '' ? [] : [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }]),
      ...calls,
    ],
  });
  const usage = writeUsage(reply, readFigures(reply));
  return usage === null ? body : `${body.slice(0, -1)},"usage":${usage}}`;
}

const encodeErrorEvent = ({ code, message }: WireError): string =>
  sse(JSON.stringify({ type: 'error', sequence_number: 0, code, message, param: null }), 'error');

export const responsesWire: Wire = {
  paths: ['/v1/responses'],
  encodeStream,
  encodeAnswer,
  encodeError: chatWire.encodeError,
  encodeErrorEvent,
  errors: {
    ...chatWire.errors,
    contextExceeded: {
      status: 400,
      code: 'context_length_exceeded',
      message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
    },
  },
};
