import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costUsd, findPrice, readPrices, worstCostUsd } from './model-prices.ts';
import { MODEL_PRICES } from './model-prices-table.ts';

const usage = (inputTokens: number, outputTokens: number, cached = 0, written = 0) => ({
  inputTokens,
  cachedInputTokens: cached,
  cacheWriteInputTokens: written,
  outputTokens,
});

test('every price of the table is sound: nothing negative, cached at most fresh, output at least input', () => {
  for (const [name, entry] of Object.entries(MODEL_PRICES)) {
    expect([name, entry.input > 0, entry.cached <= entry.input, entry.output >= entry.input]).toEqual([
      name,
      true,
      true,
      true,
    ]);
    expect(entry.write).toBeGreaterThanOrEqual(entry.input);
    if (entry.above !== undefined) expect(entry.above.input).toBeGreaterThan(entry.input);
    expect(entry.contextTokens).toBeGreaterThan(entry.maxOutputTokens ?? 0);
  }
});

describe('finding a price', () => {
  test.each([
    ['anthropic/claude-sonnet-4-5', 3],
    ['anthropic/claude-sonnet-4-5-20250929', 3],
    ['openai/gpt-5-2025-08-07', 1.25],
    ['openai/gpt-5-mini', 0.25],
    ['bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0', 3],
    ['bedrock/global.anthropic.claude-opus-5-5', 4],
    ['ollama/qwen3-coder:30b', 0],
    ['vllm/meta-llama/Llama-4', 0],
  ])('%s', (name, input) => {
    expect(findPrice(name)?.input).toBe(input);
  });

  test('a region of Bedrock costs a tenth more', () => {
    expect(findPrice('bedrock/eu.anthropic.claude-sonnet-4-5-20250929-v1:0')?.input).toBeCloseTo(3.3);
  });

  test.each(['openai/gpt-99', 'openai-compatible/anything', 'bedrock/meta.llama4', 'nonsense', '', 'openai/toString'])(
    '%s has no price, not a guessed one',
    (name) => {
      expect(findPrice(name)).toBeNull();
    },
  );
});

test('prices of the user win over the table and fill what it lacks', () => {
  const prices = readPrices({
    'openai/gpt-99': { input: 7, output: 21, context_tokens: 500_000 },
    'openai/gpt-5': { input: 1, output: 2, cached: 0.5 },
  });
  expect(findPrice('openai/gpt-99', prices)).toEqual({
    input: 7,
    cached: 7,
    write: 8.75,
    output: 21,
    contextTokens: 500_000,
    maxOutputTokens: null,
  });
  expect(findPrice('openai/gpt-5', prices)?.cached).toBe(0.5);
});

test('cost counts fresh, cached, written and output tokens at their own price', () => {
  const entry = findPrice('anthropic/claude-sonnet-4-5');
  if (entry === null) throw new Error('no price');
  expect(costUsd(usage(1_000_000, 100_000, 500_000, 100_000), entry)).toBeCloseTo(
    0.4 * 3 + 0.5 * 0.3 + 0.1 * 3.75 + 1.5,
  );
});

test('a call above the threshold costs the higher price as a whole, at the threshold the lower', () => {
  const entry = findPrice('openai/gpt-6-sol');
  if (entry === null) throw new Error('no price');
  expect(costUsd(usage(272_000, 1000), entry)).toBeCloseTo(0.272 * 2 + 0.01);
  expect(costUsd(usage(272_001, 1000), entry)).toBeCloseTo(0.272_001 * 4 + 0.015);
});

test('the worst case is never below what a call within it costs', () => {
  const call = fc.record({
    name: fc.constantFrom(...Object.keys(MODEL_PRICES)),
    input: fc.nat(2_000_000),
    output: fc.nat(200_000),
    cachedPercent: fc.nat(50),
    writtenPercent: fc.nat(50),
  });
  fc.assert(
    fc.property(call, ({ name, input, output, cachedPercent, writtenPercent }) => {
      const entry = findPrice(name);
      if (entry === null) throw new Error('no price');
      const cached = Math.floor((input * cachedPercent) / 100);
      const written = Math.floor((input * writtenPercent) / 100);
      const actual = costUsd(usage(input, Math.floor(output / 2), cached, written), entry);
      expect(worstCostUsd(input, output, entry)).toBeGreaterThanOrEqual(actual - 1e-9);
    }),
  );
});
