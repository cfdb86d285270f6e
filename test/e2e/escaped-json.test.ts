/** JSON on standard output may end on a screen: no command writes a character raw that a terminal obeys or that nobody sees. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { createFolder, runCli } from './run-cli.ts';

/** Turns the direction of text, begins an order to the terminal, stands between two letters unseen. */
const NAME = 'a\u202e\u009b\u200bz';
const RAW = /[\u007f-\u009f\u200b\u202e]/u;

const parent = createFolder({
  [`${NAME}/src/${NAME}.js`]: 'export const run = (request) => eval(request.query.code);\n',
  [`${NAME}/${NAME}.bin`]: new Uint8Array([1, 0, 2]),
  [`${NAME}/settings/${NAME}.json`]: '{}\n',
  [`${NAME}/.consensus-review/rules/${NAME}.yml`]: 'id: no-rule\n',
});
const cwd = join(parent, NAME);
/** A report without the file that the later runs have a finding in. */
const earlier = join(createFolder(), 'report.json');
const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder() };

const OUTPUT = JSON.stringify({
  agent: 'security-reviewer',
  findings: [{ severity: 'HIGH', category: 'x', file: `src/${NAME}.js`, line: 1, issue: 'i', recommendation: 'r' }],
  verdict: 'BLOCK',
});
const SIGNAL = readFileSync(join(import.meta.dirname, '../golden/signals/envelope.txt'), 'utf8').replace(
  'requires_continuation: true',
  'requires_continuation: false',
);

interface Call {
  readonly args: readonly string[];
  readonly input?: string;
  /** It tells of runs by their ids alone. */
  readonly isWithoutName?: true;
}

const json = (...args: readonly string[]): Call => ({ args: [...args, '-f', 'json'] });

const CALLS: Readonly<Record<string, Call>> = {
  review: json('review', '--all'),
  audit: json('audit', '--all', '--mode', 'quick', '--no-journal'),
  plan: json('plan', '--all'),
  index: json('index'),
  search: json('search', 'eval'),
  collect: { ...json('collect', '-'), input: OUTPUT },
  report: json('report', 'latest'),
  trust: { ...json('trust', '--list'), isWithoutName: true },
  'config show': { ...json('config', 'show'), isWithoutName: true },
  doctor: json('doctor', '--config', join(cwd, `settings/${NAME}.json`)),
  'rules list': json('rules', 'list', '--own'),
  'rules test': json('rules', 'test'),
  explain: { ...json('explain', 'py-ssrf'), isWithoutName: true },
  'advisories status': { ...json('advisories', 'status'), isWithoutName: true },
  'runs list': json('runs', 'list'),
  'runs show': json('runs', 'show', 'latest'),
  'runs compare': json('runs', 'compare', earlier, 'latest'),
  'runs prune': { ...json('runs', 'prune', '--keep', '0', '--dry-run'), isWithoutName: true },
  'signal parse': { args: ['signal', 'parse'], input: SIGNAL.replace('summary_brief: "', `summary_brief: "${NAME} `) },
};

/**
 * The report of a resumed run and of triage is written by the function that writes it for `review`, of a loop by that of `signal parse`,
 * of an evaluation by the writer that `plan` has.
 */
const SAME_WRITER = ['resume', 'triage', 'signal loop', 'evaluate'];

const SILENT = { stdout: { write: () => undefined }, stderr: { write: () => undefined } };

beforeAll(async () => {
  await runCli(['review', '--all', '--exclude', 'src/**', '-o', `json=${earlier}`, '--quiet', '--no-journal'], {
    cwd,
    env,
  });
  await runCli(['review', '--all', '--quiet'], { cwd, env });
});

test('every command with JSON is in the table', async () => {
  const { commands } = await createProgram('0', SILENT, () => undefined);
  const names = commands
    .flatMap((command) => [
      { name: command.name(), command },
      ...command.commands.map((verb) => ({ name: `${command.name()} ${verb.name()}`, command: verb })),
    ])
    .filter(({ command }) => command.options.some((option) => option.attributeName() === 'format'))
    .map(({ name }) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !(name in CALLS || SAME_WRITER.includes(name)))).toEqual([]);
});

test.each(Object.entries(CALLS))('%s writes names escaped', async (_name, { args, input = '', isWithoutName }) => {
  const { stdout, stderr } = await runCli(args, { cwd, env, input });
  expect(stdout, stderr).not.toBe('');
  expect(stdout).not.toMatch(RAW);
  const text = JSON.stringify(JSON.parse(stdout));
  if (isWithoutName !== true) expect(text).toContain(NAME);
});
