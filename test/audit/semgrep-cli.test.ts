/** Semgrep in an audit as a user starts it, with a stand-in for the program: its version, its hits, and when it must run (FACT-06, AUD-30). */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report-document.ts';
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
    expect(required.stderr).toContain(reason);
    const { row } = semgrepOf((await audit(tools, rules)).stdout);
    expect(row).toMatchObject({ status: output === null ? 'failed' : 'absent', findings: 0 });
  },
  60_000,
);
