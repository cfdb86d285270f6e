/** What becomes of a placeholder that a model quotes, and of secrets in what the command line says of errors. */
import { afterEach, expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { type LoopbackProvider, startLoopbackProvider } from '../../src/testing/index.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';
import { answerDiligently } from '../model/diligent-model.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

const KEY = `gh${'p_'}Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d`;
const FILES = { 'src/one.ts': `export const one = 1;\nexport const key = '${KEY}';\n` };

test('a quote of a line with a placeholder is compared with what the model was shown: confirmed [TRUST-06]', async () => {
  const provider = await startLoopbackProvider();
  providers.push(provider);
  provider.otherwise((request) => answerDiligently(request).reply);
  const args = ['review', 'src', '--reviewers', 'code-quality', '--waves', '1', '--model', 'openai-compatible/a'];
  const { stdout, stderr } = await runCli([...args, '-f', 'json', '--debug'], {
    cwd: createFolder(FILES),
    env: { ...provider.environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() },
  });
  const { findings } = JSON.parse(stdout) as ReportDocument;
  const quoted = findings.filter(({ issue, line }) => line === 2 && issue.startsWith('What src/one.ts does'));
  expect(quoted.map(({ evidence, status }) => [evidence, status])).toEqual([
    ["export const key = '[redacted:github-token:1]';", 'confirmed'],
  ]);
  expect(stdout + stderr).not.toContain(KEY);
});

test.each([
  ['a configuration that is no JSON', { 'consensus-review.config.json': `{ "model": ${KEY} }` }, []],
  ['a key that nobody knows', { 'consensus-review.config.json': `{ "${KEY}": "${KEY}" }` }, []],
  ['a value of the wrong kind', { 'consensus-review.config.json': `{ "waves": "${KEY}" }` }, []],
  ['a model that is none', {}, ['--model', KEY]],
] as const)('%s: the message has no secret', async (_what, files, args) => {
  const { code, stdout, stderr } = await runCli(['review', 'src', '--debug', ...args], {
    cwd: createFolder({ ...FILES, ...files }),
  });
  expect(code).toBe(2);
  expect(stdout + stderr).not.toContain(KEY);
});
