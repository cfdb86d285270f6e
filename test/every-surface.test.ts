/** The command line and the library are one conductor: every flag that changes a result gives the same report through both. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { createProgram, type Flags } from '../src/cli/program.ts';
import { runCli } from '../src/cli/run-command.ts';
import { audit, plan, type ReviewOptions, review } from '../src/index.ts';
import type { Selection } from '../src/ports/repository.ts';
import { startLoopbackProvider } from '../src/testing/index.ts';
import { comparable } from './e2e/interrupted-run.ts';
import { createFolder } from './e2e/run-cli.ts';
import { answerDiligently } from './model/diligent-model.ts';

const provider = await startLoopbackProvider();
provider.otherwise((request) => answerDiligently(request).reply);
afterAll(() => provider.close());

const environment = {
  ...provider.environment,
  PATH: process.env.PATH,
  NO_COLOR: '1',
  CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'none',
};

const FLAWED = [
  "import { exec } from 'node:child_process';",
  'export const run = (request) => exec(`ls ${request.query.name}`);',
  'export const find = (db, request) => db.query("select * from t where a = \'" + request.query.a + "\'");',
  'export const password = "hunter2-hunter2";',
  'export function unused(a) { console.log(a); }',
  '',
].join('\n');

const root = createFolder({
  'src/a.js': FLAWED,
  'src/b.js': `export const page = (request, response) => response.send('<b>' + request.query.text + '</b>');\n`,
  'lib/c.py': 'import os\n\n\ndef run(name):\n    os.system("ls " + name)\n',
  'README.md': '# A sample\n\nSee [nothing](missing.md).\n',
  'other.config.json': '{ "ignore_vetoes": true }\n',
});
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, encoding: 'utf8' });
git('init', '-q', '-b', 'main');
git('add', '.');
git('commit', '-qm', 'first');
writeFileSync(join(root, 'src/a.js'), `${FLAWED}export const evil = (request) => eval(request.body.code);\n`);
git('add', '.');
git('commit', '-qm', 'second');
writeFileSync(join(root, 'src/b.js'), `export const again = (request) => eval(request.query.code);\n`);
git('add', '.');
const patch = join(createFolder(), 'change.diff');
writeFileSync(patch, git('diff', 'HEAD~1', 'HEAD'));
const recordings = createFolder();

const MODEL = ['--model', 'openai-compatible/loopback'];

interface Row {
  readonly args: readonly string[];
  /** What the library is told where the flag names a scope. */
  readonly selection?: Selection;
  readonly playbooks?: readonly ('review' | 'audit')[];
}

const everything: Selection = { kind: 'all' };
const only = (...playbooks: ('review' | 'audit')[]): Pick<Row, 'playbooks'> => ({ playbooks });

/** By the name of the flag; every one is tried on a scope of its own or on everything. */
const TABLE: Readonly<Record<string, Row>> = {
  all: { args: ['--all'], selection: everything },
  staged: { args: ['--staged'], selection: { kind: 'staged' } },
  commit: { args: ['--commit', 'HEAD'], selection: { kind: 'commit', revision: 'HEAD' } },
  base: { args: ['--base', 'HEAD~1'], selection: { kind: 'range', base: 'HEAD~1', head: null } },
  head: { args: ['--base', 'HEAD~1', '--head', 'HEAD'], selection: { kind: 'range', base: 'HEAD~1', head: 'HEAD' } },
  diff: {
    args: ['--diff', patch],
    selection: { kind: 'patch', text: readFileSync(patch, 'utf8'), origin: patch },
  },
  include: { args: ['--all', '--include', 'src/**'] },
  exclude: { args: ['--all', '--exclude', '**/*.py'] },
  config: { args: ['--all', '--config', join(root, 'other.config.json')] },
  reviewers: { args: ['--all', '--reviewers', 'security,documentation'], ...only('review') },
  dimensions: { args: ['--all', '--dimensions', 'D1'] },
  mode: { args: ['--all', '--mode', 'quick'], ...only('audit') },
  cells: { args: ['--all', '--cells', 'D1:src/**'], ...only('audit') },
  agents: { args: ['--all', '--agents', '2'], ...only('audit') },
  model: { args: ['--all', ...MODEL, '--reviewers', 'security'], ...only('review') },
  reviewerModel: {
    args: ['--all', '--reviewer-model', 'security=openai-compatible/loopback', '--reviewers', 'security'],
    ...only('review'),
  },
  panel: {
    args: ['--all', '--panel', 'openai-compatible/loopback,embedded', '--reviewers', 'security'],
    ...only('review'),
  },
  protocol: { args: ['--all', '--protocol', 'vote'], ...only('review') },
  minAgreement: { args: ['--all', '--min-agreement', '2'], ...only('review') },
  fallback: { args: ['--all', '--fallback', 'openai-compatible/other'], ...only('review') },
  waves: { args: ['--all', ...MODEL, '--reviewers', 'security', '--waves', '1'], ...only('review') },
  concurrency: { args: ['--all', '--concurrency', '1'] },
  maxTokens: { args: ['--all', ...MODEL, '--reviewers', 'security', '--max-tokens', '1000'], ...only('review') },
  maxCost: { args: ['--all', '--max-cost', '1'] },
  deadline: { args: ['--all', '--deadline', '0.001s'], ...only('review') },
  ignoreVetoes: { args: ['--all', '--ignore-vetoes'] },
  record: { args: ['--all', '--record', join(recordings, 'PLAYBOOK.jsonl')] },
  replay: { args: ['--all', '--replay', join(recordings, 'PLAYBOOK.jsonl')] },
  trustRepository: { args: ['--all', '--trust-repository'] },
  requireSemgrep: { args: ['--all', '--require-semgrep'], ...only('audit') },
};

/** How a run is shown, kept or confirmed, and what becomes of its exit code: the report is the same. */
const NO_RESULT = [
  'C',
  'failOn',
  'allowPartial',
  'reuse',
  'journal',
  'database',
  'yes',
  'format',
  'output',
  'quiet',
  'verbose',
  'debug',
  'color',
];

const SILENT = { stdout: { write: () => undefined }, stderr: { write: () => undefined } };

const flagsOf = (args: readonly string[]): Flags => {
  let parsed: Flags = {};
  createProgram('0', SILENT, (_name, _positional, flags) => {
    parsed = flags;
  }).parse([...args], { from: 'user' });
  return parsed;
};

async function onCommandLine(args: readonly string[]): Promise<unknown> {
  let stdout = '';
  let stderr = '';
  await runCli([...args, '-C', root, '-f', 'json', '--no-journal', '--quiet'], {
    stdin: Readable.from([]),
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
    environment: { ...environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() },
    workingDirectory: root,
    interrupt: new AbortController().signal,
  });
  return stdout === '' ? { error: /^error: (?<message>.*)$/mu.exec(stderr)?.groups?.message } : comparable(stdout);
}

async function inLibrary(playbook: 'review' | 'audit', args: readonly string[], row: Row): Promise<unknown> {
  const { C: _root, format: _format, ...flags } = flagsOf([playbook, ...args]);
  const options: ReviewOptions = { root, selection: row.selection ?? everything, flags, environment };
  try {
    return comparable(JSON.stringify(await (playbook === 'audit' ? audit(options) : review(options))));
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

describe.each(['review', 'audit'] as const)('%s: the command line and the library', (playbook) => {
  test('every flag is in the table, or changes no result', () => {
    const command = createProgram('0', SILENT, () => undefined).commands.find((each) => each.name() === playbook);
    const names = command?.options.map((option) => option.attributeName()) ?? [];
    expect(names.filter((name) => !(name in TABLE || NO_RESULT.includes(name)))).toEqual([]);
    expect(names.length).toBeGreaterThan(25);
  });

  const rows = Object.entries(TABLE).filter(([, row]) => row.playbooks?.includes(playbook) ?? true);
  test.each(rows)('--%s gives the same report', async (_name, row) => {
    const args = row.args.map((arg) => arg.replace('PLAYBOOK', playbook));
    const shown = await onCommandLine([playbook, ...args]);
    expect(await inLibrary(playbook, args, row)).toEqual(shown);
    if (_name !== 'requireSemgrep') expect(shown).toHaveProperty('findings');
  });
});

test('a review of one dimension says the same in the plan, and finds only what was asked for', async () => {
  const options = { root, selection: everything, environment };
  const whole = await review(options);
  const narrow = await review({ ...options, flags: { dimensions: ['D1'] } });
  expect(narrow.findings.length).toBeGreaterThan(0);
  expect(narrow.findings.length).toBeLessThan(whole.findings.length);
  expect(new Set(narrow.findings.map(({ dimension }) => dimension))).toEqual(new Set(['D1']));
  expect((await plan({ ...options, flags: { dimensions: ['D1'] } })).agents.map(({ agent }) => agent)).toEqual([
    ...new Set(narrow.agents.map(({ agent }) => agent)),
  ]);
});

test('a plan of an audit is the same through both', async () => {
  const shown = await onCommandLine(['plan', 'audit', '--all']);
  const planned = await plan({ root, selection: everything, environment, playbook: 'audit' });
  expect(comparable(JSON.stringify(planned))).toEqual(shown);
});
