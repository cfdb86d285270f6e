import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createCommandModel } from '../../src/models/command-model.ts';
import { PROVIDERS } from '../../src/models/providers.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';

/** An agent program: keeps what it was given and where it ran, and ends as its argument says. */
const AGENT = `#!/usr/bin/env node
const fs = require('node:fs');
const input = fs.readFileSync(0, 'utf8');
const [how] = process.argv.slice(2);
const end = /===AGENT_RESULT_END:[0-9a-f]+===/.exec(input)[0];
fs.appendFileSync(process.env.HOME + '/calls', 'x');
const seen = { input, cwd: process.cwd(), env: process.env, pid: process.pid };
fs.writeFileSync(process.env.HOME + '/seen.json', JSON.stringify(seen));
const finding = { severity: 'HIGH', category: 'injection', file: 'src/login.ts', line: 1, issue: 'The query is built from input.', evidence: 'query(input)', recommendation: 'Bind it.' };
const result = JSON.stringify({ agent: 'security-reviewer', findings: [finding], verdict: 'WARN' });
const begun = '===AGENT_RESULT===\\n' + result.slice(0, -20) + ',{"severity":"HI';
if (how === 'whole') console.log('===AGENT_RESULT===\\n' + result + '\\n' + end);
if (how === 'unmarked') console.log('===AGENT_RESULT===\\n' + result);
if (how === 'cut') console.log('===AGENT_RESULT===\\n' + result.slice(0, result.indexOf('}]') + 1) + ',{"severity":"HI');
if (how === 'fails') { console.log('===AGENT_RESULT===\\n' + result); console.error('not signed in: run my-agent login'); process.exit(3); }
if (how === 'hangs') {
  fs.writeSync(1, '===AGENT_RESULT===\\n' + result.slice(0, result.indexOf('}]') + 1) + ',\\n');
  fs.writeFileSync(process.env.HOME + '/spoke', String(Date.now()));
  setInterval(() => {}, 1000);
}
if (how === 'mute') console.log('I have nothing to say.');
`;

/** Whatever a provider of ours could be reached with. */
const KEYS = [
  ...Object.values(PROVIDERS).flatMap(({ keyVariables }) => keyVariables),
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'GITHUB_TOKEN',
];

interface Seen {
  readonly input: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
}

const reviewWith = (how: string, ...flags: readonly string[]) => reviewBy(() => 'my-agent', how, ...flags);

async function reviewBy(nameIn: (bin: string) => string, how: string, ...flags: readonly string[]) {
  const home = createFolder();
  const bin = createFolder({ 'my-agent': AGENT });
  chmodSync(join(bin, 'my-agent'), 0o755);
  const folder = createFolder({ 'src/login.ts': 'export const login = (input: string) => query(input);\n' });
  const config = join(createFolder(), 'config.json');
  writeFileSync(config, JSON.stringify({ commands: { mine: [nameIn(bin), how] } }));
  const args = ['review', '--all', '--reviewers', 'security', '-f', 'json', '--quiet', '--config', config];
  const { stdout, code } = await runCli([...args, '--model', 'command/mine', ...flags], {
    cwd: folder,
    env: {
      ...Object.fromEntries(KEYS.map((name) => [name, 'ours'])),
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      HOME: home,
      CONSENSUS_REVIEW_STATE_DIR: createFolder(),
    },
  });
  const report = JSON.parse(stdout) as ReportDocument;
  const read = (name: string): string => (existsSync(join(home, name)) ? readFileSync(join(home, name), 'utf8') : '');
  const seen = (): Seen => JSON.parse(read('seen.json')) as Seen;
  return { report, folder, seen, calls: read('calls').length, code, spokeAtMs: Number(read('spoke') || Infinity) };
}

test('an agent program reviews: prompt on its input, result on its output, no key of ours, not in the reviewed folder', async () => {
  const { report, folder, calls, ...rest } = await reviewWith('whole', '--verify', 'never');
  const seen = rest.seen();
  expect(report.findings.map(({ status }) => status)).toEqual(['confirmed']);
  expect(report).toMatchObject({ complete: true, verdict: 'WARN', run: { model: 'command/mine' } });
  expect(seen.input).toContain('query(input)');
  expect(KEYS.filter((name) => seen.env[name] !== undefined)).toEqual([]);
  expect(Object.values(seen.env)).not.toContain('ours');
  expect(seen.cwd).not.toBe(folder);
  expect([calls, report.usage.calls]).toEqual([1, 1]);
  expect(report.usage.input_tokens).toBeGreaterThan(0);
});

test('an agent program can be named by its whole path', async () => {
  const { report } = await reviewBy((bin) => join(bin, 'my-agent'), 'whole');
  expect([report.complete, report.findings.length]).toEqual([true, 1]);
});

/** Codex as far as it is asked for the MCP servers of the user. */
const CODEX = `#!/usr/bin/env node
const fs = require('node:fs');
const [first] = process.argv.slice(2);
if (first === 'mcp') { console.log(fs.readFileSync(process.env.HOME + '/servers', 'utf8')); process.exit(0); }
fs.writeFileSync(process.env.HOME + '/args', process.argv.slice(2).join(' '));
process.exit(1);
`;

test.each([
  [
    '[{"name":"mine"},{"name":"other"}]',
    / - -c mcp_servers\.mine\.enabled=false -c mcp_servers\.other\.enabled=false$/u,
  ],
  ['[{"name":"a\\" b"}]', null],
  ['no list', null],
])('codex is asked without the MCP servers of the user, or not at all: %s [HOST-23]', async (servers, asked) => {
  const home = createFolder({ servers });
  const bin = createFolder({ codex: CODEX });
  chmodSync(join(bin, 'codex'), 0o755);
  const model = createCommandModel('command/codex', {
    env: { PATH: `${bin}${delimiter}${process.env.PATH}`, HOME: home },
    commands: {},
    root: createFolder(),
  });
  const request = { system: 's', messages: [], tools: [], maxOutputTokens: 100, idleTimeoutMs: 1000 };
  const outcome = await model.turn(request, new AbortController().signal);
  expect(existsSync(join(home, 'args')) ? readFileSync(join(home, 'args'), 'utf8') : null).toEqual(
    asked === null ? null : expect.stringMatching(asked),
  );
  expect(outcome).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining(asked === null ? 'its MCP servers could not be listed' : 'exit 1'),
  });
});

test.each(['unmarked', 'cut'])(
  'output that is %s keeps its whole finding, is asked for again, and is not complete [HOST-03]',
  async (how) => {
    const { report, calls } = await reviewWith(how);
    expect(report.findings.map(({ status }) => status)).toEqual(['confirmed']);
    expect(report.agents[0]).toMatchObject({ status: 'truncated' });
    expect(report.complete).toBe(false);
    expect(calls).toBe(3);
  },
);

test('a program that ends with an error is a failed reviewer; what it said and what it had found are kept', async () => {
  const { report, code } = await reviewWith('fails');
  expect(report.agents[0]).toMatchObject({ status: 'failed', cutoff_reason: 'error' });
  expect(report.warnings.join('\n')).toContain('exit 3: not signed in: run my-agent login');
  expect(report.findings).toHaveLength(1);
  expect([report.complete, code]).toEqual([false, 4]);
});

/** On a busy machine the program may speak when the time is nearly up, or not at all: then it is given more. */
async function reviewByHanging() {
  for (const seconds of [3, 12]) {
    const halfTimeMs = Date.now() + seconds * 500;
    const ended = await reviewWith('hangs', '--deadline', `${seconds}s`);
    if (ended.spokeAtMs < halfTimeMs) return ended;
  }
  return reviewWith('hangs', '--deadline', '60s');
}

test('a program that never ends is ended with the run, and its whole finding is kept', async () => {
  const { report, seen } = await reviewByHanging();
  const { pid } = seen();
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 60_000 });
  expect(report.agents[0]).toMatchObject({ status: 'truncated', cutoff_reason: 'timeout' });
  expect(report.findings).toHaveLength(1);
  expect(report.complete).toBe(false);
});

test('a program that says nothing is not a clean report', async () => {
  const { report } = await reviewWith('mute');
  expect(report.findings).toEqual([]);
  expect(report.complete).toBe(false);
  expect(report.warnings.join('\n')).toContain("the model's answer did not match the required format");
});

test.each([
  ['claude', ['-p', '--safe-mode', '--tools', '', '--no-session-persistence'], {}],
  [
    'gemini',
    ['--skip-trust', '--admin-policy', 'policy.toml', '-p', 'Follow the instructions on standard input.'],
    { 'policy.toml': expect.stringContaining('decision = "deny"') },
  ],
] as const)(
  '%s is called without any tool of its own, and what it says of itself is in the report [HOST-23]',
  async (name, argv, files) => {
    const out = join(createFolder(), 'seen.json');
    const bin = createFolder({
      [name]: `#!/usr/bin/env node
const fs = require('node:fs');
const files = Object.fromEntries(fs.readdirSync('.').map((name) => [name, fs.readFileSync(name, 'utf8')]));
fs.writeFileSync(${JSON.stringify(out)}, JSON.stringify({ argv: process.argv.slice(2), files }));
console.log('Not logged in · Please run /login');
process.exitCode = 1;
`,
    });
    chmodSync(join(bin, name), 0o755);
    const folder = createFolder({ 'src/a.ts': 'export const a = 1;\n' });
    const { stdout } = await runCli(
      ['review', '--all', '--reviewers', 'security', '-f', 'json', '--quiet', '--model', `command/${name}`],
      {
        cwd: folder,
        env: {
          PATH: `${bin}${delimiter}${process.env.PATH}`,
          HOME: createFolder(),
          CONSENSUS_REVIEW_STATE_DIR: createFolder(),
        },
      },
    );
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual({ argv, files });
    expect(stdout).toContain('exit 1: Not logged in · Please run /login');
  },
);
