/** Providers over real HTTP that send far more than they were granted: what is read of it, and what a whole run takes. */
import { afterEach, describe, expect, test } from 'vitest';
import { planReview } from '../../src/engine/review/plan-review.ts';
import { createRunAccount } from '../../src/protocol/budget/run-account.ts';
import {
  createScriptedDriver,
  createTestEngine,
  LOOPBACK_MODELS,
  type LoopbackProvider,
  type LoopbackReply,
  startLoopbackProvider,
  writeWords,
} from '../../src/testing/index.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';
import { counter, reviewOverHttp } from './review-over-http.ts';

const open: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of open.splice(0)) await provider.close();
});

const CHUNK_BYTES = 65_536;
const TEN_MEGABYTES = 'let word = "a word and another"; '.repeat(330_000);
const SAMPLE = TEN_MEGABYTES.slice(0, 100_000);
const BYTES_PER_TOKEN = SAMPLE.length / counter.count(SAMPLE);
const LIE = { inputTokens: 1, outputTokens: 1 };
const FILES = { 'src/a.ts': 'export const a = 1;\n', 'src/b.ts': 'export const b = 2;\n' };
/** Frames of events around pieces of 2,000 characters, and quotes that are escaped. */
const FRAMES = 1.5;

const TRICKS: Readonly<Record<string, LoopbackReply>> = {
  '10 MB of arguments': {
    toolCalls: [{ name: 'report_finding', input: `{"issue":${JSON.stringify(TEN_MEGABYTES)}}` }],
  },
  '10 MB of arguments of a tool that there is not': { toolCalls: [{ name: 'x', input: TEN_MEGABYTES }] },
  '10 MB of text': { text: TEN_MEGABYTES },
};

/** The network, with the bytes that our process took from it. */
function watchNetwork() {
  const read = { bytes: 0, calls: 0 };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    read.calls += 1;
    const response = await globalThis.fetch(input, init);
    const count = new TransformStream<Uint8Array, Uint8Array>(
      {
        transform(chunk, output) {
          read.bytes += chunk.byteLength;
          output.enqueue(chunk);
        },
      },
      undefined,
      { highWaterMark: 0 },
    );
    return new Response(response.body?.pipeThrough(count) ?? null, response);
  };
  return { read, fetch };
}

describe.each(Object.values(LOOPBACK_MODELS))('%s', (model) => {
  test.each(Object.keys(TRICKS))(
    '%s in every answer: each is cut at what was granted, and the run stays under its cap [TRUST-04]',
    async (trick) => {
      const provider = await startLoopbackProvider();
      open.push(provider);
      provider.otherwise(() => ({ ...TRICKS[trick], argumentChars: 2000, chunkChars: 2000, usage: LIE }));
      const { read, fetch } = watchNetwork();
      const maxTokens = 50_000;
      const { report, outcomes } = await reviewOverHttp(provider, {
        model,
        files: FILES,
        config: { maxTokens },
        provider: { fetch },
      });
      expect(report.complete).toBe(false);
      expect(new Set(outcomes)).toEqual(new Set(['aborted']));
      const sent = provider.requests.reduce((sum, { body }) => sum + counter.count(JSON.stringify(body)), 0);
      const got = (read.bytes - read.calls * CHUNK_BYTES) / FRAMES / BYTES_PER_TOKEN;
      expect(sent + got).toBeLessThanOrEqual(1.02 * maxTokens);
      expect(read.bytes).toBeLessThan(300_000);
    },
  );

  test('10 MB of arguments in one event: it is not waited for [TRUST-04]', async () => {
    const provider = await startLoopbackProvider();
    open.push(provider);
    provider.otherwise(() => ({ toolCalls: [{ name: 'x', input: TEN_MEGABYTES }], usage: LIE }));
    const { read, fetch } = watchNetwork();
    const { outcomes } = await reviewOverHttp(provider, { model, files: FILES, provider: { fetch } });
    expect(new Set(outcomes)).toEqual(new Set(['overrun']));
    expect(read.bytes / read.calls).toBeLessThan(1_000_000);
  });
});

describe('the most tokens that a run may take', () => {
  const FLAGS = ['--all', '-f', 'json', '--quiet'];
  const MODEL = ['--model', 'openai-compatible/made-up'];

  test.each<[string, readonly string[], readonly string[]]>([
    ['a review', [], MODEL],
    ['a panel', [], ['--panel', 'openai-compatible/made-up,openai-compatible/other']],
    ['an audit', ['audit'], MODEL],
  ])(
    'stand in the plan of %s, which are those that were asked for where there is a limit [TRUST-04]',
    async (_name, playbook, models) => {
      const folder = createFolder(FILES);
      const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder(), OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1' };
      const plan = async (...more: readonly string[]) => {
        const { stdout, stderr } = await runCli(['plan', ...playbook, ...FLAGS, ...models, ...more], {
          cwd: folder,
          env,
        });
        expect(stderr).toBe('');
        const { estimate } = JSON.parse(stdout);
        expect(Object.keys(estimate).slice(-2)).toEqual(['max_tokens', 'max_cost_usd']);
        return estimate;
      };
      const free = await plan();
      expect(free.max_tokens).toBeGreaterThan(free.input_tokens + free.output_tokens);
      expect(free.max_cost_usd).toBeNull();
      expect(await plan('--max-tokens', '70000')).toMatchObject({ max_tokens: 70_000, max_cost_usd: null });
    },
  );

  test.each([
    [null, 1_500_000, 6_000_000],
    [4096, 50_000, 600_000],
  ])('is the same figure in the plan and in the run (window %j) [TRUST-04]', async (windowTokens, least, most) => {
    const bounds: number[] = [];
    const limits = { windowTokens, slots: null, agentTimeoutMs: null };
    const driver = { ...createScriptedDriver({}), name: 'made/up', hasContext: true, limits };
    const account = { ...createRunAccount({ maxTokens: null, maxCostUsd: null, reservedTokens: 0 }) };
    const engine = createTestEngine({
      files: { 'a.ts': writeWords(500, 10), 'b.md': writeWords(300, 3) },
      driver,
      ports: { account: { ...account, bound: (tokens) => void bounds.push(tokens) } },
    });
    await engine.run();
    const { estimate } = await planReview(engine.request, {
      ...engine.ports,
      canReview: () => true,
      priceOf: () => null,
    });
    expect(bounds).toEqual([estimate.max_tokens]);
    expect(estimate.max_tokens).toBeGreaterThan(least);
    expect(estimate.max_tokens).toBeLessThan(most);
  });
});
