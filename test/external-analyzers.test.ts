/** Programs of others inside a whole run: merged with our own findings, kept in their place, never steered by the repository. */
import { delimiter, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReportDocument } from '../src/protocol/report/report-document.ts';
import { createToolFolder } from './contracts/external-tools.ts';
import { createFolder, runCli } from './e2e/run-cli.ts';

const CODE = `import os
from flask import request


def run():
    name = request.args["name"]
    os.system("ls " + name)
`;
const tools = createToolFolder();
const PATH = [tools.path, '/usr/bin', '/bin'].join(delimiter);

const issue = {
  test_id: 'B605',
  test_name: 'start_process',
  issue_text: 'Starting a process with a shell.',
  line_range: [7],
};
const hit = {
  ...issue,
  filename: './app/run.py',
  line_number: 7,
  issue_severity: 'HIGH',
  issue_confidence: 'HIGH',
  issue_cwe: { id: 77 },
};
tools.recorded('bandit', JSON.stringify({ errors: [], results: [hit] }));

async function review(files: Readonly<Record<string, string>>, args: readonly string[] = [], env = {}) {
  const { stdout, stderr, code } = await runCli(['review', '--all', '--quiet', '-f', 'json', ...args], {
    cwd: createFolder(files),
    env: { PATH, CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: '', ...env },
  });
  if (stdout === '') throw new Error(stderr);
  return { code, report: JSON.parse(stdout) as ReportDocument };
}

const rowOf = ({ analyzers }: ReportDocument, name: string) => analyzers.find((row) => row.name === name);
const SECURITY = ['--reviewers', 'security'];

test('a tool and our own rules on one line are one finding with both named', async () => {
  const { report } = await review({ 'app/run.py': CODE }, SECURITY);
  const onLine = report.findings.filter(({ line }) => line === 7);
  expect(onLine.map(({ cwe, status }) => [cwe, status])).toEqual([['CWE-78', 'confirmed']]);
  expect(onLine[0]?.reported_by.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(['bandit/B605-start-process', expect.stringMatching(/^py-/u)]),
  );
  expect(rowOf(report, 'bandit')).toEqual({
    name: 'bandit',
    version: '1.2.3',
    status: 'completed',
    findings: 1,
    reason: null,
  });
});

test('a tool that fails is said to have failed; the files it was for are reviewed all the same [FACT-06]', async () => {
  const broken = createToolFolder();
  broken.program('bandit', 'echo no; exit 3');
  const { report } = await review({ 'app/run.py': CODE }, SECURITY, {
    PATH: [broken.path, '/usr/bin', '/bin'].join(delimiter),
  });
  expect(rowOf(report, 'bandit')).toMatchObject({
    status: 'failed',
    findings: 0,
    reason: expect.stringContaining('bandit'),
  });
  expect([report.complete, report.coverage.files[0]?.status]).toEqual([true, 'reviewed']);
});

test('a tool that is not there is absent with the reason; one that is switched off is not mentioned', async () => {
  const { report } = await review({ 'app/run.py': CODE }, SECURITY, { PATH: dirname(process.execPath) });
  expect(rowOf(report, 'bandit')).toMatchObject({ status: 'absent', version: null, reason: 'bandit is not installed' });
  const silent = await review({ 'app/run.py': CODE }, SECURITY, { CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'none' });
  expect(rowOf(silent.report, 'bandit')).toBeUndefined();
});

describe('a repository that would like to decide what its reviewer runs, reads or sends', () => {
  const config = { semgrep_rules: ['rules.yaml'], advisory_database: 'osv', allow_network: true, fail_on: 'never' };
  const files = {
    'app/run.py': CODE,
    'package.json': '{ "private": true, "dependencies": { "left-pad": "1.0.0" } }\n',
    'rules.yaml': 'rules: []\n',
    'osv/GHSA-test.json': JSON.stringify({
      id: 'GHSA-test',
      affected: [{ package: { ecosystem: 'npm', name: 'left-pad' }, versions: ['1.0.0'] }],
    }),
    'consensus-review.config.json': JSON.stringify(config),
  };

  test('is not heard, and the report says so', async () => {
    const { report, code } = await review(files);
    expect(report.warnings).toContainEqual(
      expect.stringMatching(
        /consensus-review\.config\.json: semgrep_rules, advisory_database, allow_network, fail_on not used/u,
      ),
    );
    expect(rowOf(report, 'npm-audit')?.reason).toContain('is not allowed');
    expect(rowOf(report, 'advisories')).toMatchObject({
      status: 'absent',
      reason: expect.stringContaining('not checked'),
    });
    expect([code, report.verdict]).toEqual([1, 'VETO']);
  });

  test('is heard where the user trusts it', async () => {
    const { report } = await review(files, ['--trust-repository'], { CONSENSUS_REVIEW_ALLOW_NETWORK: 'false' });
    expect(report.warnings.filter((warning) => warning.includes('not used'))).toEqual([]);
    expect(rowOf(report, 'advisories')).toMatchObject({ status: 'completed', findings: 1 });
  });

  test('cannot ask to be trusted', async () => {
    const cwd = createFolder({ 'a.ts': '', 'consensus-review.config.json': '{ "trust_repository": true }' });
    expect((await runCli(['review', '--all'], { cwd, env: { PATH } })).code).toBe(2);
  });

  test('does not hide that the same setting comes from the user', async () => {
    const { 'osv/GHSA-test.json': advisory } = files;
    const CONSENSUS_REVIEW_ADVISORY_DATABASE = createFolder({ 'GHSA-test.json': advisory });
    const { report } = await review(files, [], { CONSENSUS_REVIEW_ADVISORY_DATABASE });
    expect(rowOf(report, 'advisories')).toMatchObject({ status: 'completed', findings: 1 });
    expect(rowOf(report, 'dependencies')?.reason ?? null).toBeNull();
    await expect(review(files, [], { CONSENSUS_REVIEW_ADVISORY_DATABASE: '/none/osv' })).rejects.toThrow('/none/osv');
  });
});

test('doctor lists every analyzer with its version, or why it is not there', async () => {
  const { stdout } = await runCli(['doctor', '-f', 'json'], {
    cwd: createFolder({ 'a.ts': '' }),
    env: { PATH, CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: '' },
  });
  const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; detail: string }[] };
  const find = (name: string) => checks.find((check) => check.name === `analyzer ${name}`);
  expect(find('bandit')).toEqual({ name: 'analyzer bandit', status: 'ok', detail: '1.2.3, for security-reviewer' });
  expect(find('semgrep')).toMatchObject({ status: 'absent' });
  for (const name of [
    'ast-grep',
    'secretlint',
    'shellcheck',
    'advisories',
    'gosec',
    'staticcheck',
    'go-vet',
    'npm-audit',
  ])
    expect(find(name)?.detail).toMatch(/\w/u);
});
