/** `fix --model`: repairs that a model writes over real HTTP, tried on a copy before they are offered; what is refused, and why. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { countSyntaxErrors } from '../../src/analyzers/syntax/count-errors.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { type LoopbackProvider, type LoopbackRequest, startLoopbackProvider } from '../../src/testing/index.ts';
import { createFolder, runCli } from './run-cli.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

const FILES = {
  'ping.py': [
    'import os',
    'from flask import Flask, request',
    '',
    'app = Flask(__name__)',
    '',
    '',
    '@app.route("/ping")',
    'def ping():',
    '    os.system("ping " + request.args["host"])',
    '    return "ok"',
    '',
  ].join('\n'),
  'calc.js': [
    "const express = require('express');",
    'const app = express();',
    "app.get('/calc', (req, res) => {",
    '  res.json(eval(req.query.sum));',
    '});',
    'app.listen(3000);',
    '',
  ].join('\n'),
  'token.js': "module.exports = { key: 'AKIAIOSFODNN7EXAMPLQ', other: 'x' };\n",
  'other.py': 'answer = 42\n',
};

const nonceOf = ({ body }: LoopbackRequest): string =>
  /===REPAIR_END:([0-9a-z]+)===/u.exec(JSON.stringify(body))?.[1] ?? 'none';

/** What the model writes, in turn, for the finding in this file. */
type Script = Readonly<Record<string, readonly (readonly (readonly [range: string, lines: string])[] | string)[]>>;

async function fixWith(script: Script, args: readonly string[], files: Readonly<Record<string, string>> = FILES) {
  const asked: string[] = [];
  const turns = new Map<string, number>();
  const reply = (request: LoopbackRequest): string => {
    const nonce = nonceOf(request);
    const body = JSON.stringify(request.body);
    asked.push(body);
    const file = Object.keys(script).find((name) => body.includes(`file: ${name}\\n`)) ?? '';
    const turn = turns.get(file) ?? 0;
    turns.set(file, turn + 1);
    const said = script[file]?.[turn] ?? 'CANNOT: nothing is prepared';
    const blocks =
      typeof said === 'string'
        ? said
        : said.map(([range, lines]) => `===LINES:${nonce} ${range}===\n${lines}`).join('\n');
    return `===REPAIR===\n${blocks}\n===REPAIR_END:${nonce}===\n`;
  };
  const provider = await startLoopbackProvider(...Array.from({ length: 12 }, () => ({ textFor: reply })));
  providers.push(provider);
  const cwd = createFolder(files);
  const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder(), ...provider.environment };
  const git = (...given: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...given], { cwd, encoding: 'utf8' });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'x');
  const run = (...given: readonly string[]) => runCli(given, { cwd, env });
  await run('review', '--all', '-f', 'json', '--quiet');
  const out = join(createFolder(), 'report.json');
  const fixed = await run('fix', '--model', 'openai-compatible/loopback', '-o', `json=${out}`, ...args);
  const report = fixed.code === 2 ? null : (JSON.parse(readFileSync(out, 'utf8')) as ReportDocument);
  return { ...fixed, report, asked, cwd, git, run };
}

test('a repair that holds on a copy is offered as a diff, in SARIF and as a suggestion; the tree is not touched', async () => {
  const safe = '    subprocess.run(["ping", "--", request.args["host"]], check=False)';
  const { stdout, stderr, code, report, asked, git } = await fixWith(
    {
      'ping.py': [
        [
          ['9-9', safe],
          ['1-1', 'import subprocess'],
        ],
      ],
    },
    ['latest', 'C-02', 'C-01', '--limit', '1'],
  );
  expect(stderr).toContain('1 repair of 1 offered; 1 call');
  expect(code).toBe(0);
  expect(stdout).toContain('-import os\n+import subprocess');
  expect(stdout).toContain(`+${safe}`);
  expect(git('status', '--porcelain')).toBe('');
  expect(report?.findings.find(({ file }) => file === 'ping.py')?.extra.repair).toMatchObject({
    edits: [{ line: 1 }, { line: 9, text: `${safe}\n` }],
  });
  expect(stderr).toContain('not asked: openai-compatible/loopback was asked about the first 1');
  expect(asked.join('\n')).not.toContain('AKIAIOSFODNN7EXAMPLQ');
});

test('a limit that leaves findings without an answer is no word that there is nothing to repair', async () => {
  const { code, stdout, stderr, git } = await fixWith({}, ['--apply', '--max-tokens', '10']);
  expect([code, stdout, stderr]).toEqual([3, '', expect.stringContaining('no answer: ')]);
  expect(git('status', '--porcelain')).toBe('');
});

test('the number of syntax errors tells a text that no longer parses', async () => {
  const cases = [
    ['javascript', 'f(1);\n', 0],
    ['javascript', 'f(1;\n', 1],
    ['python', 'def f():\n    return 1\n', 0],
    ['python', 'def f(:\n    return 1\n', 1],
    ['go', 'package a\n\nfunc f() { g() }\n', 0],
    ['go', 'package a\n\nfunc f() { g( }\n', 1],
    ['text', 'f(', null],
  ] as const;
  const counts = await Promise.all(cases.map(([language, text]) => countSyntaxErrors(language, text)));
  expect(counts.map((count) => (count === null ? null : Math.min(count, 1)))).toEqual(
    cases.map(([, , count]) => count),
  );
});

test('what does not hold is refused with its reason, a second attempt may mend it; --apply writes what held and nothing else', async () => {
  const script: Script = {
    'ping.py': ['CANNOT: the caller decides what is pinged'],
    'calc.js': [
      [['4-4', '  res.json(Number(req.query.sum);']],
      [['4-4', '  res.json(eval(req.query.sum)); // consensus-review-ignore: fine']],
    ],
    'token.js': [
      [['1-1', "module.exports = { key: '[redacted:aws-access-key:1]', other: 'x' };"]],
      [['1-1', "module.exports = { key: process.env.AWS_KEY, other: 'x' };"]],
    ],
  };
  const { stderr, code, git, asked } = await fixWith(script, ['--apply']);
  expect(stderr).toMatch(/not repaired \(\d\): [^\n]*the model sees no repair in this file: the caller decides/u);
  expect(stderr).toMatch(/not repaired \(\d\): [^\n]*refused: the finding is still there/u);
  expect(asked.some((body) => body.includes('does not parse'))).toBe(true);
  expect(asked.some((body) => body.includes('placeholder in the place of a secret'))).toBe(true);
  expect([git('diff', '--name-only').trim(), git('diff')]).toEqual([
    'token.js',
    expect.stringContaining('+module.exports = { key: process.env.AWS_KEY'),
  ]);
  expect(stderr).toContain('instances_fixed: 1');
  expect([code, stderr]).toEqual([0, expect.stringContaining('validation_status: "passed"')]);
});

test('what only a model has found is judged by another conversation than the one that repaired it', async () => {
  const finding = {
    severity: 'HIGH',
    category: 'authorization',
    file: 'other.py',
    line: 1,
    issue: 'The answer is told to everybody.',
    evidence: 'answer = 42',
    recommendation: 'Ask who wants to know.',
  };
  let judged = 0;
  const provider = await startLoopbackProvider();
  providers.push(provider);
  provider.otherwise((request) => {
    const body = JSON.stringify(request.body);
    const nonce = nonceOf(request);
    if (body.includes('Does the repair remove the problem')) {
      judged += 1;
      return { text: `${judged === 1 ? 'STAYS: nobody is asked' : 'GONE: asked now'}\n===REPAIR_END:${nonce}===\n` };
    }
    if (body.includes('Repair of one finding'))
      return { text: `===REPAIR===\n===LINES:${nonce} 1-1===\nanswer = input(${judged})\n===REPAIR_END:${nonce}===\n` };
    const end = /===AGENT_RESULT_END:[0-9a-f]+===/u.exec(body)?.[0];
    const result = { agent: 'security-reviewer', findings: [finding], verdict: 'WARN' };
    return { text: `===AGENT_RESULT===\n${JSON.stringify(result)}\n${end}\n` };
  });
  const cwd = createFolder({ 'other.py': FILES['other.py'] });
  const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder(), ...provider.environment };
  const model = ['--model', 'openai-compatible/loopback', '--quiet'];
  await runCli(['review', '--all', '--reviewers', 'security', '-f', 'json', ...model], { cwd, env });
  const fixed = await runCli(['fix', ...model], { cwd, env });
  expect([fixed.code, fixed.stdout, judged]).toEqual([0, expect.stringContaining('+answer = input(1)'), 2]);
});
