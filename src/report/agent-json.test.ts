import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildAgent, buildFinding, buildReport } from '../../test/support/sample-reports.ts';
import { claimFinding } from '../protocol/findings/finding.ts';
import { readFinding } from '../protocol/output/reviewer-claims.ts';
import type { ReportAgent, ReportFinding } from '../protocol/report/report-document.ts';
import { formatAgentJson } from './agent-json.ts';

const write = (agents: readonly ReportAgent[], findings: readonly ReportFinding[] = []) =>
  JSON.parse(formatAgentJson(buildReport({ agents, findings })));
const by = (agent: string, model: string | null = null) => ({ agent, round: 1, rule: null, model });

test('over several waves an agent has one output: what it reviewed adds up, what is left is what the last wave left', () => {
  const first = buildAgent({
    agent: 'security-reviewer',
    partial: true,
    cutoff_reason: 'budget',
    files_reviewed: 8,
    files_skipped: 2,
    skipped_files: ['a.go', 'b.go'],
    skipped: { medium_count: 1, low_count: 2 },
    verdict: 'WARN',
    veto_reasons: ['a secret'],
  });
  const second = buildAgent({ agent: 'security-reviewer', wave: 2, files_reviewed: 2 });
  expect(write([first, second])).toEqual([
    {
      agent: 'security-reviewer',
      partial: false,
      cutoff_reason: null,
      files_reviewed: 10,
      files_skipped: 0,
      findings: [],
      skipped: { medium_count: 1, low_count: 2 },
      verdict: 'WARN',
      veto_reasons: ['a secret'],
    },
  ]);
});

test('a second round judges and reviews nothing: its files are not counted twice', () => {
  const row = buildAgent({ agent: 'security-reviewer', files_reviewed: 3 });
  expect(write([row, { ...row, round: 2, wave: 2 }])[0].files_reviewed).toBe(3);
});

test('each model of a panel has an output of its own, with what the analyzers beside it found; rejected findings are in none', () => {
  const row = buildAgent({ agent: 'security-reviewer' });
  const finding = (id: string, said: Partial<ReportFinding>) => buildFinding({ id, severity: 'HIGH', ...said });
  const outputs = write(
    [
      { ...row, model: 'a/one' },
      { ...row, model: 'b/two' },
    ],
    [
      finding('H-01', { reported_by: [by('security-reviewer', 'a/one')] }),
      finding('H-02', { reported_by: [by('security-reviewer')] }),
      finding('H-03', { reported_by: [by('security-reviewer', 'b/two')], status: 'rejected' }),
      finding('H-04', { reported_by: [by('go-reviewer', 'b/two')] }),
    ],
  );
  expect(outputs.map(({ findings }: { findings: { id: string }[] }) => findings.map(({ id }) => id))).toEqual([
    ['H-01', 'H-02'],
    ['H-02'],
  ]);
});

test('where one model stood in for another, its findings are still the findings of the agent', () => {
  const row = buildAgent({ agent: 'security-reviewer', model: 'a/one' });
  const finding = buildFinding({ id: 'H-01', severity: 'HIGH', reported_by: [by('security-reviewer', 'b/two')] });
  expect(write([row], [finding])[0].findings).toHaveLength(1);
});

test('a written finding reads back the same, with fields of its own [OUTPUT-06]', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 20 }).map((s) => `x${s}x`);
  const finding = fc.record({
    severity: fc.constantFrom('CRITICAL', 'HIGH', 'MEDIUM', 'LOW'),
    issue: anything,
    file: anything.map((s) => s.replace(/[:`]/gu, '').trim()),
    line: fc.integer({ min: 1, max: 1e6 }),
    evidence: anything,
    recommendation: anything,
    effort: anything,
  });
  fc.assert(
    fc.property(finding, ({ effort, ...said }) => {
      const claim = claimFinding({
        ...said,
        id: 'H-01',
        title: said.issue,
        category: 'cve',
        endLine: said.line,
        extra: { effort },
      });
      const { id: _id, endLine: _endLine, rule: _rule, originallyTruncated: _cut, ...words } = claim;
      const known = buildFinding({
        ...words,
        id: 'H-01',
        category: 'cve',
        file: said.file,
        line: said.line,
        reported_by: [by('go-reviewer')],
      });
      const [output] = write([buildAgent({ agent: 'go-reviewer' })], [known]);
      expect(readFinding(output.findings[0])).toEqual({ kind: 'finding', finding: claim });
    }),
  );
});
