import { expect, test } from 'vitest';
import { NO_USAGE } from '../protocol/budget/usage-recorder.ts';
import { composeUsage } from './compose-usage.ts';

const NOTHING = {
  input_tokens: 0,
  output_tokens: 0,
  cost_usd: 0,
  calls: 0,
  reused_calls: 0,
  repeated_calls: 0,
  cached_input_tokens: 0,
  reasoning_tokens: 0,
  estimated_calls: 0,
  unpriced_calls: 0,
};

test('without a model the bill is nothing, and nobody stands on it', () => {
  expect(composeUsage(null)).toEqual({ ...NOTHING, ledger: [] });
});

test('calls that were not made again stand beside those that were, and add up to the whole', () => {
  const paid = { ...NO_USAGE, calls: 3, inputTokens: 900, outputTokens: 30, costUsd: 0.02, repeatedCalls: 1 };
  const usage = { ...paid, entries: [{ agent: 'security-reviewer', model: 'a/one', ...paid }] };
  const reused = [
    { agent: 'security-reviewer', model: 'a/one', calls: 4 },
    { agent: 'go-reviewer', model: 'a/one', calls: 2 },
    { agent: 'documentation-reviewer', model: 'a/one', calls: 0 },
  ];
  const bill = { ...NOTHING, calls: 3, input_tokens: 900, output_tokens: 30, cost_usd: 0.02, repeated_calls: 1 };
  expect(composeUsage(usage, reused)).toEqual({
    ...bill,
    reused_calls: 6,
    ledger: [
      { agent: 'go-reviewer', model: 'a/one', ...NOTHING, reused_calls: 2 },
      { agent: 'security-reviewer', model: 'a/one', ...bill, reused_calls: 4 },
    ],
  });
});
