import { expect, test } from 'vitest';
import { claimFinding } from '../protocol/findings/finding.ts';
import { createRedactor, type Redactor } from '../protocol/redaction/redactor.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { createTestEngine } from '../testing/engine.ts';
import { completed, createScriptedDriver } from '../testing/scripted-driver.ts';

const SECRET = 'Xk9aZZ6sKT4t2W';
const CODE = `login('admin', password = '${SECRET}');`;
const same = <T>(value: T): T => value;
const OFF: Redactor = { redactFile: (_, text) => text, redact: same, redactWithin: same, listSecrets: () => [] };

async function review(redactor: Redactor): Promise<ReportDocument> {
  const finding = claimFinding({
    severity: 'CRITICAL',
    category: 'injection',
    file: 'src/a.ts',
    line: 2,
    title: `Login with ${SECRET}`,
    issue: `${SECRET} is written here`,
    evidence: CODE,
    extra: { note: [SECRET] },
  });
  const driver = createScriptedDriver({
    'security-reviewer': [
      { kind: 'finding', finding },
      { kind: 'file-done', path: 'src/a.ts' },
      { kind: 'outcome', outcome: completed },
    ],
  });
  const files = { 'src/a.ts': `first();\n${CODE}\nlast();\n` };
  const request = { reviewerNames: ['security-reviewer'] };
  return (await createTestEngine({ files, driver, request, ports: { redactor } }).run()).report;
}

test('a secret is taken out of every text of the report, whoever quoted it, and the finding stays the same one', async () => {
  const open = await review(OFF);
  const report = await review(createRedactor());
  expect(JSON.stringify(open)).toContain(SECRET);
  expect(JSON.stringify(report)).not.toContain(SECRET.slice(0, 4));
  expect(report.findings).toMatchObject([
    {
      fingerprint: open.findings[0]?.fingerprint,
      status: 'confirmed',
      title: 'Login with [redacted:password:1]',
      evidence: "login('admin', password = '[redacted:password:1]');",
      extra: { note: ['[redacted:password:1]'], redacted: true },
    },
  ]);
  expect(report.verdict_trace).not.toEqual(open.verdict_trace);
});

test('in settings files a value needs neither quotes nor digits, and what the secret scan masked is shown as a placeholder', async () => {
  const finding = { severity: 'LOW', category: 'config', title: 'x', issue: 'x' } as const;
  const claims = [
    claimFinding({ ...finding, file: 'b.yml', line: 1, evidence: 'password: vanilla', flow: "pwd = 'vanilla'" }),
    claimFinding({ ...finding, file: 'c.env', line: 1, evidence: 'A_TOKEN=kT7x…', extra: { redacted: true } }),
  ];
  const driver = createScriptedDriver({
    'security-reviewer': [
      ...claims.map((claim) => ({ kind: 'finding', finding: claim, isAnalyzers: true }) as const),
      { kind: 'file-done', path: 'b.yml' },
      { kind: 'file-done', path: 'c.env' },
      { kind: 'outcome', outcome: completed },
    ],
  });
  const files = { 'b.yml': 'password: vanilla\n', 'c.env': 'A_TOKEN=kT7xQ9zLm2xw\n' };
  const request = { reviewerNames: ['security-reviewer'] };
  const { report } = await createTestEngine({ files, driver, request }).run();
  expect(report.findings).toMatchObject([
    { evidence: 'password: [redacted:password:1]', extra: { redacted: true } },
    { evidence: 'A_TOKEN=[redacted:token:2]', extra: { redacted: true } },
  ]);
});
