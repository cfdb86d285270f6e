import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
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

const tenQueries = (said: Partial<ReportFinding> = {}): readonly ReportFinding[] =>
  Array.from({ length: 10 }, (_, i) =>
    buildFinding({
      id: `M-${String(i + 1).padStart(2, '0')}`,
      severity: 'MEDIUM',
      cwe: 'CWE-89',
      file: 'a.ts',
      line: 10 * (i + 1),
      end_line: 10 * (i + 1),
      evidence: 'const q = read();\nconst sql = "…" + q;\nreturn db.run(sql);',
      sink: 'db.run(sql)',
      flow: ':1 → :2 → :3 → :4',
      reported_by: [by('go-reviewer')],
      ...said,
    }),
  );

test.each([
  [8000, 0],
  [100_000, 92_000],
])('ten findings that need 40 % of what is left, %i - %i, are written whole [TRUNC-01, TRUNC-02]', (...budget) => {
  const [budget_tokens, used_tokens] = budget;
  const [output] = write([buildAgent({ agent: 'go-reviewer', budget_tokens, used_tokens })], tenQueries());
  expect(output).not.toHaveProperty('compression');
  expect(output.findings).toHaveLength(10);
  expect(output.findings[0]).toMatchObject({ line: 10, flow: ':1 → :2 → :3 → :4' });
});

test('findings that need more are shortened: one line of evidence, one entry for CWE and file, both ends of a flow [TRUNC-01, TRUNC-02, TRUNC-03, TRUNC-04, TRUNC-05]', () => {
  const waves = [4000, 3999].map((budget_tokens, i) =>
    buildAgent({ agent: 'go-reviewer', wave: i + 1, budget_tokens, used_tokens: 0 }),
  );
  const [output] = write(waves, tenQueries());
  expect(output).toMatchObject({
    compression: { estimated_tokens: 3200, remaining_tokens: 7999, findings: 10, merged: 9 },
    findings: [{ id: 'M-01', line: 10, end_line: 100, evidence: 'return db.run(sql);', flow: ':1 → :4' }],
  });
  expect(output.findings[0].merged_from).toHaveLength(10);
  expect(output.findings[0].merged_from[1]).toEqual({ id: 'M-02', line: 20, end_line: 20 });
});

test('in a high-severity output a merged entry has the range of its places; what reads it takes it as one finding [TRUNC-04, OUTPUT-07]', () => {
  const agent = buildAgent({
    agent: 'go-reviewer',
    mode: 'high_severity_only',
    budget_tokens: 9000,
    used_tokens: 8000,
  });
  const [output] = write([agent], tenQueries({ severity: 'HIGH' }));
  expect(output.findings).toHaveLength(1);
  expect(output.findings[0].location).toBe('a.ts:10-100');
  expect(readFinding(output.findings[0])).toMatchObject({ finding: { file: 'a.ts', line: 10, endLine: 100 } });
});

test('an output that was handed in has no budget to keep to', () => {
  const [output] = write([buildAgent({ agent: 'go-reviewer', budget_tokens: 0, used_tokens: 0 })], tenQueries());
  expect(output.findings).toHaveLength(10);
});

test('a written finding reads back the same, with fields of its own [OUTPUT-06]', () => {
  const anything = fc.string({ unit: anyCharacter, maxLength: 20 }).map((s) => `x${s}x`);
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
