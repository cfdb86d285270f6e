import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createFolder, runCli } from './run-cli.ts';

const project = join(import.meta.dirname, '../..');
const seed = (name: string): string => join(project, `test/golden/seeds/reviewer-${name}.json`);
const collect = async (files: readonly string[], input = '') => {
  const { stdout } = await runCli(['collect', ...files, '-f', 'agent-json'], { input });
  return JSON.parse(stdout) as readonly Readonly<Record<string, unknown>>[];
};
const check = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(join(project, 'schemas/agent-outputs.schema.json'), 'utf8')),
);

const SKIPPED = ['src/auth/worker.go', 'src/auth/cache.go', 'src/auth/middleware.go', 'src/auth/types.go'];
const output = (said: object): string =>
  JSON.stringify({
    agent: 'security-reviewer',
    partial: true,
    cutoff_reason: 'budget',
    budget_used_percent: 97,
    files_reviewed: 8,
    files_skipped: 4,
    skipped_files: SKIPPED,
    findings: [],
    verdict: 'OK',
    veto_reasons: [],
    ...said,
  });

describe('collect -f agent-json', () => {
  test('a full output has the base fields, snippet evidence and the whole advice [OUTPUT-06, MODE-05, MODE-06]', async () => {
    expect(await collect([seed('full')])).toEqual([
      {
        agent: 'security-reviewer',
        partial: false,
        cutoff_reason: null,
        files_reviewed: 0,
        files_skipped: 0,
        findings: [
          {
            severity: 'HIGH',
            category: 'injection',
            file: 'src/auth/validate.go',
            line: 45,
            evidence: 'query := fmt.Sprintf("SELECT * FROM users WHERE id = %s", userId)',
            issue: 'SQL injection vulnerability via string interpolation',
            recommendation: 'Use parameterized queries: db.Query("SELECT * FROM users WHERE id = $1", userId)',
            cwe: 'CWE-89',
            references: ['https://owasp.org/...'],
            related: [],
            confidence: 0.6,
            id: 'H-01',
            doubt: 'collected without the code',
          },
        ],
        verdict: 'WARN',
        veto_reasons: [],
      },
    ]);
  });

  test('a high-severity output names its mode, both percents and what it left out, in concise findings; it is not partial [OUTPUT-07, OUTPUT-08, MODE-09, MODE-10, MODE-11, REV-08, REV-18]', async () => {
    expect(await collect([seed('high-severity')])).toEqual([
      {
        agent: 'security-reviewer',
        partial: false,
        cutoff_reason: null,
        mode: 'high_severity_only',
        budget_used_percent: 88,
        budget_remaining_percent: 12,
        files_reviewed: 0,
        files_skipped: 0,
        findings: [
          {
            severity: 'HIGH',
            category: 'injection',
            location: 'src/auth/validate.go:45',
            issue: 'SQL injection via string interpolation',
            recommendation: 'Use parameterized queries',
          },
        ],
        skipped: { medium_count: 3, low_count: 5 },
        verdict: 'WARN',
        veto_reasons: [],
      },
    ]);
  });

  test('a high-severity output loses snippets and examples that it was given all the same [MODE-09, MODE-10]', async () => {
    const finding = {
      severity: 'HIGH',
      category: 'injection',
      file: 'a.go',
      line: 3,
      evidence: 'db.Query(query)',
      issue: 'x is y',
      recommendation: 'Use parameters: db.Query("… $1", id)',
    };
    const [shaped] = await collect(
      [],
      output({
        partial: false,
        cutoff_reason: null,
        mode: 'high_severity_only',
        files_skipped: 0,
        skipped_files: [],
        findings: [finding],
      }),
    );
    expect(shaped?.findings).toEqual([
      {
        severity: 'HIGH',
        category: 'injection',
        location: 'a.go:3',
        issue: 'x is y',
        recommendation: 'Use parameters',
      },
    ]);
  });

  test('a partial output says why, how much and what is left, in the order of skipped_files [OUTPUT-09, OUTPUT-10, MODE-14, MODE-15]', async () => {
    expect(await collect([seed('partial')])).toEqual([
      {
        agent: 'security-reviewer',
        partial: true,
        cutoff_reason: 'budget',
        budget_used_percent: 97,
        budget_remaining_percent: 3,
        files_reviewed: 8,
        files_skipped: 4,
        skipped_files: SKIPPED,
        findings: [],
        verdict: 'OK',
        veto_reasons: [],
        recommendation:
          'Re-run review with: /consensus-review src/auth/worker.go src/auth/cache.go src/auth/middleware.go src/auth/types.go',
      },
    ]);
  });

  test('names that a shell would split are quoted in the recommendation [HOST-13]', async () => {
    const [shown] = await collect([], output({ skipped_files: ['a b.go', '-x'] }));
    expect(shown?.recommendation).toBe("Re-run review with: /consensus-review 'a b.go' ./-x");
  });

  test.each(['budget', 'truncated', 'timeout', 'error', 'aborted'])(
    '%s is an ending with a name [REV-16]',
    async (cutoff_reason) => {
      const outputs = await collect([], output({ cutoff_reason }));
      expect(outputs[0]?.cutoff_reason).toBe(cutoff_reason);
      expect(check(outputs)).toBe(true);
    },
  );

  test('what it wrote it reads again, and says the same [OUTPUT-12]', async () => {
    const names = ['go-reviewer', 'security-reviewer', 'user-persona-reviewer'];
    const texts = ['full', 'high-severity', 'partial'].map((name, i) =>
      readFileSync(seed(name), 'utf8')
        .replace('security-reviewer', names[i] ?? '')
        .replace('validate.go:45', 'session.go:9'),
    );
    const once = await collect([], texts.join('\n'));
    expect(once.map(({ agent }) => agent)).toEqual(names);
    expect(await collect([], JSON.stringify(once))).toEqual(once);
  });
});

describe('the schema of the outputs', () => {
  test.each(['full', 'high-severity', 'partial'])(
    'takes %s, and refuses it without one of its fields [OUTPUT-01, OUTPUT-02]',
    async (name) => {
      const [said = {}] = await collect([seed(name)]);
      expect(check([said])).toBe(true);
      for (const field of Object.keys(said))
        expect([field, check([{ ...said, [field]: undefined }])]).toEqual([field, false]);
    },
  );

  test.each([
    ['verdict', ['veto', 'APPROVE', 'warn', null]],
    ['partial', ['no', 'true', 1]],
    ['files_reviewed', [-1, 1.5, '12']],
    ['cutoff_reason', ['Budget', 'other', 0]],
    ['cutoff_reason', ['budget']],
  ])('%s has no other spelling [OUTPUT-03, OUTPUT-04]', async (field, values) => {
    const [said] = await collect([seed('full')]);
    for (const value of values) expect(check([{ ...said, [field]: value }])).toBe(false);
  });

  test.each(['Critical', 'INFO', 'high', ''])('severity %j is refused [OUTPUT-05]', async (severity) => {
    const [said = {}] = await collect([seed('full')]);
    const [finding] = said.findings as readonly object[];
    expect(check([{ ...said, findings: [{ ...finding, severity }] }])).toBe(false);
  });

  test('a partial output has its reason [OUTPUT-03]', async () => {
    const [said] = await collect([seed('partial')]);
    expect(check([{ ...said, cutoff_reason: null }])).toBe(false);
  });
});

describe('the samples of the seeds are read', () => {
  test.each([
    ['full', 'security-reviewer', 'cutoff_reason, files_reviewed, files_skipped, verdict', 'WARN', 1],
    ['high-severity', 'security-reviewer', 'cutoff_reason, files_reviewed, files_skipped, verdict', 'WARN', 1],
    ['partial', 'security-reviewer', 'verdict', 'OK', 0],
    ['base-schema', '{{agent_name}}', null, 'OK', 0],
    ['veto-schema', 'security-reviewer', null, 'OK', 0],
  ])(
    '%s, with a warning that names the fields it lacks [OUTPUT-12, REV-07, SYNTH-09]',
    async (...[name, agent, missing, verdict, findings]) => {
      const { stdout } = await runCli(['collect', seed(name), '-f', 'json']);
      const report = JSON.parse(stdout);
      expect(report.agents[0]).toMatchObject({ agent, verdict });
      expect(report.findings).toHaveLength(findings);
      expect(report.warnings.filter((warning: string) => warning.includes('missing'))).toEqual(
        missing === null ? [] : [`⚠️ ${agent}: missing fields: ${missing}`],
      );
    },
  );

  test.each([
    [{ verdict: 'REQUEST_CHANGES' }, 'WARN'],
    [{ verdict: 'APPROVE' }, 'OK'],
    [{ veto_exercised: true }, 'VETO'],
  ])('a verdict in other words, %j, is %s [REV-11]', async (said, verdict) => {
    const { stdout } = await runCli(['collect', '-f', 'json'], { input: output(said) });
    expect(JSON.parse(stdout).agents[0].verdict).toBe(verdict);
  });
});

test('a cut output that names no agent is severe: nothing in it counts, and what was whole is left as a lead [REV-25]', async () => {
  const finding = { severity: 'CRITICAL', file: 'a.go', line: 3, issue: 'x is y' };
  const text = JSON.stringify({ findings: [finding, finding], verdict: 'VETO' });
  const whole = await runCli(['collect', '-f', 'json'], { input: text });
  expect(JSON.parse(whole.stdout)).toMatchObject({ complete: true, findings: [{ file: 'a.go' }, { file: 'a.go' }] });
  const cut = await runCli(['collect', '-f', 'json'], { input: text.slice(0, -20) });
  expect(cut.code).toBe(3);
  expect(JSON.parse(cut.stdout)).toMatchObject({
    verdict: 'OK',
    complete: false,
    findings: [],
    truncation: {
      agents: [{ agent: 'standard input', severity: 'severe', recovery: 'discarded: retry with half the scope' }],
      unrecovered_findings: 2,
      needs_reaudit: [{ agent: 'standard input', id: 'F001', file: 'a.go' }],
    },
  });
});

test('review -f agent-json writes what every reviewer of the run brought [OUTPUT-01, OUTPUT-02]', async () => {
  const cwd = createFolder({
    'run.js': "const { exec } = require('node:child_process');\nexports.run = (name) => exec(`ls ${name}`);\n",
  });
  const { stdout } = await runCli(['review', '--all', '-f', 'agent-json'], { cwd });
  const outputs: readonly Readonly<Record<string, unknown>>[] = JSON.parse(stdout);
  expect(check(outputs)).toBe(true);
  const security = outputs.find(({ agent }) => agent === 'security-reviewer');
  expect(security).toMatchObject({
    partial: false,
    files_reviewed: 1,
    files_skipped: 0,
    findings: [
      { category: 'injection', file: 'run.js', line: 2, cwe: 'CWE-78', evidence: expect.stringContaining('exec(') },
    ],
  });
  expect(outputs.map(({ files_reviewed }) => files_reviewed)).toEqual(outputs.map(() => 1));
});

test('an output that little room is left for is compressed before it is written, and the report keeps every finding [TRUNC-02, TRUNC-03, TRUNC-04, TRUNC-05, TRUNC-06, AUD-27]', async () => {
  const route = (path: string, sink: string): string =>
    `app.get('${path}', (req, res) => {\n  const said = req.query.said;\n  const text = said;\n  ${sink}\n});\n`;
  const shell = Array.from({ length: 6 }, (_, i) => route(`/a${i}`, "exec('ls ' +\n    text);"));
  const redirects = Array.from({ length: 6 }, (_, i) => route(`/b${i}`, 'res.redirect(text);'));
  const head = "const { exec } = require('node:child_process');\nconst app = require('express')();\n";
  const cwd = createFolder({ 'app.js': `${head}${shell.join('')}${redirects.join('')}` });
  const written = join(createFolder(), 'report.json');
  const { stdout } = await runCli(['review', '--all', '-f', 'agent-json', '-o', `json=${written}`], { cwd });
  const report: ReportDocument = JSON.parse(readFileSync(written, 'utf8'));
  const outputs: readonly Readonly<Record<string, unknown>>[] = JSON.parse(stdout);
  expect(check(outputs)).toBe(true);
  const row = report.agents.find(({ agent }) => agent === 'security-reviewer');
  const places = (cwe: string) =>
    report.findings.filter((finding) => finding.cwe === cwe).map(({ id, line, end_line }) => ({ id, line, end_line }));
  expect([places('CWE-78').length, places('CWE-601').length]).toEqual([6, 6]);
  expect(report.findings.find(({ cwe }) => cwe === 'CWE-78')?.evidence).toContain('\n');
  expect(outputs.find(({ agent }) => agent === 'security-reviewer')).toMatchObject({
    compression: {
      estimated_tokens: 12 * 300 + 200,
      remaining_tokens: (row?.budget_tokens ?? 0) - (row?.used_tokens ?? 0),
      findings: 12,
      merged: 10,
    },
    findings: [
      {
        line: 6,
        end_line: 37,
        evidence: expect.not.stringContaining('\n'),
        flow: ':4 → :5 → :6',
        merged_from: places('CWE-78'),
      },
      { cwe: 'CWE-601', flow: ':40 → :42', merged_from: places('CWE-601') },
    ],
  });
});
