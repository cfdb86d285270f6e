/** Semgrep in an audit as a user starts it, with a stand-in for the program: its version, its hits, and when it must run (FACT-06, AUD-30). */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createToolFolder } from '../contracts/external-tools.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';

const HIT = {
  check_id: 'local-query',
  path: 'src/a.ts',
  start: { line: 2, col: 1 },
  end: { line: 2, col: 5 },
  extra: { severity: 'ERROR', message: 'a query', metadata: { cwe: ['CWE-89: SQL'] } },
};
const FILES = {
  'src/a.ts': "import { db } from './db.ts';\nexport const find = (id: string) => db.query('SELECT ' + id);\n",
  'src/b.ts': "import { db } from './db.ts';\nexport const drop = (id: string) => db.query('DELETE ' + id);\n",
  'package.json': '{ "name": "app" }\n',
};
const outside = createFolder({ 'rules.yaml': 'rules: []\n' });

/** A program that knows its version and writes this output; null = it ends with an error and writes nothing. */
function install(output: unknown): string {
  const folder = createToolFolder();
  const write =
    output === null
      ? 'exit 3'
      : `while [ $# -gt 0 ]; do [ "$1" = --output ] && out=$2; shift; done; echo '${JSON.stringify(output)}' > "$out"`;
  folder.program('semgrep', `case "$*" in *--version*) echo 1.99.0;; *) ${write};; esac`);
  return folder.path;
}

interface Asked {
  readonly command: 'audit' | 'review';
  readonly files: Readonly<Record<string, string>>;
  readonly rules: boolean;
  readonly args?: readonly string[];
}

function runWith(tools: string, { command, files, rules, args = [] }: Asked) {
  const root = createFolder(files);
  const config = createFolder({
    'config.json': JSON.stringify(rules ? { semgrep_rules: [join(outside, 'rules.yaml')] } : {}),
  });
  return runCli([command, '-C', root, '--all', '-f', 'json', '--config', join(config, 'config.json'), ...args], {
    env: {
      CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'semgrep',
      PATH: `${tools}:${process.env.PATH}`,
    },
  });
}

const audit = (tools: string, rules: boolean, ...args: readonly string[]) =>
  runWith(tools, { command: 'audit', files: FILES, rules, args });

const semgrepOf = (stdout: string) => {
  const report: ReportDocument = JSON.parse(stdout);
  return { report, row: report.analyzers.find(({ name }) => name === 'semgrep') };
};

test('the row of Semgrep has the version of the program, and its hits are merged and decided', async () => {
  const { stdout } = await audit(install({ results: [HIT], errors: [] }), true, '--require-semgrep');
  const { report, row } = semgrepOf(stdout);
  expect(row).toMatchObject({ version: '1.99.0', status: 'completed', findings: 1 });
  expect(report.audit?.semgrep.verification).toContain('semgrep_findings_total: 1');
  expect(report.audit?.semgrep.verification).toContain('unresolved_findings_count: 0');
}, 60_000);

test.each([
  ['fails', true, null, 'Semgrep failed: semgrep: no output'],
  ['has no rule for a language in scope', false, { results: [] }, 'Semgrep absent: no rule applies'],
] as const)(
  'one that %s halts an audit that requires it, and no other [AUD-30]',
  async (_name, rules, output, reason) => {
    const tools = install(output);
    const required = await audit(tools, rules, '--require-semgrep');
    expect([required.code, required.stdout]).toEqual([2, '']);
    expect(required.stderr).toContain(`[HALT] ${reason}`);
    const { row } = semgrepOf((await audit(tools, rules)).stdout);
    expect(row).toMatchObject({ status: output === null ? 'failed' : 'absent', findings: 0 });
  },
  60_000,
);

const OTHER = {
  ...HIT,
  check_id: 'local-token',
  extra: { severity: 'WARNING', message: 'a token', metadata: { cwe: ['CWE-798: secret'] } },
};
const UNCLASSED = { ...HIT, check_id: 'local-style', extra: { severity: 'WARNING', message: 'a style', metadata: {} } };
const ELSEWHERE = { ...HIT, path: 'src/b.ts' };

test.each([
  ['one dimension', ['--dimensions', 'D1'], ['src/a.ts', 'src/b.ts'], 2],
  ['one cell', ['--cells', 'D1:src/a.ts'], ['src/a.ts'], 2],
])(
  'of an audit of %s only the hits inside are reported and counted, and the others are disclosed [FACT-06]',
  async (_name, args, files, left) => {
    const tools = install({ results: [HIT, OTHER, UNCLASSED, ELSEWHERE], errors: [] });
    const { report } = semgrepOf((await audit(tools, true, ...args)).stdout);
    const hits = report.findings.filter(({ reported_by: by }) => by.some(({ agent }) => agent === 'semgrep'));
    expect(hits.map(({ file, dimension }) => [file, dimension])).toEqual(files.map((file) => [file, 'D1']));
    expect(report.audit?.semgrep.verification).toContain(`semgrep_findings_total: ${files.length}`);
    expect(report.audit?.limitations.join('\n')).toMatch(
      new RegExp(`Results outside the audited scope, not reported: ${left} of Semgrep`, 'u'),
    );
  },
  60_000,
);

test('an audit of everything reports every hit, classed or not', async () => {
  const tools = install({ results: [HIT, OTHER, UNCLASSED, ELSEWHERE], errors: [] });
  const { report } = semgrepOf((await audit(tools, true)).stdout);
  expect(report.audit?.semgrep.verification).toContain('semgrep_findings_total: 4');
  expect(report.audit?.limitations.join('\n')).not.toContain('outside what was audited');
}, 60_000);

const TOLD = {
  ...HIT,
  check_id: 'local-eval',
  path: 'src/c.scala',
  start: { line: 3, col: 3 },
  end: { line: 3, col: 20 },
  extra: {
    severity: 'ERROR',
    message: 'Input is run as a program.',
    fix: 'engine.parse(text)',
    metadata: {
      cwe: ['CWE-95: Eval'],
      references: ['https://example.org/eval'],
      confidence: 'HIGH',
    },
    dataflow_trace: {
      taint_source: ['CliLoc', [{ path: 'src/c.scala', start: { line: 2 }, end: { line: 2 } }, 'call.receiveText()']],
      intermediate_vars: [{ content: 'text', location: { path: 'src/c.scala', start: { line: 2 }, end: { line: 2 } } }],
      taint_sink: ['CliLoc', [{ path: 'src/c.scala', start: { line: 3 }, end: { line: 3 } }, 'engine.eval(text)']],
    },
  },
};

test.each(['audit', 'review'] as const)(
  'a hit keeps its evidence, fix, references and flow in the report of the %s [FACT-06]',
  async (command) => {
    const tools = install({ results: [TOLD], errors: [] });
    const files = { 'src/c.scala': 'fun run(call: Call) {\n  val text = call.receiveText()\n  engine.eval(text)\n}\n' };
    const { report } = semgrepOf((await runWith(tools, { command, files, rules: true })).stdout);
    const [finding] = report.findings.filter(({ reported_by: by }) =>
      by.some(({ rule }) => rule === 'semgrep/local-eval'),
    );
    expect(finding).toMatchObject({
      title: 'Input is run as a program',
      category: 'injection',
      cwe: 'CWE-95',
      file: 'src/c.scala',
      line: 3,
      evidence: '  engine.eval(text)',
      recommendation: expect.stringContaining('The rule suggests: `engine.parse(text)`.'),
      references: ['https://cwe.mitre.org/data/definitions/95.html', 'https://example.org/eval'],
      source: 'call.receiveText() :2',
      sink: 'engine.eval(text) :3',
      flow: ':2 → :3',
      confidence: 0.9,
      extra: { analyzer: 'semgrep', fix: 'engine.parse(text)' },
    });
  },
  60_000,
);

test('hits that nobody decided are named where the scan was complete [FACT-06]', async () => {
  const { report } = semgrepOf((await audit(install({ results: [HIT], errors: [] }), true, '--mode', 'quick')).stdout);
  expect(report.audit?.semgrep).toMatchObject({
    status: 'completed',
    reason: '0 of 1 findings are decided; 1 findings are unresolved',
  });
}, 60_000);
