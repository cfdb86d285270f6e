/** Answers as the documentation of each server shows them, shortened; and answers that say nothing sound. */
import { describe, expect, test } from 'vitest';
import { readLlamaProps, readLmStudio, readOldLmStudio, readOllama, readVllm } from './server-facts.ts';

const LLAMA = {
  default_generation_settings: { n_ctx: 8192, params: {} },
  total_slots: 2,
  model_path: 'm.gguf',
  chat_template_caps: { supports_tools: false },
};
const SHOW = {
  details: { family: 'qwen3' },
  parameters: 'num_ctx                        16384\nstop "<|im_end|>"',
  model_info: { 'qwen3.context_length': 262_144 },
  capabilities: ['completion', 'tools'],
};
const RUNNING = { models: [{ name: 'qwen3-coder:latest', model: 'qwen3-coder:latest', context_length: 32_768 }] };
const VLLM = { object: 'list', data: [{ id: 'org/model', root: 'org/model', max_model_len: 40_960 }] };
const STUDIO = {
  models: [
    {
      key: 'qwen/qwen3-8b',
      loaded_instances: [{ id: 'qwen/qwen3-8b', config: { context_length: 4096, parallel: 4 } }],
      max_context_length: 40_960,
      capabilities: { trained_for_tool_use: true },
    },
  ],
};
const OLD_STUDIO = {
  data: [
    {
      id: 'qwen3-8b',
      state: 'loaded',
      max_context_length: 40_960,
      loaded_context_length: 8192,
      capabilities: ['tool_use'],
    },
  ],
};

test.each([
  ['llama.cpp', readLlamaProps(LLAMA), { windowTokens: 8192, slots: 2, hasTools: false }],
  ['Ollama, loaded', readOllama(SHOW, RUNNING, 'qwen3-coder'), { windowTokens: 32_768, slots: 1, hasTools: true }],
  [
    'Ollama, model file',
    readOllama(SHOW, { models: [] }, 'qwen3-coder'),
    { windowTokens: 16_384, slots: 1, hasTools: true },
  ],
  ['Ollama, not loaded', readOllama({ details: {} }, undefined, 'x'), { windowTokens: null, slots: 1, hasTools: null }],
  ['vLLM', readVllm(VLLM, 'org/model'), { windowTokens: 40_960, slots: null, hasTools: null }],
  ['LM Studio', readLmStudio(STUDIO, 'qwen/qwen3-8b'), { windowTokens: 4096, slots: 4, hasTools: true }],
  ['LM Studio 0.3', readOldLmStudio(OLD_STUDIO, 'qwen3-8b'), { windowTokens: 8192, slots: 1, hasTools: true }],
])('%s: window, slots and tools', (server, facts, expected) => {
  expect(facts).toEqual({ ...expected, server: server.split(/,| 0/u)[0], takesSchema: true });
});

describe('what is no sound answer says nothing', () => {
  const READERS = [
    readLlamaProps,
    (answer: unknown) => readOllama(answer, answer, 'm'),
    (answer: unknown) => readVllm(answer, 'm'),
    (answer: unknown) => readLmStudio(answer, 'm'),
    (answer: unknown) => readOldLmStudio(answer, 'm'),
  ];
  test.each([
    [undefined],
    [null],
    ['text'],
    [[]],
    [{}],
    [{ default_generation_settings: { n_ctx: -1 }, total_slots: 1e9 }],
    [{ default_generation_settings: null, total_slots: '2' }],
    [{ data: [{ id: 'm', max_model_len: 1.5 }, null, 3] }],
    [{ data: 'm', models: { key: 'm' } }],
  ])('%j', (answer) => {
    for (const read of READERS) expect(read(answer)?.windowTokens ?? null).toBeNull();
  });

  test('another model of the same server says nothing of this one', () => {
    expect(readVllm(VLLM, 'org/other')).toBeNull();
    expect(readLmStudio(STUDIO, 'other')).toBeNull();
    expect(readOllama(SHOW, RUNNING, 'other')?.windowTokens).toBe(16_384);
  });
});
