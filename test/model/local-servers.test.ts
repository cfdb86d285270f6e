/** Servers on the user's machine: what they publish decides budgets, turns and times; loopback stand-ins answer as documented. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { PlanDocument } from '../../src/protocol/report/plan-document.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { type LoopbackProvider, type LoopbackRequest, startLoopbackProvider } from '../../src/testing/index.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

const textsOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Object.values((value ?? {}) as object)
        .map(textsOf)
        .join('\n');

/** Room that a request takes with its answer, at three characters a token: less than code has with any of these tokenizers. */
const tokensOf = ({ body }: LoopbackRequest): number =>
  Math.ceil(textsOf([body.messages, body.tools ?? []]).length / 3) + Number(body.max_tokens);

interface Asked {
  readonly response_format?: {
    readonly json_schema: { readonly schema: { readonly properties: Record<string, { enum: string[] }> } };
  };
}

const isMeasurement = ({ body }: LoopbackRequest): boolean => JSON.stringify(body).includes('Count upwards');

/** Keeps to the schema where there is one, and else to the frame; finds nothing. */
function answer(request: LoopbackRequest): string {
  if (isMeasurement(request)) return 'one, two, three';
  const text = JSON.stringify(request.body);
  const agent = /# ([a-z-]+-reviewer)\\n/u.exec(text)?.[1] ?? '';
  const end = (request.body as Asked).response_format?.json_schema.schema.properties.end?.enum[0];
  if (end !== undefined) return JSON.stringify({ agent, findings: [], verdict: 'OK', end });
  const marker = /===AGENT_RESULT_END:[0-9a-f]+===/u.exec(text)?.[0];
  return `===AGENT_RESULT===\n${JSON.stringify({ agent, findings: [], verdict: 'OK' })}\n${marker}\n`;
}

/** A server, and how many calls it had before it at the same time. */
async function serve(pages: Readonly<Record<string, object>>) {
  const provider = await startLoopbackProvider();
  providers.push(provider);
  for (const [path, page] of Object.entries(pages)) provider.publish(path, page);
  let open = 0;
  let most = 0;
  provider.otherwise((request) => {
    open += 1;
    most = Math.max(most, open);
    return {
      text: answer(request),
      latencyMs: 2,
      onEnd: () => {
        open -= 1;
      },
    };
  });
  const reviews = (): readonly LoopbackRequest[] => provider.requests.filter((request) => !isMeasurement(request));
  return { provider, reviews, mostAtOnce: () => most };
}

const code = (lines: number): string =>
  Array.from({ length: lines }, (_, i) => `export const value${i} = ${i} * 2;\n`).join('');
const FILES = {
  'src/a.ts': code(20),
  'src/b.ts': code(300),
  'src/c.ts': code(5),
  'AGENTS.md': 'Queries go through the query builder.\n'.repeat(200),
};

const run = async (args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) => {
  const {
    stdout,
    stderr,
    code: exit,
  } = await runCli([...args, '--all', '-f', 'json', '--quiet'], {
    cwd,
    env: { ...env, CONSENSUS_REVIEW_STATE_DIR: createFolder() },
  });
  return { stdout, stderr, exit };
};

const llama = (window: number, slots: number) => ({
  '/props': {
    default_generation_settings: { n_ctx: window },
    total_slots: slots,
    chat_template_caps: { supports_tools: true },
  },
});

test.each([
  ['llamacpp/m', 4096, 1, llama(4096, 1)],
  ['llamacpp/m', 8192, 2, llama(8192, 2)],
  [
    'ollama/m',
    8192,
    1,
    {
      '/api/show': { details: {}, capabilities: ['completion'] },
      '/api/ps': { models: [{ name: 'm:latest', context_length: 8192 }] },
    },
  ],
  [
    'lmstudio/m',
    4096,
    3,
    {
      '/api/v1/models': {
        models: [{ key: 'm', loaded_instances: [{ id: 'm', config: { context_length: 4096, parallel: 3 } }] }],
      },
    },
  ],
  ['vllm/m', 8192, 8, { '/v1/models': { data: [{ id: 'm', max_model_len: 8192 }] } }],
  ['vllm/m', 32_768, 8, { '/v1/models': { data: [{ id: 'm', max_model_len: 32_768 }] } }],
] as const)(
  '%s with a window of %i and %i calls at once: every call fits, every line is reviewed',
  async (model, window, slots, pages) => {
    const { provider, reviews, mostAtOnce } = await serve(pages);
    const folder = createFolder(FILES);
    const reviewers = ['--reviewers', 'security,code-quality,documentation'];
    const review = await run(['review', '--model', model, ...reviewers], folder, provider.environment);
    expect(review.stderr).toBe('');
    const report = JSON.parse(review.stdout) as ReportDocument;
    expect({ complete: report.complete, warnings: report.warnings }).toEqual({ complete: true, warnings: [] });
    expect(Math.max(...reviews().map(tokensOf))).toBeLessThanOrEqual(window);
    expect(mostAtOnce()).toBeLessThanOrEqual(slots);
    const isSmall = window < 16_384;
    expect(reviews().every(({ body }) => 'response_format' in body === isSmall)).toBe(true);
    const { stdout } = await run(['plan', '--model', model, ...reviewers], folder, provider.environment);
    const plan = JSON.parse(stdout) as PlanDocument;
    expect(plan.agents.map(({ window_tokens }) => window_tokens)).toEqual([window, window, window]);
    const budgets = report.agents.map(({ budget_tokens }) => budget_tokens);
    expect(Math.max(...plan.agents.map(({ budget_tokens }) => budget_tokens))).toBe(Math.max(...budgets));
    expect(budgets.every((tokens) => tokens < window)).toBe(true);
  },
);

test('a window that holds no review is refused before anything is read, and says what to do', async () => {
  const { provider, reviews } = await serve(llama(2048, 4));
  for (const command of ['review', 'plan', 'audit']) {
    const { exit, stderr } = await run([command, '--model', 'llamacpp/m'], createFolder(FILES), provider.environment);
    expect(exit).toBe(2);
    expect(stderr).toContain('llamacpp/m has 2,048 tokens');
    expect(stderr).toContain('-c 8192 --parallel 1');
  }
  expect(reviews()).toEqual([]);
});

test('an audit on a server with one slot: one agent at a time, no budget beyond the window', async () => {
  const { provider, reviews, mostAtOnce } = await serve(llama(16_384, 1));
  const files = { 'src/app.py': 'import os\n\n\ndef ping(host):\n    os.system("ping -c 1 " + host)\n' };
  const args = ['audit', '--mode', 'quick', '--agents', '3', '--yes', '--model', 'llamacpp/m'];
  const folder = createFolder(files);
  const { stdout } = await run(args, folder, provider.environment);
  const report = JSON.parse(stdout) as ReportDocument;
  const planned = ['plan', 'audit', '--mode', 'quick', '--agents', '3', '--model', 'llamacpp/m'];
  const plan = JSON.parse((await run(planned, folder, provider.environment)).stdout) as PlanDocument;
  for (const { budget_tokens, window_tokens } of plan.agents)
    expect([budget_tokens < 16_384, window_tokens]).toEqual([true, 16_384]);
  expect(reviews().length).toBeGreaterThan(1);
  expect(mostAtOnce()).toBe(1);
  expect(Math.max(...report.agents.map(({ budget_tokens }) => budget_tokens))).toBeLessThan(16_384);
});

test('a window that nobody publishes can be set, and what was known of a server is replayed without it', async () => {
  const { provider, reviews } = await serve(llama(8192, 1));
  const folder = createFolder(FILES);
  const env = { ...provider.environment, CONSENSUS_REVIEW_CONTEXT_WINDOWS: 'openai-compatible/m=4096' };
  await run(['review', '--model', 'openai-compatible/m', '--reviewers', 'security'], folder, env);
  expect(Math.max(...reviews().map(tokensOf))).toBeLessThanOrEqual(4096);
  const recording = join(createFolder(), 'run.jsonl');
  const flags = ['--reviewers', 'security'];
  const live = await run(
    ['review', '--model', 'llamacpp/m', ...flags, '--record', recording],
    folder,
    provider.environment,
  );
  await provider.close();
  const replayed = await run(['review', ...flags, '--replay', recording], folder, {});
  expect(replayed.stdout).toBe(live.stdout);
  expect(JSON.parse(live.stdout)).toMatchObject({ complete: true });
});

test('doctor measures a local server and says which settings follow', async () => {
  const { provider } = await serve(llama(8192, 1));
  const { stdout } = await runCli(['doctor', '--model', 'llamacpp/m'], {
    cwd: createFolder(),
    env: provider.environment,
  });
  expect(stdout).toMatch(/model llamacpp\/m +answers; costs nothing\n/u);
  expect(stdout).toMatch(
    /server of llamacpp\/m +llama\.cpp: window 8,192 tokens, 1 call at once; reads (?:\d\.\d|[\d,]{2,}) and writes (?:\d\.\d|[\d,]{2,}) tokens per second, calls no tools, keeps to no JSON schema/u,
  );
  expect(stdout).toMatch(
    /settings for llamacpp\/m +taken by themselves: budgets of at most 5,070 tokens, 1 reviewer at a time, one file at a time, --agent-timeout 5m/u,
  );
});

test('where no server is, doctor says where it was looked for, and a plan that its budgets are cut to no window', async () => {
  const env = { LLAMACPP_BASE_URL: 'http://127.0.0.1:9' };
  const folder = createFolder(FILES);
  const { stdout: doctor } = await runCli(['doctor', '--model', 'llamacpp/m'], { cwd: folder, env });
  expect(doctor).toContain(
    'No server answers at http://127.0.0.1:9/v1: start it, or set LLAMACPP_BASE_URL to its address',
  );
  const plan = async (more: Record<string, string>): Promise<readonly string[]> => {
    const { stdout } = await runCli(['plan', '--all', '--model', 'llamacpp/m', '-f', 'json'], {
      cwd: folder,
      env: { ...env, ...more },
    });
    return JSON.parse(stdout).warnings;
  };
  expect(await plan({})).toEqual([
    expect.stringContaining('no server says how large the window of llamacpp/m is, so no budget is cut to it.'),
  ]);
  expect(await plan({ CONSENSUS_REVIEW_CONTEXT_WINDOWS: 'llamacpp/m=8192' })).toEqual([]);
});

test('a plan says "more on request" where the model can ask, and that it is shown less the smaller the change is', async () => {
  const lines = Array.from({ length: 300 }, (_, i) => `export const value${i} = compute(${i});`);
  const folder = createFolder({ 'src/a.ts': `${lines.join('\n')}\n` });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'before');
  const shown: number[] = [];
  for (const [window, changed, asks] of [
    [8192, 1, false],
    [32_768, 1, true],
    [32_768, 120, true],
  ] as const) {
    const text = lines.map((line, i) => (i < changed ? `${line} // changed` : line)).join('\n');
    writeFileSync(join(folder, 'src/a.ts'), `${text}\n`);
    const { provider } = await serve(llama(window, 1));
    const flags = ['plan', '--model', 'llamacpp/m', '--reviewers', 'security'];
    const { stdout: page } = await runCli([...flags, '-f', 'markdown'], { cwd: folder, env: provider.environment });
    expect(page).toMatch(/\*\*Shown:\*\* \d[\d,]* of [\d,]+ tokens: changes with their functions/u);
    expect([window, page.includes('more on request')]).toEqual([window, asks]);
    const { stdout } = await runCli([...flags, '-f', 'json'], { cwd: folder, env: provider.environment });
    shown.push(JSON.parse(stdout).estimate.input_tokens);
  }
  expect(shown[1]).toBeLessThan(shown[2] ?? 0);
});
