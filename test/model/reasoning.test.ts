/** Thoughts of models: asked for in the words of each provider within the grant, counted in the report, charged to the agent. */
import { afterEach, expect, test } from 'vitest';
import { type LoopbackProvider, type LoopbackRequest, startLoopbackProvider } from '../../src/testing/index.ts';
import { reviewOverHttp } from './review-over-http.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

const inForm = ({ body }: LoopbackRequest): string =>
  `===AGENT_RESULT===\n{"agent":"security-reviewer","findings":[],"verdict":"OK"}\n${/===AGENT_RESULT_END:[0-9a-f]+===/u.exec(JSON.stringify(body))?.[0]}\n`;

async function review(model: string, reasoning: 'none' | 'low' | null, reasoningTokens = 300) {
  const provider = await startLoopbackProvider();
  providers.push(provider);
  provider.otherwise((request) => ({
    text: inForm(request),
    usage: { inputTokens: 500, outputTokens: reasoningTokens + 40, reasoningTokens },
  }));
  const { report } = await reviewOverHttp(provider, {
    model,
    files: { 'src/a.ts': 'query(input)\n' },
    config: { reasoning },
  });
  return { report, body: provider.requests[0]?.body as Record<string, unknown>, calls: provider.requests.length };
}

/** The most that one answer may write; no reviewer has more room than its budget. */
const MOST = 16_384;

test.each([
  ['openai/gpt-6-sol', 'max_output_tokens', { reasoning: expect.objectContaining({ effort: 'low' }) }],
  ['openai-compatible/any', 'max_tokens', { reasoning_effort: 'low' }],
  ['anthropic/claude-sonnet-5-5', 'max_tokens', { output_config: { effort: 'low' } }],
  ['anthropic/claude-sonnet-4-5', 'max_tokens', { thinking: { type: 'enabled', budget_tokens: expect.any(Number) } }],
])('%s is told how much it may think, and %s holds for all of it', async (model, limit, words) => {
  const plain = (await review(model, null)).body;
  const { body, report } = await review(model, 'low');
  expect(body).toMatchObject(words);
  expect(body[limit]).toBe(plain[limit]);
  expect(body[limit]).toBeLessThanOrEqual(MOST);
  for (const word of Object.keys(words)) expect(JSON.stringify(plain[word] ?? null)).not.toContain('low');
  expect([report.complete, report.usage.reasoning_tokens, report.usage.output_tokens]).toEqual([true, 300, 340]);
  expect(report.usage.ledger[0]?.reasoning_tokens).toBe(300);
});

test('thoughts that are billed and never sent use up the budget of the agent', async () => {
  const few = (await review('openai/gpt-6-sol', null, 300)).report;
  const more = (await review('openai/gpt-6-sol', null, 2300)).report;
  const usedOf = ({ agents }: typeof few) => agents[0]?.used_tokens ?? 0;
  expect(usedOf(more) - usedOf(few)).toBe(2000);
});
