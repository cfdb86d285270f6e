import { afterEach, describe, expect, test } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from './loopback-provider.ts';
import { type LoopbackReply, WIRE_FORMATS, type WireFormat } from './script.ts';

const PATHS: Readonly<Record<WireFormat, string>> = {
  'anthropic-messages': '/messages',
  'openai-chat': '/chat/completions',
  'openai-responses': '/responses',
};

let provider: LoopbackProvider;
afterEach(() => provider.close());

const post = (format: WireFormat, body: object): Promise<Response> =>
  fetch(provider.baseUrl + PATHS[format], { method: 'POST', body: JSON.stringify(body) });

const start = async (...script: LoopbackReply[]): Promise<void> => {
  provider = await startLoopbackProvider(...script);
};

describe('strict script', () => {
  test('a request nobody scripted is refused and reported', async () => {
    await start();
    expect((await post('openai-chat', { model: 'm' })).status).toBe(400);
    expect(() => provider.assertPlayed()).toThrow('request 1 (openai-chat) was not scripted');
  });

  test('a reply nobody asked for is reported', async () => {
    await start({ text: 'a' }, { text: 'b' });
    await post('openai-chat', { model: 'm' });
    expect(provider.problems()).toEqual(['loopback: 1 scripted replies were never asked for']);
  });

  test('a path of no wire format is reported', async () => {
    await start();
    await fetch(`${provider.baseUrl}/embeddings`, { method: 'POST', body: '{}' });
    expect(provider.problems()).toEqual(['loopback: POST /v1/embeddings is not part of any wire format']);
  });

  test('a check that fails is reported', async () => {
    await start({ text: 'a', check: ({ body }) => (body.temperature === 0 ? null : 'temperature is not 0') });
    await post('openai-chat', { model: 'm', temperature: 1 });
    expect(provider.problems()).toEqual(['request 1: temperature is not 0']);
  });

  test('a reply for certain requests waits for them', async () => {
    await start({ text: 'for b', when: ({ model }) => model === 'b' }, { text: 'for anybody' });
    expect(await (await post('openai-chat', { model: 'a' })).text()).toContain('for anybody');
    expect(await (await post('openai-chat', { model: 'b' })).text()).toContain('for b');
    provider.assertPlayed();
  });
});

describe.each(WIRE_FORMATS)('%s', (format) => {
  test('answers whole where no stream is asked for', async () => {
    await start({ text: 'hello', toolCalls: [{ name: 'read', input: { path: 'a' } }] });
    const response = await post(format, { model: 'm' });
    expect(response.headers.get('content-type')).toBe('application/json');
    const body = JSON.stringify(await response.json());
    for (const piece of ['hello', 'read', 'path', '100', '50']) expect(body).toContain(piece);
  });

  test('streams in pieces of the asked size', async () => {
    await start({ text: 'abcdef', chunkChars: 2 });
    const text = await (await post(format, { model: 'm', stream: true })).text();
    expect([...text.matchAll(/"(ab|cd|ef)"/gu)].map((match) => match[1])).toEqual(['ab', 'cd', 'ef']);
  });

  test('cuts a stream at exactly the asked byte', async () => {
    await start({ text: 'x'.repeat(400) }, { text: 'x'.repeat(400), fault: { kind: 'reset', atByte: 333 } });
    const whole = await (await post(format, { model: 'm', stream: true })).text();
    const response = await post(format, { model: 'm', stream: true });
    const received: Buffer[] = [];
    const reading = (async () => {
      for await (const chunk of response.body ?? []) received.push(Buffer.from(chunk));
    })();
    await expect(reading).rejects.toThrow();
    expect(Buffer.concat(received).toString()).toBe(whole.slice(0, 333));
  });

  test('bills what began with status 200 and nothing else', async () => {
    const usage = { inputTokens: 10, outputTokens: 3 };
    await start(
      { usage, text: 'a' },
      { usage, fault: { kind: 'overloaded' } },
      { usage, fault: { kind: 'no-finish' } },
    );
    for (let call = 0; call < 3; call += 1) await (await post(format, { model: 'm', stream: true })).text();
    expect(provider.billed()).toMatchObject({ inputTokens: 20, outputTokens: 6 });
  });
});

test('Retry-After comes in seconds, as a date, or not at all', async () => {
  await start(
    { fault: { kind: 'rate-limit' } },
    { fault: { kind: 'rate-limit', retryAfterSeconds: 5 } },
    { fault: { kind: 'rate-limit', retryAtMs: Date.UTC(2030, 0, 1) } },
  );
  const headers: (string | null)[] = [];
  for (let call = 0; call < 3; call += 1) headers.push((await post('openai-chat', {})).headers.get('retry-after'));
  expect(headers).toEqual([null, '5', 'Tue, 01 Jan 2030 00:00:00 GMT']);
});
