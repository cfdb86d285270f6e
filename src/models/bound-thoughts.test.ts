/** Whatever a model may think, the answer and its thoughts fit into what was granted. */
import { expect, test } from 'vitest';
import { REASONING_LEVELS } from '../protocol/config/config-names.ts';
import { boundThoughts } from './bound-thoughts.ts';

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
  ['google/gemini-2.5-pro', { maxOutputTokens: 10_000, reasoning: 'low' }],
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
