import { describe, expect, test } from 'vitest';
import { ReviewError } from '../errors.ts';
import { FREE_PROVIDERS } from '../protocol/budget/model-prices-table.ts';
import { listProviders, resolveConnection } from './connection.ts';
import { findProvider, PROVIDER_NAMES } from './providers.ts';

const catchError = (run: () => unknown): ReviewError => {
  try {
    run();
  } catch (error) {
    if (error instanceof ReviewError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('addresses and keys', () => {
  const rows: readonly (readonly [string, Record<string, string>, string | null, string | null])[] = [
    ['anthropic/x', { ANTHROPIC_API_KEY: 'k' }, 'https://api.anthropic.com/v1', 'k'],
    ['anthropic/x', { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'https://proxy.test' }, 'https://proxy.test/v1', 'k'],
    [
      'anthropic/x',
      { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'https://proxy.test/a/' },
      'https://proxy.test/a',
      'k',
    ],
    ['openai/x', { OPENAI_API_KEY: ' k ' }, 'https://api.openai.com/v1', 'k'],
    ['google/x', { GEMINI_API_KEY: 'g' }, 'https://generativelanguage.googleapis.com/v1beta', 'g'],
    ['bedrock/x', { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' }, null, null],
    ['bedrock/x', { AWS_DEFAULT_REGION: 'eu-west-1', AWS_BEARER_TOKEN_BEDROCK: 't' }, null, 't'],
    ['openrouter/vendor/x', { OPENROUTER_API_KEY: 'k' }, 'https://openrouter.ai/api/v1', 'k'],
    ['mistral/x', { MISTRAL_API_KEY: 'k' }, 'https://api.mistral.ai/v1', 'k'],
    ['groq/x', { GROQ_API_KEY: 'k', GROQ_BASE_URL: 'https://proxy.test' }, 'https://proxy.test/openai/v1', 'k'],
    ['xai/x', { XAI_API_KEY: 'k' }, 'https://api.x.ai/v1', 'k'],
    [
      'azure/x',
      { AZURE_API_KEY: 'k', AZURE_BASE_URL: 'https://r.openai.azure.com' },
      'https://r.openai.azure.com/openai/v1',
      'k',
    ],
    [
      'vertex/p/x',
      { VERTEX_ACCESS_TOKEN: 't', VERTEX_BASE_URL: 'https://h/v1/endpoints/openapi' },
      'https://h/v1/endpoints/openapi',
      't',
    ],
    ['ollama/qwen3:8b', {}, 'http://127.0.0.1:11434/v1', null],
    ['ollama/qwen3:8b', { OLLAMA_HOST: '10.0.0.5:11434' }, 'http://10.0.0.5:11434/v1', null],
    ['lmstudio/x', {}, 'http://127.0.0.1:1234/v1', null],
    ['vllm/org/model', { VLLM_API_KEY: 'v' }, 'http://127.0.0.1:8000/v1', 'v'],
    ['llamacpp/x', {}, 'http://127.0.0.1:8080/v1', null],
    ['openai-compatible/x', { OPENAI_COMPATIBLE_BASE_URL: 'http://host:1/api/v3' }, 'http://host:1/api/v3', null],
  ];
  test.each(rows)('%s with %j', (name, env, baseUrl, apiKey) => {
    expect(resolveConnection(name, env, null)).toMatchObject({ baseUrl, apiKey });
  });

  test('a name keeps its slashes, and an address of the configuration wins', () => {
    const connection = resolveConnection('vllm/org/model', { VLLM_BASE_URL: 'http://a' }, 'http://b:9');
    expect(connection).toMatchObject({ provider: 'vllm', model: 'org/model', baseUrl: 'http://b:9/v1' });
  });
});

describe('what the user has to mend is named', () => {
  const rows: readonly (readonly [string, Record<string, string>, string])[] = [
    ['anthropic/x', {}, 'ANTHROPIC_API_KEY'],
    ['anthropic/x', { ANTHROPIC_API_KEY: ' ' }, 'ANTHROPIC_API_KEY'],
    ['openai/x', {}, 'OPENAI_API_KEY'],
    ['google/x', {}, 'GOOGLE_GENERATIVE_AI_API_KEY'],
    ['bedrock/x', {}, 'AWS_REGION'],
    ['bedrock/x', { AWS_REGION: 'eu-west-1' }, 'AWS_ACCESS_KEY_ID'],
    ['openai-compatible/x', {}, 'OPENAI_COMPATIBLE_BASE_URL'],
    ['azure/x', { AZURE_API_KEY: 'k' }, 'AZURE_BASE_URL'],
    ['vertex/x', {}, 'VERTEX_ACCESS_TOKEN'],
    ['xai/x', {}, 'XAI_API_KEY'],
    ['ollama/x', { OLLAMA_BASE_URL: 'ftp://host' }, 'OLLAMA_BASE_URL'],
  ];
  test.each(rows)('%s with %j: %s', (name, env, variable) => {
    const error = catchError(() => resolveConnection(name, env, null));
    expect(error.exit).toBe(2);
    expect(error.detail).toContain(variable);
    expect(error.advice).toContain(variable);
  });

  test.each(['gpt-5', '/gpt-5', 'openai/', 'nobody/x', 'constructor/x', ''])('"%s" is not a model', (name) => {
    const error = catchError(() => resolveConnection(name, {}, null));
    expect([error.code, error.exit]).toEqual(['bad-value', 2]);
    expect(error.advice).toContain('anthropic');
  });
});

test.each([
  ['antropic/claude-opus-5-5', 'did you mean anthropic/claude-opus-5-5?'],
  ['mistrall/small', 'did you mean mistral/small?'],
  ['claude-sonet-5-5', 'did you mean anthropic/claude-sonnet-5-5?'],
])('%s: %s', (name, hint) => {
  expect(catchError(() => resolveConnection(name, {}, null)).detail).toContain(hint);
});

test('the list of providers says what each one lacks', () => {
  const missing = Object.fromEntries(
    listProviders({ OPENAI_API_KEY: 'k' }).map(({ provider, missing }) => [provider, missing]),
  );
  expect(Object.keys(missing)).toEqual(PROVIDER_NAMES);
  expect(missing).toMatchObject({
    anthropic: 'ANTHROPIC_API_KEY',
    openai: null,
    google: 'GOOGLE_GENERATIVE_AI_API_KEY',
    bedrock: 'AWS_REGION',
    ollama: null,
    'openai-compatible': 'OPENAI_COMPATIBLE_BASE_URL',
  });
});

test('what runs on the own machine costs nothing, and nothing else does', () => {
  const local = PROVIDER_NAMES.filter((name) => findProvider(name)?.isLocal);
  expect(new Set(local)).toEqual(FREE_PROVIDERS);
});
