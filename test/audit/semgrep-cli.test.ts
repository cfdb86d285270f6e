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

async function audit(tools: string, rules: boolean, ...args: readonly string[]) {
  const root = createFolder(FILES);
  const config = createFolder({
    'config.json': JSON.stringify(rules ? { semgrep_rules: [join(outside, 'rules.yaml')] } : {}),
  });
  return runCli(['audit', '-C', root, '--all', '-f', 'json', '--config', join(config, 'config.json'), ...args], {
    env: {
      CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'semgrep',
      PATH: `${tools}:${process.env.PATH}`,
    },
  });
}

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
  ['has no rule for a language in scope', false, { results: [] }, 'Semgrep absent: no rule given to it'],
] as const)(
  'one that %s halts an audit that requires it, and no other',
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
      new RegExp(`Hits outside what was audited, not reported: ${left} of Semgrep`, 'u'),
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
