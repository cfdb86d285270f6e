/** A table of prices that has become old is named by plan, report and doctor. */
import { afterEach, expect, test, vi } from 'vitest';
import { PRICES_AS_OF } from '../../src/protocol/budget/model-prices-table.ts';
import { type LoopbackProvider, startLoopbackProvider } from '../../src/testing/index.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';
import { writeResult } from './obedient-model.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const provider of providers.splice(0)) await provider.close();
});

const DAY_MS = 86_400_000;
const at = (days: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(PRICES_AS_OF) + days * DAY_MS });
};

async function run(...args: readonly string[]): Promise<string> {
  const provider = await startLoopbackProvider();
  providers.push(provider);
  provider.otherwise((request) => ({ text: writeResult(request) }));
  const { stdout } = await runCli(args, {
    cwd: createFolder({ 'src/a.ts': 'export const a = 1;\n' }),
    env: { ...provider.environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() },
  });
  return stdout;
}

const MODEL = ['--model', 'openai/gpt-5'];
const OLD = `openai/gpt-5 are of ${PRICES_AS_OF}, 6 months ago`;

test.each([
  ['plan', ['plan', '--all', '-f', 'json', ...MODEL]],
  ['report', ['review', '--all', '-f', 'json', '--quiet', '--reviewers', 'security', ...MODEL]],
  ['doctor', ['doctor', ...MODEL]],
])('%s', async (_name, args) => {
  at(10);
  expect(await run(...args)).not.toContain('months ago');
  at(200);
  expect(await run(...args)).toContain(OLD);
});
