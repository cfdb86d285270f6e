/** Whatever a model may think, the answer and its thoughts fit into what was granted. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { REASONING_LEVELS } from '../protocol/config/config-names.ts';
import { createSystemClock } from '../wiring/system.ts';
import { boundThoughts } from './bound-thoughts.ts';
import { createModel } from './create-model.ts';

const ask = (name: string, reasoning: (typeof REASONING_LEVELS)[number], maxOutputTokens = 10_000) => {
  const slash = name.indexOf('/');
  const target = { provider: name.slice(0, slash), model: name.slice(slash + 1) };
  return boundThoughts({ maxOutputTokens, reasoning }, target);
};

test('nothing is said where nobody asked', () => {
  const target = { provider: 'anthropic', model: 'claude-sonnet-4-5' };
  expect(boundThoughts({ maxOutputTokens: 10 }, target)).toEqual({ maxOutputTokens: 10 });
});

test.each([
  ['openai/gpt-6-sol', { maxOutputTokens: 10_000, reasoning: 'low' }],
  ['google/gemini-3-pro', { maxOutputTokens: 10_000, reasoning: 'low' }],
  [
    'google/gemini-2.5-pro',
    { maxOutputTokens: 10_000, providerOptions: { google: { thinkingConfig: { thinkingBudget: 2000 } } } },
  ],
  ['groq/any', { maxOutputTokens: 10_000, reasoning: 'low' }],
  ['bedrock/amazon.nova-2-lite', { maxOutputTokens: 10_000, reasoning: 'low' }],
  [
    'anthropic/claude-sonnet-5-5',
    { maxOutputTokens: 10_000, providerOptions: { anthropic: { thinking: { type: 'adaptive' }, effort: 'low' } } },
  ],
  [
    'anthropic/claude-sonnet-4-5',
    { maxOutputTokens: 8000, providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 2000 } } } },
  ],
  [
    'bedrock/us.anthropic.claude-opus-4-1-20250805-v1:0',
    {
      maxOutputTokens: 8000,
      providerOptions: { bedrock: { reasoningConfig: { type: 'enabled', budgetTokens: 2000 } } },
    },
  ],
  [
    'bedrock/anthropic.claude-opus-5-5',
    {
      maxOutputTokens: 10_000,
      providerOptions: { bedrock: { reasoningConfig: { type: 'adaptive', maxReasoningEffort: 'low' } } },
    },
  ],
])('%s', (name, expected) => {
  expect(ask(name, 'low')).toEqual(expected);
});

test('a budget of thoughts and the answer are together what was granted, and with too little there are none', () => {
  for (const level of REASONING_LEVELS) {
    for (const granted of [64, 1500, 2047, 2048, 4096, 16_384]) {
      const { maxOutputTokens, providerOptions } = ask('anthropic/claude-haiku-4-5', level, granted);
      const thinking = providerOptions?.anthropic?.thinking as { budgetTokens?: number };
      expect(maxOutputTokens + (thinking.budgetTokens ?? 0)).toBe(granted);
      expect(thinking.budgetTokens === undefined).toBe(level === 'none' || granted < 2048);
    }
  }
});

test('a budget of Gemini leaves room to answer, and its least where there is none', () => {
  const budgetOf = (name: string, level: (typeof REASONING_LEVELS)[number], granted: number) => {
    const config = ask(`google/${name}`, level, granted).providerOptions?.google?.thinkingConfig;
    return (config as { thinkingBudget: number } | undefined)?.thinkingBudget;
  };
  expect(REASONING_LEVELS.map((level) => budgetOf('gemini-2.5-pro', level, 8000))).toEqual([128, 1600, 3200, 4800]);
  expect(REASONING_LEVELS.map((level) => budgetOf('gemini-2.5-flash', level, 1500))).toEqual([0, 300, 0, 0]);
  expect(REASONING_LEVELS.map((level) => budgetOf('gemini-2.5-flash-lite', level, 2000))).toEqual([0, 0, 800, 0]);
});

/** What the packages put on the wire: one request to a server that refuses everything. */
test.each([
  [
    'google/gemini-2.5-pro',
    'high',
    { generationConfig: { maxOutputTokens: 8000, thinkingConfig: { thinkingBudget: 4800 } } },
  ],
  [
    'google/gemini-3-pro-preview',
    'low',
    { generationConfig: { maxOutputTokens: 8000, thinkingConfig: { thinkingLevel: 'low' } } },
  ],
  [
    'bedrock/amazon.nova-2-lite-v1:0',
    'high',
    {
      inferenceConfig: { maxTokens: 8000 },
      additionalModelRequestFields: { reasoningConfig: { maxReasoningEffort: 'medium' } },
    },
  ],
  [
    'bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0',
    'low',
    {
      inferenceConfig: { maxTokens: 8000 },
      additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 1600 } },
    },
  ],
] as const)('%s is sent the limit and %s within it', async (name, reasoning, expected) => {
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(JSON.parse(await text(request)));
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"no"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    GOOGLE_GENERATIVE_AI_API_KEY: 'key',
    GOOGLE_GENERATIVE_AI_BASE_URL: address,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'key',
    BEDROCK_BASE_URL: address,
  };
  const request = { system: '', messages: [{ role: 'user', text: 'Review.' }], tools: [], reasoning } as const;
  await createModel(name, { env, clock: createSystemClock() }).turn(
    { ...request, maxOutputTokens: 8000, idleTimeoutMs: 20_000 },
    new AbortController().signal,
  );
  server.closeAllConnections();
  server.close();
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toMatchObject(expected);
});
