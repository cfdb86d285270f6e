/** `plan --show-outgoing` against what a run over real HTTP sends: no other host, no other file. */
import { chmodSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { PlanDocument } from '../../src/protocol/report/plan-document.ts';
import {
  type LoopbackProvider,
  type LoopbackReply,
  type LoopbackRequest,
  startLoopbackProvider,
} from '../../src/testing/index.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';
import { answerDiligently, isOpening, listTexts } from '../model/diligent-model.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

/** Hunters of an audit ask for their files themselves. */
const isHunt = ({ body }: LoopbackRequest): boolean => !/"next_file"|markOne/u.test(JSON.stringify(body));
const READ_ALL: LoopbackReply = {
  toolCalls: ['src/one.ts', 'src/two.ts'].map((path) => ({ name: 'read_file', input: { path } })),
};

async function start(): Promise<LoopbackProvider> {
  const provider = await startLoopbackProvider();
  provider.otherwise((request) => (isOpening(request) && isHunt(request) ? READ_ALL : answerDiligently(request).reply));
  providers.push(provider);
  return provider;
}

const hostOf = ({ baseUrl }: LoopbackProvider): string => new URL(baseUrl).host;
const KEY = `gh${'p_'}Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d`;

/** Each file says its own name in its text, where nothing but its text can have it from. */
const FILES = {
  'src/one.ts': `export const markOne = 1;\nexport const key = '${KEY}';\n`,
  'src/two.ts': 'export const markTwo = 2;\nexport const other = 3;\n',
  'notes/aside.ts': 'export const markAside = 4;\nexport const more = 5;\n',
  'AGENTS.md': 'markGuidance\n',
  'left/out.ts': 'export const markLeftOut = 6;\n',
  '.consensus-reviewignore': 'left/\n',
};
const MARKS = {
  markOne: 'src/one.ts',
  markTwo: 'src/two.ts',
  markAside: 'notes/aside.ts',
  markGuidance: 'AGENTS.md',
  markLeftOut: 'left/out.ts',
};

async function planOutgoing(args: readonly string[], options: Parameters<typeof runCli>[1]) {
  const { stdout, stderr } = await runCli(['plan', ...args, '--show-outgoing', '-f', 'json'], options);
  const { outgoing } = JSON.parse(stdout) as PlanDocument;
  if (outgoing === null) throw new Error(stderr);
  return outgoing;
}

test.each([
  ['review', ['review', 'src', '--reviewers', 'security,code-quality', '--waves', '1']],
  ['audit', ['audit', 'src', '--mode', 'quick', '--agents', '1']],
] as const)(
  '%s over HTTP sends to the hosts and of the files that its plan lists, no others [TRUST-06]',
  async (playbook, [, ...args]) => {
    const [first, second, idle] = [await start(), await start(), await start()];
    const models =
      playbook === 'review'
        ? ['--panel', 'openai-compatible/a,anthropic/b']
        : ['--model', 'openai-compatible/a', '--fallback', 'anthropic/b'];
    const env = {
      ...first.environment,
      ANTHROPIC_BASE_URL: second.baseUrl,
      OPENAI_BASE_URL: idle.baseUrl,
      CONSENSUS_REVIEW_STATE_DIR: createFolder(),
    };
    const options = { cwd: createFolder(FILES), env };
    const outgoing = await planOutgoing([playbook, ...args, ...models], options);
    expect(providers.flatMap(({ requests }) => requests)).toEqual([]);
    expect(outgoing.hosts.map(({ host, name }) => [host, name])).toEqual([
      [hostOf(first), 'openai-compatible/a'],
      [hostOf(second), 'anthropic/b'],
    ]);
    const yes = playbook === 'audit' ? ['--yes'] : [];
    const { stderr } = await runCli([playbook, ...args, ...models, ...yes, '-f', 'json'], options);
    expect(first.requests.length, stderr).toBeGreaterThan(0);
    const listed = new Set(outgoing.hosts.map(({ host }) => host));
    expect(providers.filter(({ requests }) => requests.length > 0).filter((each) => !listed.has(hostOf(each)))).toEqual(
      [],
    );
    const sent = providers.flatMap(({ requests }) => requests.flatMap(({ body }) => [...listTexts(body)])).join('\n');
    const files = Object.entries(MARKS).flatMap(([mark, path]) => (sent.includes(mark) ? [path] : []));
    expect(files).toEqual(outgoing.files.map(({ path }) => path));
    expect(outgoing.on_request).toContain('notes/aside.ts');
    // The placeholder stands for the secret: its bytes are counted, the secret's are not.
    const [one] = outgoing.files;
    const text = FILES['src/one.ts'].replace(KEY, '[redacted:github-token:1]');
    expect(one).toEqual({ path: 'src/one.ts', bytes: Buffer.byteLength(text), secrets: 1 });
    expect(sent).not.toContain(KEY);
    expect(outgoing.total_bytes).toBe(outgoing.files.reduce((sum, { bytes }) => sum + bytes, 0));
  },
);

test.each(['review', 'audit'])('an embedded %s: nothing leaves this machine', async (playbook) => {
  const options = { cwd: createFolder(FILES) };
  const nothing = { hosts: [], files: [], total_files: 0, total_bytes: 0, on_request: [] };
  expect(await planOutgoing([playbook, '--all'], options)).toEqual(nothing);
  for (const format of ['terminal', 'markdown']) {
    const { stdout } = await runCli(['plan', playbook, '--all', '--show-outgoing', '-f', format], options);
    expect(stdout).toContain('Nothing leaves this machine.');
  }
  const { stdout } = await runCli(['plan', playbook, '--all', '-f', 'json'], options);
  expect(JSON.parse(stdout)).toHaveProperty('outgoing', null);
});

test('models of single reviewers, embeddings, an agent program and telemetry are listed; no key is needed', async () => {
  const config = createFolder({
    'config.json': JSON.stringify({
      model: 'command/claude',
      reviewer_models: { 'security-reviewer': 'anthropic/x' },
      embedding_model: 'ollama/e',
    }),
  });
  const { hosts } = await planOutgoing(['--all', '--config', `${config}/config.json`], {
    cwd: createFolder(FILES),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.test:4318/v1' },
  });
  expect(hosts.map(({ host, kind, name, local }) => [host, kind, name, local])).toEqual([
    ['api.anthropic.com', 'model', 'anthropic/x', false],
    [null, 'program', 'command/claude', false],
    ['127.0.0.1:11434', 'embeddings', 'ollama/e', true],
    ['collector.test:4318', 'telemetry', 'OTEL_EXPORTER_OTLP_ENDPOINT', false],
  ]);
});

test('npm audit and rules of a registry are listed where the network is allowed and they are installed', async () => {
  const tools = createFolder({ npm: '#!/bin/sh\n', semgrep: '#!/bin/sh\n' });
  for (const name of ['npm', 'semgrep']) chmodSync(`${tools}/${name}`, 0o755);
  const list = async (allow_network: boolean) => {
    const config = createFolder({
      'config.json': JSON.stringify({
        allow_network,
        external_analyzers: ['npm-audit', 'semgrep'],
        semgrep_rules: ['p/ci', 'https://rules.test/own.yml'],
      }),
    });
    const { hosts } = await planOutgoing(['--all', '--config', `${config}/config.json`], {
      cwd: createFolder({ ...FILES, 'package.json': '{}\n' }),
      env: { PATH: tools, CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: undefined },
    });
    return hosts.map(({ host, name }) => [host, name]);
  };
  expect(await list(false)).toEqual([]);
  expect((await list(true)).toSorted()).toEqual([
    [null, 'npm-audit'],
    ['rules.test', 'semgrep'],
    ['semgrep.dev', 'semgrep'],
  ]);
});
