/** How whole reviews fare with a provider that is full, gone, or too slow: seen from the provider's side. */
import { expect, test } from 'vitest';
import { REVIEWERS, type ReviewerProfile } from '../../src/protocol/reviewers/reviewer.ts';
import { type LoopbackProvider, type LoopbackReply, startLoopbackProvider } from '../../src/testing/index.ts';
import { answerDiligently } from './diligent-model.ts';
import { CLOCK_SCALE, reviewOverHttp } from './review-over-http.ts';

const FILES = { 'src/a.ts': 'const first = 1;\nconst second = 2;\n' };
const USAGE = { inputTokens: 2000, outputTokens: 300 };
const hire = (count: number): readonly ReviewerProfile[] =>
  Array.from({ length: count }, (_, i) => ({ ...(REVIEWERS[0] as ReviewerProfile), name: `reviewer-${i}` }));

async function withProvider<T>(use: (provider: LoopbackProvider) => Promise<T>): Promise<T> {
  const provider = await startLoopbackProvider();
  try {
    return await use(provider);
  } finally {
    await provider.close();
  }
}

test('calls at once are halved when the provider says too many, and grow again', () =>
  withProvider(async (provider) => {
    const inFlight: number[] = [];
    let active = 0;
    let refusedAt: number | null = null;
    // However long it takes until all eight have asked.
    const areThere = Promise.withResolvers<void>();
    provider.otherwise((request) => {
      active += 1;
      inFlight.push(active);
      const onEnd = (): void => {
        active -= 1;
      };
      // All eight are there: one of them is too many.
      if (active === 8 && refusedAt === null) {
        refusedAt = inFlight.length;
        areThere.resolve();
        return { fault: { kind: 'rate-limit' }, onEnd };
      }
      const turns = (request.body.messages as { role: string }[]).filter(({ role }) => role === 'assistant').length;
      const goOn = { text: 'I go on.', toolCalls: [{ name: 'file_done', input: { path: 'src/a.ts' } }] };
      const { reply } = answerDiligently(request);
      return { ...(turns < 9 ? goOn : reply), until: areThere.promise, latencyMs: 250, usage: USAGE, onEnd };
    });
    const { report } = await reviewOverHttp(provider, { model: 'anthropic/loopback', files: FILES, roster: hire(8) });
    expect([report.complete, refusedAt === null]).toEqual([true, false]);
    // Four; five after the next four that end well, then six after five more: no more than fourteen have ended by then.
    const after = inFlight.slice(refusedAt ?? 0);
    expect(Math.max(...after.slice(0, 8))).toBeLessThanOrEqual(6);
    expect(Math.max(...after)).toBeGreaterThan(6);
  }));

test('a model that keeps failing rests, and only that one', () =>
  withProvider(async (provider) => {
    const failedAtMs: number[] = [];
    provider.otherwise((request): LoopbackReply => {
      if (request.model !== 'broken') return { ...answerDiligently(request).reply, usage: USAGE };
      failedAtMs.push(performance.now());
      return { fault: { kind: 'server-error' } };
    });
    const { report } = await reviewOverHttp(provider, {
      model: 'anthropic/broken',
      files: FILES,
      roster: hire(4),
      clockScale: 25,
      config: { reviewerModels: { 'reviewer-3': 'anthropic/sound' } },
    });
    expect(report.agents.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'completed']);
    expect(report.complete).toBe(false);
    // Some others may have been on their way when the fifth failure was told; then nobody asks for 15 seconds.
    const pauses = failedAtMs.slice(5, 11).map((at, i) => at - (failedAtMs[i + 4] ?? 0));
    expect(Math.max(...pauses)).toBeGreaterThanOrEqual(15_000 / 25);
  }));

test('a review that ends before its last call has paid for it', () =>
  withProvider(async (provider) => {
    provider.otherwise(() => ({ text: 'word '.repeat(500), usage: USAGE, fault: { kind: 'stall', atByte: 2000 } }));
    const review = { model: 'openai/loopback', files: FILES, agentTimeoutMs: 300 * CLOCK_SCALE };
    const { report } = await reviewOverHttp(provider, review);
    expect(report.agents[0]).toMatchObject({ status: 'truncated', cutoff_reason: 'timeout', files_reviewed: 0 });
    expect(report.complete).toBe(false);
    expect(report.usage.input_tokens).toBeGreaterThanOrEqual(provider.billed().inputTokens);
    expect(report.usage.output_tokens).toBeGreaterThanOrEqual(provider.billed().outputTokens);
  }));

test('where the model is lost its fallback answers, and every finding says so', () =>
  withProvider(async (provider) => {
    provider.otherwise((request) =>
      request.model === 'first'
        ? { fault: { kind: 'overloaded' } }
        : { ...answerDiligently(request).reply, usage: USAGE },
    );
    const { report, outcomes } = await reviewOverHttp(provider, {
      model: 'anthropic/first',
      files: FILES,
      config: { fallback: 'openai-compatible/second' },
    });
    expect(outcomes.filter((kind) => kind === 'replied')).toHaveLength(2);
    expect(report.complete).toBe(true);
    expect(report.findings.map(({ reported_by }) => reported_by.map(({ model }) => model))).toEqual([
      ['openai-compatible/second'],
      ['openai-compatible/second'],
    ]);
  }));

test('agents wait for one another where a limit holds what they use, but not what all of them may use at once', () =>
  withProvider(async (provider) => {
    provider.otherwise((request) => ({ ...answerDiligently(request).reply, latencyMs: 30, usage: USAGE }));
    const { report } = await reviewOverHttp(provider, {
      model: 'anthropic/loopback',
      files: FILES,
      roster: hire(6),
      config: { maxTokens: 40_000 },
    });
    expect([report.complete, report.warnings]).toEqual([true, []]);
    const { inputTokens, outputTokens } = provider.billed();
    expect(inputTokens + outputTokens).toBeLessThanOrEqual(40_000);
  }));
