import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyFinish, classifyProblem, type TurnProblem } from './turn-outcome-classify.ts';

const problem = (over: Partial<TurnProblem>): TurnProblem => ({
  status: null,
  code: '',
  message: '',
  retryAfterMs: null,
  ...over,
});

const CONTEXT_MESSAGES: readonly (readonly [string, number, string, string])[] = [
  ['anthropic', 400, 'invalid_request_error', 'prompt is too long: 213462 tokens > 200000 maximum'],
  [
    'anthropic',
    400,
    'invalid_request_error',
    'input length and `max_tokens` exceed context limit: 195000 + 8192 > 200000',
  ],
  ['anthropic', 413, 'request_too_large', 'Request exceeds the maximum size'],
  ['openai', 400, 'context_length_exceeded', 'Your input exceeds the context window of this model.'],
  [
    'openai',
    429,
    'rate_limit_exceeded',
    'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 50000.',
  ],
  [
    'google',
    400,
    'INVALID_ARGUMENT',
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  ],
  ['bedrock', 400, 'ValidationException', 'Input is too long for requested model.'],
  [
    'vllm',
    400,
    'BadRequestError',
    "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens",
  ],
  ['llama.cpp', 400, 'exceed_context_size_error', 'the request exceeds the available context size, try increasing it'],
  [
    'lmstudio',
    400,
    '',
    'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
  ],
];

test.each(CONTEXT_MESSAGES)('%s %i %s: the context is exceeded', (_provider, status, code, message) => {
  expect(classifyProblem(problem({ status, code, message }))).toEqual({ kind: 'context-exceeded', message });
});

describe('status and code', () => {
  const rows: readonly (readonly [string, Partial<TurnProblem>, object])[] = [
    ['429 without a time', { status: 429 }, { kind: 'rate-limited', retryAfterMs: null }],
    ['429 with a time', { status: 429, retryAfterMs: 5000 }, { kind: 'rate-limited', retryAfterMs: 5000 }],
    [
      '429 of a free tier: quota in words, but it ends',
      { status: 429, retryAfterMs: 34_000, message: 'You exceeded your current quota, check your plan and billing' },
      { kind: 'rate-limited', retryAfterMs: 34_000 },
    ],
    ['429 without credit', { status: 429, code: 'insufficient_quota' }, { kind: 'failed', reason: 'quota' }],
    [
      'throttled for a minute',
      { status: 429, code: 'ThrottlingException', message: 'Too many tokens, please wait' },
      { kind: 'rate-limited' },
    ],
    ['no credit', { status: 400, message: 'Your credit balance is too low' }, { kind: 'failed', reason: 'quota' }],
    ['529', { status: 529 }, { kind: 'overloaded', retryAfterMs: null }],
    ['500', { status: 500 }, { kind: 'overloaded' }],
    ['503 with a time', { status: 503, retryAfterMs: 2000 }, { kind: 'overloaded', retryAfterMs: 2000 }],
    ['500 that speaks of context', { status: 500, message: 'maximum context length' }, { kind: 'overloaded' }],
    ['504', { status: 504 }, { kind: 'timed-out' }],
    ['408', { status: 408 }, { kind: 'timed-out' }],
    ['401', { status: 401 }, { kind: 'failed', reason: 'auth' }],
    ['403', { status: 403 }, { kind: 'failed', reason: 'permission' }],
    ['404', { status: 404 }, { kind: 'failed', reason: 'unknown-model' }],
    ['302', { status: 302 }, { kind: 'failed', reason: 'redirected' }],
    ['400', { status: 400 }, { kind: 'failed', reason: 'bad-request' }],
    [
      'no tools',
      { status: 400, message: 'registry/library/gemma does not support tools' },
      { kind: 'failed', reason: 'no-tools' },
    ],
    [
      'no tools, vLLM',
      {
        status: 400,
        message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      },
      { kind: 'failed', reason: 'no-tools' },
    ],
    [
      'no tools, llama.cpp',
      { status: 500, message: 'tools param requires --jinja flag' },
      { kind: 'failed', reason: 'no-tools' },
    ],
    ['filtered request', { status: 400, code: 'content_filter' }, { kind: 'filtered' }],
    ['event: overloaded', { code: 'overloaded_error' }, { kind: 'overloaded' }],
    ['event: rate limit', { code: 'rate_limit_error' }, { kind: 'rate-limited' }],
    ['event: server error', { code: 'server_error' }, { kind: 'overloaded' }],
    ['event: auth', { code: 'authentication_error' }, { kind: 'failed', reason: 'auth' }],
    ['event: bad request', { code: 'invalid_request_error' }, { kind: 'failed', reason: 'bad-request' }],
    ['reset', { code: 'ECONNRESET TypeError', message: 'terminated' }, { kind: 'disconnected' }],
    ['no such host', { code: 'ENOTFOUND' }, { kind: 'disconnected' }],
    ['headers never came', { code: 'UND_ERR_HEADERS_TIMEOUT' }, { kind: 'timed-out' }],
    ['something else', { message: 'Unexpected token' }, { kind: 'malformed' }],
  ];
  test.each(rows)('%s', (_name, given, expected) => {
    expect(classifyProblem(problem(given))).toMatchObject(expected);
  });
});

describe('finish reasons', () => {
  const rows: readonly (readonly [string, string | null, string | null])[] = [
    ['stop', 'end_turn', null],
    ['tool-calls', 'tool_use', null],
    ['length', 'max_tokens', 'truncated'],
    ['length', 'model_context_window_exceeded', 'truncated'],
    ['content-filter', 'refusal', 'refused'],
    ['content-filter', 'stop', 'refused'],
    ['content-filter', null, 'refused'],
    ['content-filter', 'content_filter', 'filtered'],
    ['content-filter', 'SAFETY', 'filtered'],
    ['interrupted', null, 'disconnected'],
    ['error', 'MALFORMED_FUNCTION_CALL', 'malformed'],
    ['other', null, 'disconnected'],
    ['other', 'compaction', 'malformed'],
    ['some later word', null, 'malformed'],
  ];
  test.each(rows)('%s (%s) is %s', (unified, raw, kind) => {
    expect(classifyFinish({ unified, raw })?.kind ?? null).toBe(kind);
  });
});

test('whatever a provider says, a problem never becomes an answer', () => {
  fc.assert(
    fc.property(
      fc.record({
        status: fc.option(fc.integer({ min: 100, max: 999 })),
        code: fc.string(),
        message: fc.string(),
        retryAfterMs: fc.option(fc.nat()),
      }),
      (given) => {
        const { kind } = classifyProblem(given);
        expect(kind).not.toBe('replied');
        expect(kind).not.toBe('truncated');
      },
    ),
  );
});
