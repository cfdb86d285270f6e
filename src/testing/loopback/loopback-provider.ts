/**
 * Starts a model provider on 127.0.0.1 for tests that speaks Anthropic Messages, OpenAI Chat Completions and OpenAI Responses, and
 * answers from a script. Strict: a request nobody scripted and a reply nobody asked for are both reported. Real HTTP, real sockets.
 * Exported by testing/index.ts.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicWire } from './anthropic-wire.ts';
import { chatWire } from './chat-wire.ts';
import { responsesWire } from './responses-wire.ts';
import { type LoopbackReply, type LoopbackRequest, type LoopbackUsage, usageOf, type WireFormat } from './script.ts';
import { sendReply } from './send-reply.ts';
import type { Wire } from './wire.ts';

const WIRES: Readonly<Record<WireFormat, Wire>> = {
  'anthropic-messages': anthropicWire,
  'openai-chat': chatWire,
  'openai-responses': responsesWire,
};

export interface LoopbackProvider {
  /** `http://127.0.0.1:PORT/v1`, the base URL for every wire format. */
  readonly baseUrl: string;
  /** Keys and addresses of every provider we know that speaks one of the formats, to be used as an environment. Without second looks. */
  readonly environment: Readonly<Record<string, string>>;
  /** Every request in the order of arrival, scripted or not. */
  readonly requests: readonly LoopbackRequest[];
  /** What a provider would bill for all replies that began with status 200. */
  readonly billed: () => Required<LoopbackUsage>;
  /** Appends replies to the script. */
  enqueue(...replies: readonly LoopbackReply[]): void;
  /** Answers every request the script has no reply for, like a model that reads what it is asked. */
  otherwise(reply: (request: LoopbackRequest) => LoopbackReply): void;
  /** What the server says of itself at a path beside its API, such as `/props`; without this it says nothing. */
  publish(path: string, answer: object): void;
  /** What went against the script: requests nobody expected, checks that failed, replies nobody asked for. */
  problems(): readonly string[];
  /** Throws where there are problems. */
  assertPlayed(): void;
  /** Ends every connection. */
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
  } catch {
    return null;
  }
}

const findFormat = (path: string): WireFormat | null =>
  (Object.keys(WIRES) as WireFormat[]).find((format) => WIRES[format].paths.includes(path)) ?? null;

const hasStreamed = ({ fault }: LoopbackReply): boolean =>
  fault === undefined || ['reset', 'stall', 'error-event', 'no-finish', 'garbage'].includes(fault.kind);

function sumBill(replies: readonly LoopbackReply[]): Required<LoopbackUsage> {
  const sum = { inputTokens: 0, cachedInputTokens: 0, cacheWriteInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };
  for (const reply of replies.filter(hasStreamed)) {
    const usage = usageOf(reply);
    sum.inputTokens += usage.inputTokens;
    sum.cachedInputTokens += usage.cachedInputTokens ?? 0;
    sum.cacheWriteInputTokens += usage.cacheWriteInputTokens ?? 0;
    sum.outputTokens += usage.outputTokens;
    sum.reasoningTokens += usage.reasoningTokens ?? 0;
  }
  return sum;
}

const createEnvironment = (baseUrl: string): Readonly<Record<string, string>> => ({
  ANTHROPIC_API_KEY: 'loopback-key',
  ANTHROPIC_BASE_URL: baseUrl,
  OPENAI_API_KEY: 'loopback-key',
  OPENAI_BASE_URL: baseUrl,
  OPENAI_COMPATIBLE_BASE_URL: baseUrl,
  ...Object.fromEntries(
    ['OPENROUTER', 'MISTRAL', 'GROQ', 'XAI', 'AZURE'].flatMap((name) => [
      [`${name}_API_KEY`, 'loopback-key'],
      [`${name}_BASE_URL`, baseUrl],
    ]),
  ),
  VERTEX_ACCESS_TOKEN: 'loopback-key',
  VERTEX_BASE_URL: baseUrl,
  OLLAMA_BASE_URL: baseUrl,
  LMSTUDIO_BASE_URL: baseUrl,
  VLLM_BASE_URL: baseUrl,
  LLAMACPP_BASE_URL: baseUrl,
  // A second look at what a script claims would be a question that nobody scripted.
  CONSENSUS_REVIEW_VERIFY: 'never',
});

/** Where servers for local models say what they are; asked before a run, and no part of any script. */
const PUBLISHED = new Set(['/props', '/api/show', '/api/ps', '/v1/models', '/api/v1/models', '/api/v0/models']);

/** An address that no resolver knows, for the failure of name resolution. */
export const UNRESOLVABLE_BASE_URL = 'http://provider.invalid/v1';

/** Models of the three wire formats, as `--model` names them. */
export const LOOPBACK_MODELS: Readonly<Record<WireFormat, string>> = {
  'anthropic-messages': 'anthropic/loopback',
  'openai-chat': 'openai-compatible/loopback',
  'openai-responses': 'openai/loopback',
};

export async function startLoopbackProvider(...script: readonly LoopbackReply[]): Promise<LoopbackProvider> {
  const open = [...script];
  const played: LoopbackReply[] = [];
  const requests: LoopbackRequest[] = [];
  const problems: string[] = [];
  const published = new Map<string, object>();
  let improvise: ((request: LoopbackRequest) => LoopbackReply) | null = null;

  const takeReply = (request: LoopbackRequest): LoopbackReply | null => {
    const index = open.findIndex((reply) => reply.when?.(request) ?? true);
    const scripted = index < 0 ? improvise?.(request) : open.splice(index, 1)[0];
    if (scripted === undefined) return null;
    const reply = scripted.replyFor?.(request) ?? scripted;
    played.push(reply);
    const problem = scripted.check?.(request) ?? null;
    if (problem !== null) problems.push(`request ${requests.length}: ${problem}`);
    return reply.textFor === undefined ? reply : { ...reply, text: reply.textFor(request) };
  };

  const refuse = (response: ServerResponse, problem: string): void => {
    problems.push(problem);
    const body = JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: problem } });
    response.writeHead(400, { 'content-type': 'application/json' }).end(body);
  };

  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(message.url ?? '/', 'http://127.0.0.1').pathname;
    const format = findFormat(path);
    const body = await readBody(message);
    if (PUBLISHED.has(path)) {
      const page = published.get(path);
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify(page ?? { error: 'not found' }));
    }
    if (format === null || body === null || message.method !== 'POST') {
      return refuse(response, `loopback: ${message.method} ${path} is not part of any wire format`);
    }
    const request: LoopbackRequest = {
      format,
      model: String(body.model ?? ''),
      isStreaming: body.stream === true,
      body,
      headers: Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, String(value)])),
      atMs: Date.now(),
    };
    requests.push(request);
    const reply = takeReply(request);
    if (reply === null) return refuse(response, `loopback: request ${requests.length} (${format}) was not scripted`);
    await sendReply(response, reply, WIRES[format], request).finally(() => reply.onEnd?.());
  };

  const server = createServer((message, response) => {
    response.on('error', () => undefined);
    answer(message, response).catch((error: unknown) => {
      if (!response.destroyed) problems.push(`loopback: ${String(error)}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const listProblems = (): readonly string[] => [
    ...problems,
    ...(open.length === 0 ? [] : [`loopback: ${open.length} scripted replies were never asked for`]),
  ];

  return {
    baseUrl,
    environment: createEnvironment(baseUrl),
    requests,
    billed: () => sumBill(played),
    enqueue: (...replies) => void open.push(...replies),
    otherwise(reply) {
      improvise = reply;
    },
    publish: (path, page) => void published.set(path, page),
    problems: listProblems,
    assertPlayed() {
      const found = listProblems();
      if (found.length > 0) throw new Error(found.join('\n'));
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
