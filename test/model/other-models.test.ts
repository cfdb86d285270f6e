/** Reviewers with models of their own, models that cannot call tools, and budgets of another size: as a user sets them. */
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report-document.ts';
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
  const report = await review(folder, provider.environment, '--reviewers', 'house,security', '--model', 'embedded');
  expect(provider.requests.map(({ model }) => model)).toEqual(['house']);
  expect(JSON.stringify(provider.requests[0]?.body)).toContain('Money is counted in cents');
  const [found] = report.findings.filter(({ category }) => category === 'house');
  expect(found).toMatchObject({
    status: 'confirmed',
    reported_by: [{ agent: 'house-reviewer', model: 'openai-compatible/house' }],
  });
  expect(report.complete).toBe(true);
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
