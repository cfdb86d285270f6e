import { expect, test } from 'vitest';
import { collectOutputs } from './collect.ts';

const facts = { runId: 'run-1', startedAt: 0, finishedAt: 0 };
const collect = (text: string) => collectOutputs([{ origin: 'a.json', text }], false, facts);
const output = (findings: readonly object[], more: object = {}): string =>
  JSON.stringify({
    agent: 'security-reviewer',
    partial: false,
    cutoff_reason: null,
    files_reviewed: 1,
    files_skipped: 0,
    verdict: 'OK',
    findings,
    ...more,
  });

test('a whole output is complete, and nothing in it is confirmed without the code', () => {
  const report = collect(
    output([{ severity: 'HIGH', category: 'injection', file: 'a.js', line: 3, evidence: 'x', issue: 'y' }]),
  );
  expect({ complete: report.complete, status: report.findings[0]?.status }).toEqual({
    complete: true,
    status: 'unverified',
  });
});

test.each([
  ['without an issue', { severity: 'CRITICAL', file: 'a.js', line: 3 }],
  ['with a severity nobody knows', { severity: 'INFO', file: 'a.js', line: 3, issue: 'x' }],
])('a finding %s cannot be read, and the report is not complete', (_name, finding) => {
  const report = collect(output([finding]));
  expect({ complete: report.complete, lost: report.truncation.unrecovered_findings }).toEqual({
    complete: false,
    lost: 1,
  });
  expect(report.warnings.join()).toContain('1 findings could not be read');
});

test('two findings without a line are two findings', () => {
  const report = collect(
    output([
      { severity: 'HIGH', category: 'injection', file: 'a.js', issue: 'SQL injection in login' },
      { severity: 'HIGH', category: 'injection', file: 'a.js', issue: 'Command injection in export job' },
    ]),
  );
  expect(report.findings).toHaveLength(2);
});

test('garbage is a failure, never a clean result', () => {
  const report = collect('nothing of use');
  expect({ complete: report.complete, status: report.agents[0]?.status }).toEqual({
    complete: false,
    status: 'failed',
  });
});
