/** docs/models.md, read as a new user reads it: the variables it names are the ones that connect each provider. */

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkModels } from '../../src/cli/commands/check-models.ts';
import type { Check } from '../../src/cli/commands/doctor-check.ts';
import type { Terminal } from '../../src/cli/streams.ts';
import { PROVIDER_NAMES } from '../../src/models/providers.ts';
import { type LoopbackProvider, startLoopbackProvider } from '../../src/testing/index.ts';
import { loadSettings } from '../../src/wiring/settings.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';

const DOCS = readFileSync(join(import.meta.dirname, '../../docs/models.md'), 'utf8');
const CODE = /`(?<code>[^`]+)`/gu;

interface Row {
  readonly provider: string;
  readonly variables: readonly string[];
  readonly model: string;
}

const codesOf = (cell: string): readonly string[] => [...cell.matchAll(CODE)].map(({ groups }) => groups?.code ?? '');

/** Rows of the table under a heading. */
const rowsUnder = (heading: string): readonly (readonly string[])[] =>
  (DOCS.split(`${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| provider'))
    .map((line) => line.split('|').slice(1, -1));

const CONNECT: readonly Row[] = rowsUnder('## Connect a provider').flatMap(([, set = '', then = '']) => {
  const model = /--model (\S+)/u.exec(codesOf(then).join(' '))?.[1];
  if (model === undefined) return [];
  const exports = codesOf(set).find((code) => code.startsWith('export ')) ?? '';
  return [
    {
      provider: model.split('/')[0] ?? '',
      variables: [...exports.matchAll(/([A-Z_]+)=/gu)].map(([, name = '']) => name),
      model: model.replace('ORG/MODEL', 'org/model'),
    },
  ];
});

const ADDRESSES = new Map<string, string>(
  rowsUnder('### Addresses').map(([name = '', variables = '']) => [
    name.trim().toLowerCase().replaceAll(/[ .]/gu, ''),
    codesOf(variables)[0] ?? '',
  ]),
);
const addressOf = (provider: string): string =>
  ADDRESSES.get(provider === 'openai-compatible' ? 'anyother' : provider) ?? '';

let loopback: LoopbackProvider;
let other: Server;
const asked: { readonly url: string; readonly headers: NodeJS.Dict<string | string[]> }[] = [];

beforeAll(async () => {
  loopback = await startLoopbackProvider();
  loopback.otherwise(() => ({ text: 'ok' }));
  // Formats the loopback provider does not speak: one answer of Google, and a refusal of Bedrock.
  other = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    request.resume();
    if (request.url?.includes('streamGenerateContent')) {
      const candidate = { content: { role: 'model', parts: [{ text: 'ok' }] }, finishReason: 'STOP' };
      const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 1, totalTokenCount: 6 };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify({ candidates: [candidate], usageMetadata })}\n\n`);
    } else response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"not for this key"}');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await loopback.close();
  await new Promise((resolve) => other.close(resolve));
});

/** The part of `doctor` that asks models; a whole `doctor` also opens every analyzer. */
async function consult(model: string, environment: Readonly<Record<string, string>>): Promise<Check | undefined> {
  const selection = { kind: 'all' } as const;
  const settings = await loadSettings({
    root: createFolder(),
    selection,
    configPath: null,
    stateDir: null,
    environment,
    flags: { model },
  });
  await using _repository = settings.repository;
  const terminal = { environment, interrupt: new AbortController().signal } as unknown as Terminal;
  const checks = await checkModels(settings, terminal);
  return checks.find(({ name }) => name === `model ${model}`);
}

const keysOf = ({ variables }: Row): Record<string, string> =>
  Object.fromEntries(variables.map((name) => [name, name.includes('REGION') ? 'eu-central-1' : `key-of-${name}`]));

describe('connecting a provider as docs/models.md says', () => {
  test('the table names every provider', () => {
    expect(CONNECT.map(({ provider }) => provider)).toEqual([...PROVIDER_NAMES, 'command']);
  });

  test.each(CONNECT.filter(({ provider }) => !['google', 'bedrock', 'command'].includes(provider)))(
    '$provider: the doctor gets an answer',
    async (row) => {
      const env = { ...keysOf(row), [addressOf(row.provider)]: loopback.baseUrl };
      expect(await consult(row.model, env)).toMatchObject({ status: 'ok', detail: expect.stringContaining('answers') });
      for (const variable of row.variables.filter((name) => name.endsWith('_API_KEY'))) {
        const check = await consult(row.model, { [addressOf(row.provider)]: loopback.baseUrl });
        expect(check).toMatchObject({ status: 'error', detail: expect.stringContaining(variable) });
      }
    },
  );

  test('google and bedrock are asked at their address with the key that was named', async () => {
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    for (const row of CONNECT.filter(({ provider }) => provider === 'google' || provider === 'bedrock')) {
      const check = await consult(row.model, { ...keysOf(row), [addressOf(row.provider)]: address });
      if (row.provider === 'google') expect(check).toMatchObject({ status: 'ok' });
      else expect(check).toMatchObject({ status: 'error', detail: expect.stringContaining('not for this key') });
    }
    expect(asked.map(({ url }) => url.split('?')[0])).toEqual([
      '/v1beta/models/gemini-2.5-pro:streamGenerateContent',
      '/model/anthropic.claude-opus-5-5/converse-stream',
    ]);
    expect(asked[0]?.headers['x-goog-api-key']).toBe('key-of-GOOGLE_GENERATIVE_AI_API_KEY');
    expect(asked[1]?.headers.authorization).toContain('Credential=key-of-AWS_ACCESS_KEY_ID/');
  });

  test.each([
    ['mistrl/x', 2, 'unknown provider "mistrl"; did you mean mistral/x?'],
    ['openai/gpt-6-sool', 0, 'does not include them; did you mean openai/gpt-6-sol?'],
  ])('a plan corrects %s', async (model, exit, words) => {
    const cwd = createFolder({ 'a.ts': 'export const a = 1;\n' });
    const { stdout, stderr, code } = await runCli(['plan', '--all', '--model', model], { cwd });
    expect([code, `${stdout}${stderr}`]).toEqual([exit, expect.stringContaining(words)]);
  });

  test('doctor prints it', async () => {
    const env = { [addressOf('openai-compatible')]: loopback.baseUrl };
    const { stdout, code } = await runCli(['doctor', '--model', 'openai-compatible/NAME'], {
      cwd: createFolder(),
      env,
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/model openai-compatible\/NAME +answers; price unknown/u);
  });

  test('doctor names prices of the user as such, and asks the models of custom reviewers that may be used', async () => {
    const env = { [addressOf('openai-compatible')]: loopback.baseUrl };
    const house = '---\nname: house\ndescription: Ours.\nmodel: openai-compatible/house\n---\nLook.\n';
    const cwd = createFolder({
      '.consensus-review/reviewers/house.md': house,
      'consensus-review.config.json': JSON.stringify({ prices: { 'openai-compatible/NAME': { input: 1, output: 2 } } }),
    });
    const flags = ['--model', 'openai-compatible/NAME', '--trust-repository'];
    const { stdout } = await runCli(['doctor', ...flags], { cwd, env });
    expect(stdout).toMatch(/openai-compatible\/NAME +answers; \$1 in, \$2 out per million tokens \(from `prices`\)/u);
    expect(stdout).toMatch(/openai-compatible\/house +answers/u);
  });
});
