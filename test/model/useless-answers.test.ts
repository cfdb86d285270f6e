/** Answers of which nothing could be used: no later run is served them, and they take nothing from what analyzers know. */
import { afterEach, expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { type LoopbackProvider, startLoopbackProvider } from '../../src/testing/index.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';
import { writeResult } from './obedient-model.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

const FILES = { 'src/ping.py': 'import os\n\n\ndef ping(host):\n    os.system("ping -c 1 " + host)\n' };
const PROSE = 'I am sorry, but as a language model I cannot look at files.';

test('an answer in no known form is not cached, one in the right form is; a rule is as sure as without a model [REV-27]', async () => {
  const provider = await startLoopbackProvider();
  providers.push(provider);
  const folder = createFolder(FILES);
  const env = { ...provider.environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const review = async (...model: readonly string[]): Promise<ReportDocument> => {
    const args = ['review', '--all', '--reviewers', 'security', '-f', 'json', '--quiet', ...model];
    return JSON.parse((await runCli(args, { cwd: folder, env })).stdout);
  };
  const byModel = () => review('--model', 'openai/loopback');
  const sureness = ({ findings }: ReportDocument) => findings.map(({ cwe, confidence }) => [cwe, confidence]);

  provider.otherwise(() => ({ text: PROSE }));
  const [first, second, plain] = [await byModel(), await byModel(), await review()];
  expect([first.complete, second.complete]).toEqual([false, false]);
  expect(second.usage).toMatchObject({ calls: first.usage.calls, reused_calls: 0 });
  expect(sureness(second)).toEqual(sureness(plain));
  expect(sureness(plain)[0]).toEqual(['CWE-78', 0.6]);

  provider.otherwise((request) => ({ text: writeResult(request) }));
  const mended = await byModel();
  expect(mended).toMatchObject({ complete: true, usage: { reused_calls: 0 } });
  const asked = provider.requests.length;
  expect(await byModel()).toMatchObject({ complete: true, usage: { calls: 0 } });
  expect(provider.requests).toHaveLength(asked);
});
