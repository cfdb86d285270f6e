/** Fifty files of 2,000 tokens, six reviewers, a provider that refuses what does not fit its window. */
import { afterEach, describe, expect, test } from 'vitest';
import { createTokenCounter } from '../../src/context/tokens.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { type LoopbackProvider, type LoopbackRequest, startLoopbackProvider } from '../../src/testing/index.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';
import { answerObediently } from './obedient-model.ts';

const FILES = 50;
const FILE_TOKENS = 2000;
/** Less than any model of today has. */
const WINDOW_TOKENS = 48_000;

const counter = createTokenCounter();

/** Go of exactly that many tokens. */
function writeFile(number: number): string {
  const lines = ['package depot', ''];
  const add = (line: string): boolean => {
    if (counter.count(`${[...lines, line].join('\n')}\n`) > FILE_TOKENS - 20) return false;
    lines.push(line);
    return true;
  };
  for (let i = 0; add(`func total${number}x${i}(count int) int { return count*${i + 1} + ${number} }`); i += 1);
  const text = (words: number): string => `${[...lines, `//${' a'.repeat(words)}`].join('\n')}\n`;
  for (let words = 0; words < 200; words += 1) if (counter.count(text(words)) === FILE_TOKENS) return text(words);
  throw new Error('no text of that size');
}

const NAMES = ['src/auth/check', 'src/routes/list', 'src/orders/total', 'src/utils/date'];
const scope = Object.fromEntries(
  Array.from({ length: FILES }, (_, i) => [`${NAMES[i % NAMES.length]}${i}.go`, writeFile(i)]),
);

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

const isTooLong = ({ body }: LoopbackRequest): boolean => counter.count(JSON.stringify(body)) > WINDOW_TOKENS;

async function review(waves: string): Promise<{ readonly report: ReportDocument; readonly contextErrors: number }> {
  const provider = await startLoopbackProvider();
  providers.push(provider);
  let contextErrors = 0;
  provider.otherwise((request) => {
    if (!isTooLong(request)) return answerObediently(request);
    contextErrors += 1;
    return { fault: { kind: 'context-exceeded' } };
  });
  const { stdout, stderr } = await runCli(
    ['review', '--all', '-f', 'json', '--quiet', '--model', 'openai-compatible/obedient', '--waves', waves],
    { cwd: createFolder(scope), env: { ...provider.environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() } },
  );
  if (stdout === '') throw new Error(stderr);
  return { report: JSON.parse(stdout), contextErrors };
}

const SIX = [
  'security-reviewer',
  'vulnerability-reviewer',
  'go-reviewer',
  'code-quality-reviewer',
  'documentation-reviewer',
  'user-persona-reviewer',
];

describe('50 files of 2,000 tokens', () => {
  test('every reviewer sees everything in as many waves as it needs, none past its budget [SUCCESS-01, HOST-16, REV-02]', async () => {
    const { report, contextErrors } = await review('auto');
    expect(report.budget).toEqual({ total_tokens: 100_000, scale: 4, isolation: 'branch' });
    expect(new Set(report.agents.map(({ agent }) => agent))).toEqual(new Set(SIX));
    expect(contextErrors).toBe(0);
    expect(report.agents.filter(({ used_tokens, budget_tokens }) => used_tokens >= budget_tokens)).toEqual([]);
    expect(report.agents.filter(({ status }) => status !== 'completed')).toEqual([]);
    expect(report.complete).toBe(true);
    expect(report.warnings).toEqual([]);
    expect(report.coverage.ratio).toBe(1);
    const waves = SIX.map((name) => report.agents.filter(({ agent }) => agent === name).length);
    expect(waves).toEqual([6, 6, 6, 8, 13, 13]);
    // Nobody reads in a reduced mode while another wave may follow.
    expect(report.coverage.files.filter(({ depth }) => depth !== 'full')).toEqual([]);
  }, 240_000);

  test('in a single wave nobody is past its budget either, and what is left is said [SUCCESS-01]', async () => {
    const { report, contextErrors } = await review('1');
    expect(report.agents.map(({ agent, wave }) => [agent, wave])).toEqual(SIX.map((agent) => [agent, 1]));
    expect(contextErrors).toBe(0);
    for (const { used_tokens, budget_tokens, partial, cutoff_reason, files_reviewed, files_skipped } of report.agents) {
      expect(used_tokens).toBeLessThan(budget_tokens);
      expect([partial, cutoff_reason]).toEqual([true, 'budget']);
      expect(files_reviewed).toBeGreaterThan(0);
      expect(files_reviewed + files_skipped).toBe(FILES);
    }
    expect(report.complete).toBe(false);
    expect(report.warnings).toEqual(['⚠️ Partial results: 6 agents hit budget limits']);
    expect(report.suggestions[0]).toMatch(/^Consider: \/consensus-review src\//u);
  }, 120_000);
});
