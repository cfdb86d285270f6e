import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { ModelMessage, TurnRequest } from '../ports/model.ts';
import {
  LOOPBACK_MODELS,
  type LoopbackProvider,
  startLoopbackProvider,
} from '../testing/loopback/loopback-provider.ts';
import { type LoopbackReply, WIRE_FORMATS, type WireFormat } from '../testing/loopback/script.ts';
import { createSystemClock } from '../wiring/system.ts';
import { createModel } from './create-model.ts';
import { PROVIDERS } from './providers.ts';
import { toCallOptions } from './to-call-options.ts';

const TEXT = 'One two three four five six seven eight nine ten. '.repeat(4);
const signal = new AbortController().signal;
const clock = createSystemClock();

const request = (over: Partial<TurnRequest> = {}): TurnRequest => ({
  system: 'You review code.',
  messages: [{ role: 'user', text: 'Review this.' }],
  tools: [],
  maxOutputTokens: 500,
  idleTimeoutMs: 2000,
  ...over,
});

const READ_TOOL = {
  name: 'read_file',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function start(...script: LoopbackReply[]): Promise<LoopbackProvider> {
  const provider = await startLoopbackProvider(...script);
  open.push(provider);
  return provider;
}

const connect = (provider: LoopbackProvider, format: WireFormat) =>
  createModel(LOOPBACK_MODELS[format], { env: provider.environment, clock });

describe.each(WIRE_FORMATS)('%s', (format) => {
  test('a reply arrives whole, with its usage', async () => {
    const provider = await start({
      text: TEXT,
      usage: { inputTokens: 900, cachedInputTokens: 600, outputTokens: 77 },
    });
    expect(await connect(provider, format).turn(request(), signal)).toEqual({
      kind: 'replied',
      finish: 'stop',
      text: TEXT,
      toolCalls: [],
      usage: {
        inputTokens: 900,
        cachedInputTokens: 600,
        cacheWriteInputTokens: 0,
        outputTokens: 77,
        isEstimated: false,
      },
      continuation: null,
      mayBeBilled: true,
    });
    provider.assertPlayed();
  });

  test('tool calls are announced when they are whole, and go back with their results', async () => {
    const provider = await start(
      { text: 'I look.', toolCalls: [{ name: 'read_file', input: { path: 'a.ts' }, id: 'call_a' }] },
      { text: 'Done.' },
    );
    const model = connect(provider, format);
    const announced: string[] = [];
    const first = await model.turn(
      request({ tools: [READ_TOOL], onToolCall: (call) => void announced.push(call.name) }),
      signal,
    );
    if (first.kind !== 'replied') throw new Error(first.message);
    expect(first.finish).toBe('tool-calls');
    expect(first.toolCalls).toEqual([
      { id: 'call_a', name: 'read_file', input: { kind: 'json', value: { path: 'a.ts' } } },
    ]);
    expect(announced).toEqual(['read_file']);
    const history: ModelMessage[] = [
      { role: 'user', text: 'Review this.' },
      { role: 'assistant', text: first.text, toolCalls: first.toolCalls, continuation: first.continuation },
      {
        role: 'tool',
        results: [{ toolCallId: 'call_a', toolName: 'read_file', text: 'CONTENT OF A', isError: false }],
      },
    ];
    const second = await model.turn(request({ tools: [READ_TOOL], messages: history }), signal);
    expect(second).toMatchObject({ kind: 'replied', finish: 'stop', text: 'Done.' });
    const sent = JSON.stringify(provider.requests[1]?.body);
    for (const piece of ['read_file', 'a.ts', 'call_a', 'CONTENT OF A', 'I look.']) expect(sent).toContain(piece);
    // The outcome is what a recording keeps.
    expect(JSON.parse(JSON.stringify(first))).toEqual(first);
  });

  test('thoughts and arguments are told as they arrive, valid or not', async () => {
    const calls = [
      { name: 'read_file', input: { path: 'a.ts' } },
      { name: 'no_such_tool', input: '{"broken": ' },
    ];
    const provider = await start({ thoughts: 'hmm, hmm', text: 'I look.', toolCalls: calls });
    const told: Record<string, string> = { reasoning: '', arguments: '' };
    await connect(provider, format).turn(
      request({
        tools: [READ_TOOL],
        onHidden: (piece, kind) => {
          told[kind] += piece;
        },
      }),
      signal,
    );
    expect(told).toEqual({ reasoning: 'hmm, hmm', arguments: '{"path":"a.ts"}{"broken": ' });
  });

  test('thoughts are not text, and signed ones go back to the provider with the calls they led to', async () => {
    const provider = await start(
      { thoughts: 'hmm', text: 'I look.', toolCalls: [{ name: 'read_file', input: { path: 'a.ts' }, id: 'call_a' }] },
      { text: 'Done.' },
    );
    const model = connect(provider, format);
    const first = await model.turn(request({ tools: [READ_TOOL] }), signal);
    if (first.kind !== 'replied') throw new Error(first.message);
    expect(first.text).toBe('I look.');
    const { text, toolCalls, continuation } = JSON.parse(JSON.stringify(first)) as typeof first;
    const messages: ModelMessage[] = [
      { role: 'user', text: 'Review this.' },
      { role: 'assistant', text, toolCalls, continuation },
      { role: 'tool', results: [{ toolCallId: 'call_a', toolName: 'read_file', text: 'CONTENT', isError: false }] },
    ];
    expect((await model.turn(request({ tools: [READ_TOOL], messages }), signal)).kind).toBe('replied');
    const sent = JSON.stringify(provider.requests[1]?.body);
    expect(sent).toContain('I look.');
    if (format !== 'openai-chat') expect(sent).toContain('signature of hmm');
    if (format === 'openai-responses') expect(sent).not.toContain('item_reference');
  });

  test('arguments that are not JSON are kept as they are', async () => {
    const provider = await start({ toolCalls: [{ name: 'read_file', input: '{"path": "a' }] });
    const outcome = await connect(provider, format).turn(request({ tools: [READ_TOOL] }), signal);
    expect(outcome.toolCalls).toEqual([
      { id: 'call_1', name: 'read_file', input: { kind: 'invalid', text: '{"path": "a' } },
    ]);
  });

  test('announced tool calls that never came are malformed', async () => {
    const provider = await start({ text: TEXT, finish: 'tool-calls' });
    const outcome = await connect(provider, format).turn(request(), signal);
    // Responses have no word for it: there the reply simply ends.
    expect(outcome.kind).toBe(format === 'openai-responses' ? 'replied' : 'malformed');
  });

  test('a refusal is not an answer', async () => {
    const provider = await start({ text: 'I cannot help with that.', finish: 'refusal' });
    const outcome = await connect(provider, format).turn(request(), signal);
    expect(outcome).toMatchObject({ kind: 'refused', text: 'I cannot help with that.' });
  });

  test('an abort ends the call and keeps what had arrived', async () => {
    const provider = await start({ text: TEXT, chunkLatencyMs: 20 });
    const controller = new AbortController();
    const onText = (): void => controller.abort(new Error('enough'));
    const outcome = await connect(provider, format).turn(request({ onText }), controller.signal);
    expect(outcome.kind).toBe('aborted');
    expect(outcome.text.length).toBeGreaterThan(0);
    expect(outcome.mayBeBilled).toBe(true);
  });

  test('a deadline ends the call as timed out', async () => {
    const provider = await start({ text: TEXT, chunkLatencyMs: 30 });
    const outcome = await connect(provider, format).turn(request(), AbortSignal.timeout(100));
    expect(outcome.kind).toBe('timed-out');
  });

  test('nothing is sent under a signal that is already aborted', async () => {
    const provider = await start();
    const outcome = await connect(provider, format).turn(request(), AbortSignal.abort());
    expect(outcome).toMatchObject({ kind: 'aborted', mayBeBilled: false });
    expect(provider.requests).toHaveLength(0);
  });

  test('silence before the first byte is a stall', async () => {
    const provider = await start({ latencyMs: 60_000 });
    const outcome = await connect(provider, format).turn(request({ idleTimeoutMs: 150 }), signal);
    expect(outcome.kind).toBe('stalled');
  });

  test('a stream that takes longer than silence may is no stall', async () => {
    // A busy machine is given more time.
    for (const idleTimeoutMs of [300, 2000, 10_000]) {
      const provider = await start({ text: TEXT.slice(0, 100), chunkLatencyMs: idleTimeoutMs / 5 });
      const started = performance.now();
      const { kind } = await connect(provider, format).turn(request({ idleTimeoutMs }), signal);
      if (kind === 'stalled' && idleTimeoutMs < 10_000) continue;
      expect(kind).toBe('replied');
      expect(performance.now() - started).toBeGreaterThan(idleTimeoutMs);
      return;
    }
  });

  test('a callback that throws is a defect of ours, and the call still ends', async () => {
    const provider = await start({ text: TEXT });
    const onText = (): void => {
      throw new Error('boom');
    };
    const outcome = await connect(provider, format).turn(request({ onText }), signal);
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'defect' });
  });

  test('an answer without end is cut', async () => {
    const provider = await start({ text: TEXT, repeat: 1000 });
    const settings = { env: provider.environment, clock, bounds: { bodyBytes: 20_000 } };
    const outcome = await createModel(LOOPBACK_MODELS[format], settings).turn(request(), signal);
    expect(outcome).toMatchObject({ kind: 'overrun', bound: 'body' });
    expect(outcome.text.length).toBeLessThan(20_000);
  });

  test('a key the provider echoes does not reach the message, and the advice names the variable', async () => {
    const message = 'Incorrect API key provided: very-secret-key';
    const provider = await start({ fault: { kind: 'status', status: 401, code: 'authentication_error', message } });
    const env = {
      ...provider.environment,
      ANTHROPIC_API_KEY: 'very-secret-key',
      OPENAI_API_KEY: 'very-secret-key',
      OPENAI_COMPATIBLE_API_KEY: 'very-secret-key',
    };
    const outcome = await createModel(LOOPBACK_MODELS[format], { env, clock }).turn(request(), signal);
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'auth', mayBeBilled: false });
    expect(JSON.stringify(outcome)).not.toContain('very-secret-key');
    expect(JSON.stringify(outcome)).toContain('_API_KEY');
  });

  test('a redirect is not followed: the key stays where it belongs', async () => {
    const provider = await start();
    const redirecting = await serve(307, 'text/plain', '', { location: `${provider.baseUrl}/stolen` });
    const settings = { env: provider.environment, clock, baseUrl: redirecting };
    const outcome = await createModel(LOOPBACK_MODELS[format], settings).turn(request(), signal);
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'redirected' });
    expect(provider.problems()).toEqual([]);
  });

  test('limits and tools are sent', async () => {
    const provider = await start({ text: 'ok' });
    await connect(provider, format).turn(request({ tools: [READ_TOOL], temperature: 0 }), signal);
    const body = JSON.stringify(provider.requests[0]?.body);
    expect(body).toMatch(/"max_(?:output_)?tokens":500/u);
    expect(body).toContain('Reads a file.');
    expect(body).toContain('You review code.');
  });
});

test('Anthropic: at most four cache marks, the system prompt first, then the last ones', async () => {
  const provider = await start({ text: 'ok' });
  const messages: ModelMessage[] = Array.from({ length: 5 }, (_, index) => ({
    role: 'user',
    text: `part ${index}`,
    endsCacheablePrefix: true,
  }));
  await connect(provider, 'anthropic-messages').turn(request({ messages, isSystemCacheable: true }), signal);
  const body = provider.requests[0]?.body ?? {};
  expect(JSON.stringify(body.system)).toContain('cache_control');
  const parts = (body.messages as { content: { text: string; cache_control?: object }[] }[]).flatMap(
    (message) => message.content,
  );
  expect(parts.map((part) => [part.text, part.cache_control !== undefined])).toEqual([
    ['part 0', false],
    ['part 1', false],
    ['part 2', true],
    ['part 3', true],
    ['part 4', true],
  ]);
});

test('Anthropic: written cache tokens are counted, and a broken call is bounded by what the input was', async () => {
  const usage = { inputTokens: 1000, cachedInputTokens: 300, cacheWriteInputTokens: 200, outputTokens: 40 };
  const provider = await start({ text: TEXT, usage }, { text: TEXT, usage, fault: { kind: 'no-finish' } });
  const model = connect(provider, 'anthropic-messages');
  const whole = await model.turn(request(), signal);
  expect(whole.usage).toEqual({ ...usage, isEstimated: false });
  const broken = await model.turn(request(), signal);
  expect(broken.usage).toEqual({ ...usage, outputTokens: 500, isEstimated: true });
});

test('OpenAI: reviewed code is not stored by the provider', async () => {
  const provider = await start({ text: 'ok' });
  await connect(provider, 'openai-responses').turn(request(), signal);
  expect(provider.requests[0]?.body.store).toBe(false);
});

test('a connection that is refused costs nothing and names the reason', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const model = createModel('ollama/x', { env: {}, clock, baseUrl: `http://127.0.0.1:${port}` });
  const outcome = await model.turn(request(), signal);
  expect(outcome).toMatchObject({ kind: 'disconnected', mayBeBilled: false });
  expect(JSON.stringify(outcome)).toContain('ECONNREFUSED');
});

async function serve(
  status: number,
  type: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const server: Server = createServer((message, response) => {
    message.resume();
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('google', () => {
  const turn = async (status: number, type: string, body: string) =>
    createModel('google/gemini-test', {
      env: { GEMINI_API_KEY: 'k' },
      clock,
      baseUrl: await serve(status, type, body),
    }).turn(request(), signal);
  const event = (finishReason: string, text = 'hello'): string =>
    `data: ${JSON.stringify({
      candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason }],
      usageMetadata: { promptTokenCount: 70, candidatesTokenCount: 9, thoughtsTokenCount: 5, totalTokenCount: 84 },
    })}\n\n`;

  test('a reply; thoughts count as output', async () => {
    const outcome = await turn(200, 'text/event-stream', event('STOP'));
    expect(outcome).toMatchObject({ kind: 'replied', text: 'hello', usage: { inputTokens: 70, outputTokens: 14 } });
  });
  test.each([
    ['MAX_TOKENS', 'truncated'],
    ['SAFETY', 'filtered'],
    ['RECITATION', 'filtered'],
    ['MALFORMED_FUNCTION_CALL', 'malformed'],
    ['SOMETHING_NEW', 'malformed'],
  ])('%s is %s', async (reason, kind) => {
    expect((await turn(200, 'text/event-stream', event(reason))).kind).toBe(kind);
  });
  test('the wait stands in the body', async () => {
    const error = { code: 429, message: 'You exceeded your current quota', status: 'RESOURCE_EXHAUSTED' };
    const body = JSON.stringify({ error: { ...error, details: [{ retryDelay: '7s' }] } });
    expect(await turn(429, 'application/json', body)).toMatchObject({ kind: 'rate-limited', retryAfterMs: 7000 });
  });
  test('too much input', async () => {
    const message = 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).';
    const body = JSON.stringify({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } });
    expect((await turn(400, 'application/json', body)).kind).toBe('context-exceeded');
  });
});

/** One message of an AWS event stream: lengths, headers and payload, each secured by a checksum. */
function encodeAwsEvent(headers: Readonly<Record<string, string>>, payload: object): Buffer {
  const fields = Object.entries(headers).map(([name, value]) => {
    const length = Buffer.alloc(3);
    length.writeUInt8(7, 0);
    length.writeUInt16BE(value.length, 1);
    return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), length, Buffer.from(value)]);
  });
  const head = Buffer.concat(fields);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(16 + head.length + body.length, 0);
  prelude.writeUInt32BE(head.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const message = Buffer.concat([prelude, head, body]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(message), 0);
  return Buffer.concat([message, checksum]);
}

test.each([
  ['us.anthropic.claude-opus-5-5', true],
  ['amazon.nova-pro-v1:0', true],
  ['meta.llama4-scout-17b-instruct-v1:0', false],
])('bedrock/%s is sent marks for its cache: %s', (model, isMarked) => {
  const marked = request({ isSystemCacheable: true });
  const { prompt } = toCallOptions(marked, { entry: PROVIDERS.bedrock, model }, signal);
  expect(prompt[0]?.providerOptions !== undefined).toBe(isMarked);
});

describe('bedrock', () => {
  const turn = async (status: number, type: string, body: string | Buffer) =>
    createModel('bedrock/anthropic.claude-test', {
      env: { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' },
      clock,
      baseUrl: await serve(status, type, body),
    }).turn(request(), signal);
  test.each([
    [429, 'Too many tokens, please wait before trying again.', 'rate-limited'],
    [503, 'Service unavailable', 'overloaded'],
    [400, 'Input is too long for requested model.', 'context-exceeded'],
    [403, 'The security token included in the request is invalid.', 'failed'],
  ])('%i %s is %s', async (status, message, kind) => {
    expect((await turn(status, 'application/json', JSON.stringify({ message }))).kind).toBe(kind);
  });

  const event = (type: string, payload: object): Buffer =>
    encodeAwsEvent({ ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' }, payload);
  const start = [
    event('messageStart', { role: 'assistant' }),
    event('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'hello' } }),
    event('contentBlockStop', { contentBlockIndex: 0 }),
  ];
  const end = (stopReason: string): Buffer[] => [
    event('messageStop', { stopReason }),
    event('metadata', { usage: { inputTokens: 70, outputTokens: 9, totalTokens: 79 }, metrics: { latencyMs: 1 } }),
  ];
  const throttled = encodeAwsEvent(
    { ':exception-type': 'throttlingException', ':content-type': 'application/json', ':message-type': 'exception' },
    { message: 'Too many requests' },
  );
  test.each<readonly [string, readonly Buffer[], object]>([
    ['a reply', [...start, ...end('end_turn')], { kind: 'replied', usage: { inputTokens: 70, outputTokens: 9 } }],
    ['length', [...start, ...end('max_tokens')], { kind: 'truncated' }],
    ['a guardrail', [...start, ...end('guardrail_intervened')], { kind: 'filtered' }],
    ['an exception in the stream', [...start, throttled], { kind: 'rate-limited', usage: null }],
    ['an end without a reason', start, { kind: 'disconnected', usage: null }],
    ['an end in the middle of a frame', [...start, event('messageStop', {}).subarray(0, 20)], { kind: 'disconnected' }],
  ])('stream: %s', async (_name, frames, expected) => {
    const outcome = await turn(200, 'application/vnd.amazon.eventstream', Buffer.concat(frames));
    expect(outcome).toMatchObject({ ...expected, text: 'hello', mayBeBilled: true });
  });
});

test('a provider package is loaded with the first call and no other one is', async () => {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({ resolve(specifier, context, next) {
      const found = /^@ai-sdk\\/[a-z-]+$|^ai$/.exec(specifier);
      if (found && !/node_modules/.test(context.parentURL ?? '')) loaded.add(found[0]);
      return next(specifier, context);
    } });
    const { createModel } = await import(${JSON.stringify(new URL('./create-model.ts', import.meta.url).href)});
    const settings = { env: { ANTHROPIC_API_KEY: 'k' }, clock: { now: () => 0 }, baseUrl: 'http://127.0.0.1:1' };
    const model = createModel('anthropic/x', settings);
    const before = [...loaded];
    await model.turn({ system: '', messages: [], tools: [], maxOutputTokens: 1, idleTimeoutMs: 100 }, new AbortController().signal);
    console.log(JSON.stringify([before, [...loaded]]));
  `;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(JSON.parse((await run).stdout)).toEqual([[], ['@ai-sdk/anthropic']]);
});
