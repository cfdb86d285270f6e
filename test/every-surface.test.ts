/** The command line and the library are one conductor: every flag gives the same report through both, and changes it or says why not. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Flags } from '../src/cli/command-declaration.ts';
import { createProgram } from '../src/cli/program.ts';
import { runCli } from '../src/cli/run-command.ts';
import { audit, plan, type ReviewOptions, review } from '../src/index.ts';
import type { Selection } from '../src/ports/repository.ts';
import { startLoopbackProvider } from '../src/testing/index.ts';
import { call, playAgents, readAsked, writeResult } from './audit/model-agents.ts';
import { comparable } from './e2e/interrupted-run.ts';
import { createFolder } from './e2e/run-cli.ts';
import { answerDiligently } from './model/diligent-model.ts';
import { isSecondLook, writeDecisions } from './model/verifying-model.ts';

const provider = await startLoopbackProvider();
/** By the name of the model: one that is busy for hours, one that finds nothing, one that finds a trifle, one whose answers are cut, and one that works. */
provider.otherwise((request) => {
  if (request.body.model === 'busy') return { fault: { kind: 'status', status: 429, retryAfter: '36000' } };
  if (isSecondLook(request)) return { text: writeDecisions(request, [{ verdict: 'confirmed' }]) };
  if (request.body.model === 'silent') return { text: writeAnswer(request, []) };
  if (request.body.model === 'mild') return { text: writeAnswer(request, [MILD]) };
  if (request.body.model === 'cut') return { text: 'I look at what is there.', finish: 'length' };
  return /^# (?:agent-r|validator)/u.test(readAsked(request).system)
    ? audited(request)
    : answerDiligently(request).reply;
});
/** Opinions never reject a grave security finding, so agreement is tried on this one. */
const MILD = {
  severity: 'LOW',
  category: 'naming',
  file: 'src/b.js',
  line: 1,
  issue: 'The name says little.',
  evidence: 'export const again',
  recommendation: 'Say what it does.',
};
const writeAnswer = ({ body }: { readonly body: object }, findings: readonly object[]): string => {
  const end = /===AGENT_RESULT_END:[0-9a-f]+===/u.exec(JSON.stringify(body))?.[0] ?? '';
  const result = JSON.stringify({ agent: 'code-quality-reviewer', findings, verdict: 'OK' });
  return `===AGENT_RESULT===\n${result}\n${end}\n`;
};
const audited = playAgents({
  'agent-r1': (asked) =>
    asked.turn === 1
      ? call('read_file', { path: 'src/b.js' })
      : { text: writeResult(asked, { findings: [{ place: 'src/b.js:1', evidence: 'eval(request.query.code)' }] }) },
});
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
  'consensus-review.config.json': '{ "ignore_vetoes": true }\n',
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
const issue = join(createFolder({ 'issue.md': '- the page is escaped\n' }), 'issue.md');

const settings = createFolder({
  'other.config.json': '{ "exclude": ["**/*.py"] }\n',
  'prices.json': '{ "prices": { "openai-compatible/loopback": { "input": 3000, "output": 3000 } } }\n',
});

type Playbook = 'review' | 'audit';

interface Row {
  readonly flag: readonly string[];
  /** What is said with the flag and without it; the whole folder unless another scope is. */
  readonly beside?: readonly string[];
  /** What the library is told where the flag names a scope. */
  readonly selection?: Selection;
  /** Why the report is the same without the flag. */
  readonly same?: string;
}

const everything: Selection = { kind: 'all' };
const ALL = ['--all'];
const BY_MODEL = [...ALL, '--reviewers', 'security'];
const LOOPBACK = 'openai-compatible/loopback';
const MODEL = ['--model', LOOPBACK];
const PANEL = [...ALL, '--reviewers', 'code-quality', '--panel', 'openai-compatible/mild,openai-compatible/silent'];
const PRICED = [...BY_MODEL, ...MODEL, '--config', join(settings, 'prices.json')];
const recording = join(recordings, 'PLAYBOOK.jsonl');

/** Of reviewers, whom an audit does not have: one agent hunts in each dimension, on one model. */
const OF_REVIEWERS = 'an audit has agents for dimensions and no reviewers to choose from';

/** By the name of the flag, for every playbook that has it; where an audit differs it says how. */
const TABLE: Readonly<Record<string, Row & { readonly audit?: Partial<Row> }>> = {
  all: { flag: ALL, beside: [], selection: { kind: 'all' } },
  staged: { flag: ['--staged'], beside: [], selection: { kind: 'staged' } },
  commit: { flag: ['--commit', 'HEAD'], beside: [], selection: { kind: 'commit', revision: 'HEAD' } },
  base: { flag: ['--base', 'HEAD~1'], beside: [], selection: { kind: 'range', base: 'HEAD~1', head: null } },
  context: { flag: ['--context', issue], beside: [...BY_MODEL, ...MODEL] },
  history: { flag: ['--history'], beside: ['--staged'], selection: { kind: 'staged' } },
  head: {
    flag: ['--head', 'HEAD'],
    beside: ['--base', 'HEAD~1'],
    selection: { kind: 'range', base: 'HEAD~1', head: 'HEAD' },
  },
  diff: {
    flag: ['--diff', patch],
    beside: [],
    selection: { kind: 'patch', text: readFileSync(patch, 'utf8'), origin: patch },
  },
  include: { flag: ['--include', 'src/**'] },
  exclude: { flag: ['--exclude', '**/*.py'] },
  config: { flag: ['--config', join(settings, 'other.config.json')] },
  reviewers: { flag: ['--reviewers', 'security,documentation'], audit: { same: OF_REVIEWERS } },
  dimensions: { flag: ['--dimensions', 'D1'] },
  mode: { flag: ['--mode', 'quick'] },
  cells: { flag: ['--cells', 'D1:src/**'] },
  agents: { flag: ['--agents', '2'] },
  model: { flag: MODEL, beside: BY_MODEL },
  reviewerModel: {
    flag: ['--reviewer-model', `security=${LOOPBACK}`],
    beside: BY_MODEL,
    audit: { same: OF_REVIEWERS },
  },
  panel: { flag: ['--panel', `${LOOPBACK},embedded`], beside: BY_MODEL, audit: { flag: ['--panel', LOOPBACK] } },
  protocol: { flag: ['--protocol', 'vote'], beside: PANEL, audit: { beside: ALL, same: OF_REVIEWERS } },
  minAgreement: { flag: ['--min-agreement', '2'], beside: PANEL, audit: { beside: ALL, same: OF_REVIEWERS } },
  verify: {
    flag: ['--verify', 'always'],
    beside: [...ALL, '--reviewers', 'code-quality', '--model', 'openai-compatible/mild'],
    audit: { beside: ALL, same: 'an audit has validators of its own' },
  },
  fallback: { flag: ['--fallback', LOOPBACK], beside: [...BY_MODEL, '--model', 'openai/busy'] },
  waves: {
    flag: ['--waves', '1'],
    beside: [...BY_MODEL, '--model', 'openai-compatible/cut'],
    audit: { beside: ALL, same: 'an audit works in rounds, which its coverage decides' },
  },
  concurrency: { flag: ['--concurrency', '1'], same: 'who works at the same time changes how long it takes' },
  maxTokens: { flag: ['--max-tokens', '1000'], beside: [...BY_MODEL, ...MODEL] },
  maxCost: { flag: ['--max-cost', '0.01'], beside: PRICED },
  deadline: { flag: ['--deadline', '0.001s'] },
  agentTimeout: { flag: ['--agent-timeout', '10m'], same: 'nobody takes so long here' },
  callTimeout: { flag: ['--call-timeout', '10m'], same: 'nobody takes so long here' },
  ignoreVetoes: { flag: ['--ignore-vetoes'] },
  record: { flag: ['--record', recording], same: 'what is written down beside a run changes nothing in it' },
  replay: { flag: ['--replay', recording], same: 'the recording is of the same files' },
  trustRepository: { flag: ['--trust-repository'] },
  requireSemgrep: { flag: ['--require-semgrep'] },
};

/** How a run is shown, kept or confirmed, and what becomes of its exit code: no row, the report is the same. */
const NO_RESULT = [
  'C',
  'failOn',
  'allowPartial',
  'acceptNotAssessed',
  'allowEmpty',
  // Stands for the paths and flags of a stored run: the library is given those.
  'rest',
  // Of a pull request: the command line alone posts.
  'pr',
  'forge',
  'repo',
  'api',
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

const flagsOf = async (args: readonly string[]): Promise<Flags> => {
  let parsed: Flags = {};
  const program = await createProgram('0', SILENT, (_name, _positional, flags) => {
    parsed = flags;
  });
  program.parse([...args], { from: 'user' });
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

async function inLibrary(playbook: Playbook, args: readonly string[], selection: Selection): Promise<unknown> {
  const { C: _root, format: _format, ...flags } = await flagsOf([playbook, ...args]);
  const options: ReviewOptions = { root, selection, flags, environment };
  try {
    return comparable(JSON.stringify(await (playbook === 'audit' ? audit(options) : review(options))));
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Reports without a flag, of which many rows have the same. */
const plain = new Map<string, Promise<unknown>>();
const showWithout = (args: readonly string[]): Promise<unknown> => {
  const key = JSON.stringify(args);
  const known = plain.get(key) ?? onCommandLine(args);
  plain.set(key, known);
  return known;
};

/** What was found and how far it went; the head names the flags themselves. */
const saidIn = (shown: unknown): unknown => {
  const { run: _run, ...said } = shown as { readonly run?: unknown };
  return said;
};

const program = await createProgram('0', SILENT, () => undefined);
const listFlags = (playbook: Playbook): readonly string[] =>
  program.commands.find((each) => each.name() === playbook)?.options.map((option) => option.attributeName()) ?? [];

describe.each(['review', 'audit'] as const)('%s: the command line and the library', (playbook) => {
  const names = listFlags(playbook);

  test('every flag is in the table, or changes no result', () => {
    expect(names.filter((name) => !(name in TABLE || NO_RESULT.includes(name)))).toEqual([]);
    expect(names.length).toBeGreaterThan(25);
  });

  const rows = Object.entries(TABLE).filter(([name]) => names.includes(name));
  test.each(rows)(
    '--%s gives the same report, which is another than without it',
    async (name, { audit: own, ...row }) => {
      const { flag, beside = ALL, selection = everything, same } = { ...row, ...(playbook === 'audit' ? own : {}) };
      const yes = playbook === 'audit' ? ['--yes'] : [];
      const args = [...yes, ...beside, ...flag].map((arg) => arg.replace('PLAYBOOK', playbook));
      // The moment that a scope has after its deadline lasts as long as it takes, on a busy machine too.
      if (name === 'deadline') vi.useFakeTimers({ toFake: ['setTimeout'] });
      const shown = await onCommandLine([playbook, ...args]);
      const told = await inLibrary(playbook, args, selection);
      vi.useRealTimers();
      expect(told).toEqual(shown);
      if (name !== 'requireSemgrep') expect(shown).toHaveProperty('findings');
      const without = saidIn(await showWithout([playbook, ...yes, ...beside]));
      if (same === undefined) expect(saidIn(shown)).not.toEqual(without);
      else expect(saidIn(shown), same).toEqual(without);
    },
  );
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
