import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { LoopbackProvider } from '../../src/testing/index.ts';
import {
  comparable,
  countTwice,
  createPlace,
  manyFiles,
  startCli,
  startSlowProvider,
  untilAsked,
} from './interrupted-run.ts';
import { runCli, writeFiles } from './run-cli.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});
const start = async (latencyMs = 15): Promise<LoopbackProvider> => {
  const provider = await startSlowProvider(latencyMs);
  providers.push(provider);
  return provider;
};

const MODEL = 'openai-compatible/loopback';
const FILES = manyFiles(9, 90);
const REVIEW = ['review', '--all', '--model', MODEL, '-f', 'json', '--quiet', '--reviewers', 'security,code-quality'];

test('a review that is killed twice gives the same report when it is resumed, and pays for no recorded call again', {
  timeout: 120_000,
}, async () => {
  const { cwd, state } = createPlace(FILES);
  const calm = await start();
  const whole = await runCli(REVIEW, {
    cwd,
    env: { ...calm.environment, CONSENSUS_REVIEW_STATE_DIR: createPlace({}).state },
  });
  const provider = await start();
  const env = { ...provider.environment, CONSENSUS_REVIEW_STATE_DIR: state };
  const killed = startCli(REVIEW, cwd, env);
  await untilAsked(provider, 5, killed);
  killed.kill('SIGKILL');
  expect((await killed.ended).signal).toBe('SIGKILL');
  const again = startCli(['resume', '-f', 'json', '--quiet'], cwd, env);
  await untilAsked(provider, 10, again);
  again.kill('SIGKILL');
  await again.ended;
  const { code, stdout, stderr } = await runCli(['resume'], { cwd, env });
  expect([code, stderr.includes('steps recorded')]).toEqual([whole.code, false]);
  expect(comparable(stdout)).toEqual(comparable(whole.stdout));
  const { run, usage } = JSON.parse(stdout);
  expect(run.resumed).toBe(2);
  const twice = countTwice(provider.requests);
  expect(twice).toBeLessThanOrEqual(4);
  expect(usage.repeated_calls).toBeGreaterThanOrEqual(twice);
  expect(usage.calls - usage.repeated_calls).toBe(calm.requests.length);
});
