/** The real Claude Code with a scripted model on loopback, in folders of its own: what it asks the model, and what it prints. */
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import {
  type Block,
  type HostPlace,
  type LoopbackModel,
  runHost,
  startLoopbackModel,
  type ToolStep,
} from './loopback-model.ts';

export const CLAUDE = join(import.meta.dirname, '../../.cache/claude/node_modules/.bin/claude');

interface ContentBlock {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly tool_use_id?: string;
  readonly content?: unknown;
  readonly is_error?: boolean;
  readonly input?: unknown;
}

export interface ModelRequest {
  readonly tools?: readonly { readonly name: string }[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly ContentBlock[] }[];
}

export const toolsOf = ({ tools = [] }: ModelRequest): readonly string[] => tools.map(({ name }) => name);

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? (content as readonly ContentBlock[]).map(({ text }) => text ?? '').join('')
      : '';

/** Everything that was said to the model, results of tools apart. */
export const allText = ({ messages }: ModelRequest): string =>
  messages.map(({ content }) => textOf(content)).join('\n');

/** The tool calls of a conversation with their results, oldest first. */
export function stepsOf({ messages }: ModelRequest): readonly ToolStep[] {
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  const results = new Map(
    blocks.filter(({ type }) => type === 'tool_result').map((block) => [block.tool_use_id, block]),
  );
  return blocks.flatMap(({ type, id, name = '', input }) => {
    const result = type === 'tool_use' ? results.get(id) : undefined;
    if (result === undefined) return [];
    const isError = result.is_error === true;
    return [{ name, input: input as ToolStep['input'], text: textOf(result.content), isError }];
  });
}

let uses = 0;

function stream(response: ServerResponse, content: readonly Block[]): void {
  const send = (type: string, fields: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', content: [], usage };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  send('message_start', { message });
  for (const [index, block] of content.entries()) {
    const isText = block.type === 'text';
    uses += 1;
    const start = isText ? { type: 'text', text: '' } : { ...block, id: `toolu_${uses}`, input: {} };
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    send('content_block_start', { index, content_block: start });
    send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  }
  const isCall = content.some(({ type }) => type === 'tool_use');
  send('message_delta', { delta: { stop_reason: isCall ? 'tool_use' : 'end_turn' }, usage });
  send('message_stop', {});
  response.end();
}

/** Speaks the Messages API. */
export const startScriptedModel = (
  answer: (request: ModelRequest) => readonly Block[],
): Promise<LoopbackModel<ModelRequest>> =>
  startLoopbackModel(/^\/v1\/messages(?:\?|$)/u, (request, response) => stream(response, answer(request)));

/** Everything the host prints. */
export const runClaude = (place: HostPlace, args: readonly string[]): Promise<string> =>
  runHost(CLAUDE, place, args, 240_000);
