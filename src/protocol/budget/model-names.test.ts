import { expect, test } from 'vitest';
import { askMeant, KNOWN_MODELS, suggestModel } from './model-names.ts';

test.each([
  ['claude-sonnet-5-5', 'anthropic/claude-sonnet-5-5'],
  ['claude-sonet-5-5', 'anthropic/claude-sonnet-5-5'],
  ['anthropic/claude-sonet-5-5', 'anthropic/claude-sonnet-5-5'],
  ['antropic/claude-opus-5-5', 'anthropic/claude-opus-5-5'],
  ['anthropic/claude-haiku', 'anthropic/claude-haiku-5-5'],
  ['claude-haiku', 'anthropic/claude-haiku-5-5'],
  ['openai/gpt-4.1-minni', 'openai/gpt-4.1-mini'],
  ['gpt-5', 'openai/gpt-5'],
  ['openai/gpt-5', null],
  ['ollama/qwen3-coder', null],
  ['openai-compatible/house', null],
  ['', null],
])('%j: did you mean %j', (written, meant) => {
  expect(suggestModel(written)).toBe(meant);
  expect(askMeant(written)).toBe(meant === null ? '' : `; did you mean ${meant}?`);
});

test('no known name is corrected', () => {
  expect(KNOWN_MODELS.filter((name) => suggestModel(name) !== null)).toEqual([]);
});
