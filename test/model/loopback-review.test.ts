import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  type LoopbackProvider,
  type LoopbackReply,
  type LoopbackRequest,
  startLoopbackProvider,
} from '../../src/testing/index.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';
import { writeDecisions } from './verifying-model.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

async function start(...script: readonly LoopbackReply[]): Promise<LoopbackProvider> {
  const provider = await startLoopbackProvider(...script);
  providers.push(provider);
  return provider;
}

const endOf = ({ body }: LoopbackRequest): string =>
  /===AGENT_RESULT_END:[0-9a-f]+===/u.exec(JSON.stringify(body))?.[0] ?? 'no end marker was asked for';

const answer = (fields: object = {}): LoopbackReply => ({
  textFor: (request) =>
    `===AGENT_RESULT===\n${JSON.stringify({ agent: 'security-reviewer', findings: [], verdict: 'OK', ...fields })}\n${endOf(request)}\n`,
  usage: { inputTokens: 900, outputTokens: 80 },
});

/** What the project says of itself reaches the model as data. */
const GUIDE = 'Queries go through the query builder.';
const FILES = {
  'AGENTS.md': `${GUIDE}\n`,
  'src/login.ts': 'export const login = (input: string) => query(input);\n',
};
const FINDING = {
  severity: 'HIGH',
  category: 'injection',
  file: 'src/login.ts',
  line: 1,
  issue: 'The query is built from input.',
  evidence: 'query(input)',
  recommendation: 'Bind the value.',
  cwe: 'CWE-89',
};

test.each(['anthropic/loopback', 'openai/loopback', 'openai-compatible/loopback'])(
  'a review by %s over real HTTP: findings, coverage and bill; replayed byte for byte without it',
  async (model) => {
    const provider = await start(
      { toolCalls: [{ name: 'report_finding', input: FINDING }], usage: { inputTokens: 500, outputTokens: 60 } },
      answer({ verdict: 'WARN' }),
      {
        textFor: (request) => writeDecisions(request, [{ verdict: 'confirmed' }]),
        usage: { inputTokens: 300, outputTokens: 40 },
      },
    );
    const folder = createFolder(FILES);
    const recording = join(createFolder(), 'run.jsonl');
    const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder() };
    const args = ['review', '--all', '--reviewers', 'security', '-f', 'json', '--quiet'];
    const live = await runCli([...args, '--model', model, '--verify', 'auto', '--record', recording], {
      cwd: folder,
      env: { ...env, ...provider.environment },
    });
    expect(live.stderr).toBe('');
    const report = JSON.parse(live.stdout);
    expect(report.findings.map((f: { status: string; file: string }) => [f.status, f.file])).toEqual([
      ['confirmed', 'src/login.ts'],
    ]);
    expect(report.findings[0].reported_by).toEqual([{ agent: 'security-reviewer', round: 1, rule: null, model }]);
    expect(report).toMatchObject({ complete: true, verdict: 'WARN', run: { model } });
    expect(report.usage).toMatchObject({ calls: 3, input_tokens: 1700, output_tokens: 180 });
    expect(report.usage.ledger).toMatchObject([
      { model, calls: 2, input_tokens: 1400, output_tokens: 140 },
      { agent: 'verifier-01', model, calls: 1, input_tokens: 300, output_tokens: 40 },
    ]);
    expect(report.findings[0].extra.verification.outcome).toBe('confirmed');
    provider.assertPlayed();
    expect(JSON.stringify(provider.requests[0]?.body)).toContain(GUIDE);
    await provider.close();
    const replayed = await runCli([...args, '--replay', recording], { cwd: folder, env });
    expect(replayed.stderr).toBe('');
    expect(replayed.stdout).toBe(live.stdout);
  },
);

const markedOf = ({ body }: LoopbackRequest): readonly boolean[] =>
  (body.messages as readonly object[]).map((message) => JSON.stringify(message).includes('cache_control'));

test('a shared scope is one prefix, the same to the byte for every reviewer; each turn goes on from a kept one', async () => {
  const provider = await start();
  provider.otherwise((request) =>
    (request.body.messages as readonly object[]).length > 3
      ? (answer().replyFor?.(request) ?? answer())
      : { toolCalls: [{ name: 'file_done', input: { path: 'src/login.ts' } }] },
  );
  await runCli(
    ['review', '--all', '--reviewers', 'security,code-quality', '--quiet', '--model', 'anthropic/loopback'],
    {
      cwd: createFolder(FILES),
      env: { ...provider.environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() },
    },
  );
  const shared = provider.requests.map(({ body }) => JSON.stringify([body.tools, body.system]));
  expect(shared).toHaveLength(6);
  expect(new Set(shared).size).toBe(1);
  expect(shared[0]).toContain('query(input)');
  expect(shared[0]).toContain('cache_control');
  const marks = provider.requests.map(markedOf).sort((a, b) => a.length - b.length);
  expect(marks.filter((_, i) => i % 2 === 0)).toEqual([[true], [true, false, true], [false, false, true, false, true]]);
});

test.each([
  ['openai/loopback', { estimated_calls: 1, unpriced_calls: 1, cost_usd: 0 }],
  ['openai/gpt-4.1', { estimated_calls: 1, unpriced_calls: 0 }],
])('usage that %s does not tell is the worst case, and marked', async (model, usage) => {
  const provider = await start({ ...answer(), usageOnWire: 'missing' });
  const { stdout } = await runCli(
    ['review', '--all', '--reviewers', 'security', '-f', 'json', '--quiet', '--model', model],
    { cwd: createFolder(FILES), env: { ...provider.environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() } },
  );
  const report = JSON.parse(stdout);
  expect(report.usage).toMatchObject({ calls: 1, ...usage });
  expect(report.usage.output_tokens).toBeGreaterThan(80);
  expect(report.usage.cost_usd > 0).toBe(usage.unpriced_calls === 0);
});

test('a wait for the provider is said while it lasts', async () => {
  const provider = await start({ fault: { kind: 'rate-limit', retryAfterSeconds: 1 } }, answer());
  const { stderr, code } = await runCli(
    ['review', '--all', '--reviewers', 'security', '-f', 'json', '--model', 'openai/loopback'],
    { cwd: createFolder(FILES), env: { ...provider.environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() } },
  );
  expect(stderr).toMatch(/security-reviewer: openai\/loopback rate-limited, asked again in [12] s/u);
  expect(code).toBe(0);
});

test('a provider that fails is a failed reviewer with a reason, never a clean report', async () => {
  const provider = await start({ fault: { kind: 'status', status: 401, message: 'bad key' } });
  const folder = createFolder(FILES);
  const { code, stdout } = await runCli(
    ['review', '--all', '--reviewers', 'security', '-f', 'json', '--quiet', '--model', 'anthropic/loopback'],
    { cwd: folder, env: { ...provider.environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() } },
  );
  const report = JSON.parse(stdout);
  expect([code, report.complete, report.agents[0].status]).toEqual([4, false, 'failed']);
  expect(report.warnings.join('\n')).toContain('bad key');
});

test('a plan never calls an unknown price nothing, and refuses it like the review where money is limited', async () => {
  const provider = await start();
  const at = { cwd: createFolder(FILES), env: { ...provider.environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() } };
  const plan = ['plan', '--all', '--reviewers', 'security', '--model', 'openai/loopback'];
  const shown = await runCli(plan, at);
  expect(shown.stdout).toMatch(/\*\*Estimate:\*\* about .* out, price unknown$/mu);
  const limited = await runCli([...plan, '--max-cost', '1'], at);
  expect([limited.code, limited.stderr]).toEqual([
    2,
    expect.stringContaining('the price of openai/loopback is unknown'),
  ]);
  const local = await runCli([...plan.slice(0, -1), 'ollama/x', '--max-cost', '1'], at);
  expect(local.stdout).toContain('$0.00');
});

test('a model nobody knows the price of cannot have a limit in money', async () => {
  const folder = createFolder(FILES);
  const { code, stderr } = await runCli(
    ['review', '--all', '--quiet', '--model', 'anthropic/loopback', '--max-cost', '1'],
    { cwd: folder, env: { ANTHROPIC_API_KEY: 'x', CONSENSUS_REVIEW_STATE_DIR: createFolder() } },
  );
  expect(code).toBe(2);
  expect(stderr).toContain('anthropic/loopback');
});
