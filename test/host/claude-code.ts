/** The real Claude Code with a scripted model on loopback, in folders of its own: what it asks the model, and what it prints. */
import { spawn } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

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

export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly name: string; readonly input: Readonly<Record<string, unknown>> };

export const say = (text: string): readonly Block[] => [{ type: 'text', text }];
export const use = (name: string, input: Readonly<Record<string, unknown>>): Block => ({
  type: 'tool_use',
  name,
  input,
});

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

export interface ToolStep {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly isError: boolean;
}

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

export interface ScriptedModel {
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  close(): void;
}

/** Speaks the Messages API; everything else that the host asks for is answered with nothing. */
export async function startScriptedModel(answer: (request: ModelRequest) => readonly Block[]): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      if (!/^\/v1\/messages(?:\?|$)/u.test(request.url ?? '')) return response.end('{}');
      const said: ModelRequest = JSON.parse(text);
      requests.push(said);
      try {
        return stream(response, answer(said));
      } catch (error) {
        // Said to the host, which would wait for minutes otherwise.
        const message = `the script of the model failed: ${String(error)}\n${text.slice(-2000)}`;
        response.statusCode = 400;
        return response.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => server.close(),
  };
}

export interface HostPlace {
  /** The project that is reviewed. */
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Everything the host prints. */
export async function runClaude({ root, env }: HostPlace, args: readonly string[]): Promise<string> {
  const host = spawn(CLAUDE, args, { cwd: root, env, timeout: 240_000 });
  host.stdin.end();
  let said = '';
  for (const out of [host.stdout, host.stderr]) {
    out.on('data', (chunk) => {
      said += chunk;
    });
  }
  await new Promise((resolve) => host.on('close', resolve));
  return said;
}
