/** Reviewers with models of their own, models that cannot call tools, and budgets of another size: as a user sets them. */
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { type LoopbackProvider, type LoopbackRequest, startLoopbackProvider } from '../../src/testing/index.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';
import { agentOf, writeResult } from './obedient-model.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

async function start(): Promise<LoopbackProvider> {
  const provider = await startLoopbackProvider();
  providers.push(provider);
  return provider;
}

async function review(folder: string, env: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const { stdout, stderr } = await runCli(['review', '--all', '-f', 'json', '--quiet', ...flags], {
    cwd: folder,
    env: { ...env, CONSENSUS_REVIEW_STATE_DIR: createFolder() },
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as ReportDocument;
}

const HOUSE = `---
name: house-reviewer
description: Checks the rules of this house.
categories: [house]
can_veto: false
model: openai-compatible/house
---

Money is counted in cents, never in fractions.
`;

test('a custom reviewer runs on its own model beside the others, and says so on its findings', async () => {
  const provider = await start();
  provider.otherwise((request) => ({
    text: writeResult(request, {
      findings:
        request.model === 'house'
          ? [
              {
                severity: 'MEDIUM',
                category: 'house',
                file: 'src/price.ts',
                line: 1,
                issue: 'A price in fractions.',
                evidence: 'price = 9.99',
                recommendation: 'Use 999.',
              },
            ]
          : [],
    }),
  }));
  const folder = createFolder({
    'src/price.ts': 'export const price = 9.99;\n',
    '.consensus-review/reviewers/house.md': HOUSE,
  });
  const flags = ['--reviewers', 'house,security', '--model', 'openai/run', '--trust-repository'];
  const report = await review(folder, provider.environment, ...flags);
  expect(provider.requests.map(({ model }) => model).sort()).toEqual(['house', 'run']);
  const asked = provider.requests.find(({ model }) => model === 'house');
  expect(JSON.stringify(asked?.body)).toContain('Money is counted in cents');
  const [found] = report.findings.filter(({ category }) => category === 'house');
  expect(found).toMatchObject({
    status: 'confirmed',
    reported_by: [{ agent: 'house-reviewer', model: 'openai-compatible/house' }],
  });
  expect(report.complete).toBe(true);
});

describe('who is asked is for the user to say, not for the reviewed repository', () => {
  const FILES = { 'src/price.ts': 'export const price = 9.99;\n' };
  const CONFIG = 'consensus-review.config.json';
  const HOUSE_FILE = '.consensus-review/reviewers/house.md';
  const ask = async (files: Readonly<Record<string, string>>, ...flags: readonly string[]) => {
    const provider = await start();
    provider.otherwise((request) => ({ text: writeResult(request) }));
    const report = await review(createFolder({ ...FILES, ...files }), provider.environment, ...flags);
    const asked = [...new Set(provider.requests.map(({ model }) => model))].sort();
    return { asked, refused: report.warnings.filter((text) => text.includes('not used')), report };
  };
  const reviewers = ['--reviewers', 'house,security'];

  test('a custom reviewer makes no calls in a run without models, and the report says so', async () => {
    const { asked, refused, report } = await ask({ [HOUSE_FILE]: HOUSE }, ...reviewers);
    expect(asked).toEqual([]);
    expect(refused).toEqual([
      expect.stringMatching(/house-reviewer: model openai-compatible\/house.* not used, .*--trust-repository/u),
    ]);
    expect(report.complete).toBe(false);
  });

  test.each([
    [['--trust-repository'], ['house']],
    [['--reviewer-model', 'house=openai-compatible/mine'], ['mine']],
    [['--model', 'openai/run'], ['run']],
  ])('a custom reviewer is asked on a model with %j', async (flags, models) => {
    const { asked, report } = await ask({ [HOUSE_FILE]: HOUSE }, ...reviewers, ...flags);
    expect([asked, report.complete]).toEqual([models, true]);
  });

  test.each([
    { model: 'openai/theirs' },
    { panel: ['openai/theirs', 'embedded'] },
    { reviewer_models: { 'security-reviewer': 'openai/theirs' } },
  ])('a configuration file with %j names the models of a trusted repository alone [TRUST-02]', async (config) => {
    const files = { [CONFIG]: JSON.stringify(config) };
    const { asked, refused } = await ask(files, '--reviewers', 'security');
    expect([asked, refused.length]).toEqual([[], 1]);
    expect((await ask(files, '--reviewers', 'security', '--trust-repository')).asked).toEqual(['theirs']);
    const overruled = await ask(files, '--reviewers', 'security', '--model', 'openai/run', '--trust-repository');
    expect(overruled.asked).toEqual('reviewer_models' in config ? ['theirs'] : ['run']);
  });

  test('no file of the repository names a model or starts an agent program, whoever else is asked', async () => {
    const files = {
      [HOUSE_FILE]: HOUSE.replace('openai-compatible/house', 'command/claude'),
      [CONFIG]: JSON.stringify({ fallback: 'command/claude', embedding_model: 'openai/vectors' }),
    };
    const { asked, refused } = await ask(files, ...reviewers, '--model', 'openai/run');
    expect(asked).toEqual(['run']);
    expect(refused).toEqual([
      expect.stringMatching(/fallback, embedding_model; .*house-reviewer: model command\/claude/u),
    ]);
  });

  test('a model named by a flag takes the place of a panel in the configuration', async () => {
    const files = { [CONFIG]: JSON.stringify({ panel: ['openai/a', 'openai/b'] }) };
    const flags = ['--reviewers', 'security', '--model', 'openai/run', '--trust-repository'];
    expect((await ask(files, ...flags)).asked).toEqual(['run']);
  });
});

test('a model for one reviewer may leave out `-reviewer`; a reviewer that nobody knows is a mistake', async () => {
  const provider = await start();
  provider.otherwise((request) => ({ text: writeResult(request) }));
  const folder = createFolder({ 'src/a.ts': 'export const a = 1;\n' });
  await review(folder, provider.environment, '--reviewers', 'security', '--reviewer-model', 'security=openai/own');
  expect(provider.requests.map(({ model }) => model)).toEqual(['own']);
  const wrong = await runCli(['review', '--all', '--reviewer-model', 'securty=openai/own'], {
    cwd: folder,
    env: provider.environment,
  });
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('`securty`; known reviewers: security-reviewer'),
  ]);
});

/** As Ollama and vLLM say it. */
const REFUSALS = [
  'registry.ollama.ai/library/gemma3:4b does not support tools',
  '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
];

const hasTools = ({ body }: LoopbackRequest): boolean => Array.isArray(body.tools) && body.tools.length > 0;
const words = (count: number): string => Array.from({ length: count }, (_, i) => `const w${i} = ${i};`).join('\n');
/** Large enough for a branch each. */
const LARGE = { 'src/auth.ts': words(1200), 'src/b.ts': words(1200), 'src/c.ts': words(1200) };

test.each(REFUSALS)('a model that answers "%s" is handed its files one by one', async (message) => {
  const provider = await start();
  provider.otherwise((request) =>
    hasTools(request) ? { fault: { kind: 'status', status: 400, message } } : { text: writeResult(request) },
  );
  const flags = ['--reviewers', 'security', '--model', 'ollama/small'];
  const report = await review(createFolder(LARGE), provider.environment, ...flags);
  expect(report.budget.isolation).toBe('branch');
  expect(report.notes).toEqual([
    'security-reviewer: ollama/small cannot call tools, so its files were handed over one by one',
  ]);
  expect(report.complete).toBe(true);
  expect(report.agents.every(({ status }) => status === 'completed')).toBe(true);
  expect(provider.requests.filter((request) => !hasTools(request)).length).toBeGreaterThanOrEqual(3);
});

test('a model that is configured as one without tools is never offered any', async () => {
  const provider = await start();
  provider.otherwise((request) => ({ text: writeResult(request) }));
  const env = { ...provider.environment, CONSENSUS_REVIEW_MODELS_WITHOUT_TOOLS: 'ollama/small' };
  const report = await review(createFolder(LARGE), env, '--reviewers', 'security', '--model', 'ollama/small');
  expect(provider.requests.some(hasTools)).toBe(false);
  expect(provider.requests.map(agentOf)).toContain('security-reviewer');
  expect([report.complete, report.notes]).toEqual([true, []]);
});

test('complexity is off by default; complex work raises budgets up to 32768, simple work lowers them [REV-22]', async () => {
  const folder = createFolder({ 'src/a.ts': 'a();\n' });
  const budgetsFor = async (env: Readonly<Record<string, string>>, scope = folder): Promise<readonly number[]> => {
    const { stdout } = await runCli(['plan', '--all', '-f', 'json', '--reviewers', 'security,documentation'], {
      cwd: scope,
      env,
    });
    const { agents } = JSON.parse(stdout) as { agents: readonly { budget_tokens: number }[] };
    return agents.map(({ budget_tokens }) => budget_tokens);
  };
  const [plain, complex, simple] = await Promise.all([
    budgetsFor({}),
    budgetsFor({ CONSENSUS_REVIEW_COMPLEXITY: 'complex' }),
    budgetsFor({ CONSENSUS_REVIEW_COMPLEXITY: 'simple' }),
  ]);
  expect(plain.map((budget) => Math.round(budget / 100))).toEqual([82, 41]);
  expect(complex.map((budget, i) => Math.round((100 * budget) / (plain[i] ?? 1)))).toEqual([150, 150]);
  expect(simple.map((budget, i) => Math.round((100 * budget) / (plain[i] ?? 1)))).toEqual([75, 75]);
  // At the largest scale 8192 × 4 × 1.5 would be 49152.
  const huge = createFolder(
    Object.fromEntries(Array.from({ length: 10 }, (_, i) => [join('src', `${i}.ts`), words(1200)])),
  );
  expect(await budgetsFor({ CONSENSUS_REVIEW_COMPLEXITY: 'complex' }, huge)).toEqual([32_768, 24_576]);
});
