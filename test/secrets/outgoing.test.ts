import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { FORMAT_NAMES as REPORT_FORMATS } from '../../src/protocol/config/config-names.ts';
import { dropNumbers } from '../../src/protocol/redaction/placeholder.ts';
import {
  type LoopbackProvider,
  type LoopbackReply,
  type LoopbackRequest,
  startLoopbackProvider,
} from '../../src/testing/index.ts';
import { createRunRedactor } from '../../src/wiring/redaction.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';
import { listTexts } from '../model/diligent-model.ts';
import { type CanaryFile, FORMAT_NAMES, listLeaks, plantCanaries } from './canaries.ts';
import { plantForms } from './forms.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

function plant({ files, canaries }: ReturnType<typeof plantForms>) {
  const root = createFolder();
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { root, files, canaries };
}

/** Reads every file, then asks for it with every other tool, in as many turns as it is given, then ends. */
function createNosyModel(paths: readonly string[]): LoopbackReply {
  const reads = paths.map((path) => ({ name: 'read_file', input: { path, start_line: 1, end_line: 400 } }));
  const calls = paths.flatMap((path) => [
    { name: 'read_file', input: { path, start_line: 3, end_line: 5 } },
    { name: 'outline', input: { path } },
    { name: 'grep', input: { pattern: '[A-Za-z0-9]{8}', path, limit: 200 } },
    { name: 'semantic_search', input: { query: `password token key ${path}`, path } },
  ]);
  const all = [
    ...reads,
    ...calls,
    { name: 'list_files', input: {} },
    { name: 'grep', input: { pattern: 'KEY|assw|ecret', limit: 200 } },
  ];
  const asked = new Map<string, number>();
  return {
    replyFor: (request: LoopbackRequest) => {
      const text = JSON.stringify(request.body);
      const end = /===AGENT_RESULT_END:[0-9a-f]+===/u.exec(text)?.[0] ?? '';
      const from = asked.get(end) ?? 0;
      const tools = new Set([...text.matchAll(/"name":"([a-z_]+)"/gu)].map(([, name]) => name));
      const toolCalls = all.slice(from, from + 20).filter(({ name }) => tools.has(name));
      asked.set(end, from + 20);
      if (toolCalls.length > 0) return { toolCalls };
      const result = { agent: 'security-reviewer', findings: [], verdict: 'OK' };
      return { text: `===AGENT_RESULT===\n${JSON.stringify(result)}\n${end}\n` };
    },
  };
}

async function start(reply: LoopbackReply): Promise<LoopbackProvider> {
  const provider = await startLoopbackProvider(...Array.from({ length: 400 }, () => reply));
  providers.push(provider);
  return provider;
}

/** Files of which some line was never sent in its redacted form: of their secrets the test would prove nothing. */
function listUnsent(sent: string, files: readonly CanaryFile[]): readonly string[] {
  const redactor = createRunRedactor();
  const text = dropNumbers(sent);
  return files.flatMap(({ path, text: own }) => {
    const lines = dropNumbers(redactor.redactFile(path, own)).split('\n');
    const unsent = lines.filter((line) => line.includes('[redacted:') && !text.includes(line.trim()));
    return unsent.length > 0 ? [`${path}: ${unsent.length} of ${lines.length}`] : [];
  });
}

/** Everything below a folder as text, whatever it is; of databases every value. */
function readAll(folder: string, isLeftOut: (path: string) => boolean): string {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return paths
    .filter((path) => !isLeftOut(path))
    .map((path) => (/\.(?:db|sqlite)$/u.test(path) ? readRows(path) : readFileSync(path, 'latin1')))
    .join('\n');
}

function readRows(path: string): string {
  using database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  return tables
    .flatMap(({ name }) =>
      database
        .prepare(`SELECT * FROM "${String(name)}"`)
        .all()
        .map(stringify),
    )
    .join('\n');
}

const stringify = (row: Record<string, unknown>): string =>
  Object.values(row)
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
    .join('\n');

test.each([
  ['review', ['--reviewers', 'security', '--waves', '1']],
  ['audit', ['--mode', 'quick', '--agents', '1', '--yes']],
] as const)(
  '1,000 secrets in 30 formats, and a model that asks for every file with every tool: the %s lets none out [TRUST-06]',
  async (playbook, flags) => {
    const { root, files, canaries } = plant(plantCanaries(playbook === 'review' ? 1 : 2, 1000, 40));
    expect([FORMAT_NAMES.length, canaries.length]).toEqual([30, 1000]);
    const provider = await start(createNosyModel(files.map(({ path }) => path)));
    const [state, out] = [createFolder(), createFolder()];
    const outputs = REPORT_FORMATS.flatMap((format) => ['-o', `${format}=${join(out, format)}`]);
    const args = [playbook, '--all', '-f', 'jsonl', '--debug', '--record', join(out, 'recording')];
    const { stdout, stderr } = await runCli([...args, ...flags, '--model', 'openai-compatible/nosy', ...outputs], {
      cwd: root,
      env: { ...provider.environment, CONSENSUS_REVIEW_STATE_DIR: state },
    });
    expect(provider.requests.length, stderr.slice(-600)).toBeGreaterThan(2);
    // A conversation is sent again with every turn: every text once.
    const sent = [...new Set(provider.requests.flatMap(({ body }) => [...listTexts(body)]))].join('\n');
    expect(listLeaks(sent, canaries)).toEqual([]);
    expect(listUnsent(sent, files)).toEqual([]);
    expect(listLeaks(stdout + stderr, canaries)).toEqual([]);
    const written = readAll(out, () => false);
    expect(listLeaks(written, canaries)).toEqual([]);
    const kept = readAll(state, (path) => path.includes('index'));
    expect(listLeaks(kept, canaries)).toEqual([]);
    // The analyzers have found what is in them.
    expect(readFileSync(join(out, 'json'), 'utf8')).toContain('CWE-798');
  },
  120_000,
);

test('none of them leaves, with a model that asks for every file [TRUST-06]', { timeout: 120_000 }, async () => {
  const { root, files, canaries } = plant(plantForms(3));
  const provider = await start(createNosyModel(files.map(({ path }) => path)));
  const [state, out] = [createFolder(), createFolder()];
  const args = ['review', '--all', '--reviewers', 'security', '--waves', '1', '-f', 'jsonl', '--debug'];
  const { stdout, stderr } = await runCli(
    [...args, '--model', 'openai-compatible/nosy', '--record', join(out, 'recording')],
    { cwd: root, env: { ...provider.environment, CONSENSUS_REVIEW_STATE_DIR: state } },
  );
  const sent = [...new Set(provider.requests.flatMap(({ body }) => [...listTexts(body)]))].join('\n');
  const kept = readAll(state, (path) => path.includes('index'));
  expect(listLeaks([sent, stdout, stderr, readAll(out, () => false), kept].join('\n'), canaries)).toEqual([]);
  expect(listUnsent(sent, files).length).toBeLessThan(files.length / 4);
});
