import { expect, test } from 'vitest';
import { claimFinding } from '../protocol/findings/finding.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { createTestEngine } from '../testing/engine.ts';
import { completed, createScriptedDriver } from '../testing/scripted-driver.ts';
import type { FindSecrets, QuotedText } from './run-request.ts';

const SECRET = 'Xk9aZZ6sKT4t2W';
const CODE = `login('admin', '${SECRET}');`;

async function review(findSecrets: FindSecrets): Promise<ReportDocument> {
  const finding = claimFinding({
    severity: 'CRITICAL',
    category: 'injection',
    file: 'src/a.ts',
    line: 2,
    title: `Login with ${SECRET}`,
    issue: `${SECRET} is written here`,
    evidence: CODE,
    sink: `login('admin', 'Xk9aZZ6s…`,
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
  return (await createTestEngine({ files, driver, request, ports: { findSecrets } }).run()).report;
}

test('a secret is cut out of every text of the report, whoever quoted it, and the finding stays the same one', async () => {
  const open = await review(async () => []);
  const report = await review(async () => [SECRET]);
  expect(JSON.stringify(open)).toContain(SECRET);
  expect(JSON.stringify(report)).not.toContain(SECRET.slice(0, 6));
  expect(report.findings).toMatchObject([
    {
      fingerprint: open.findings[0]?.fingerprint,
      status: 'confirmed',
      title: 'Login with Xk9a…',
      evidence: "login('admin', 'Xk9a…');",
      sink: "login('admin', 'Xk9a…",
      extra: { note: ['Xk9a…'], redacted: true },
    },
  ]);
  expect(report.verdict_trace).not.toEqual(open.verdict_trace);
});

test('the cited lines are searched as the language of their file, the words of findings as no language', async () => {
  const asked: QuotedText[] = [];
  await review(async (texts) => {
    asked.push(...texts);
    return [];
  });
  expect(asked[0]).toEqual({ language: 'typescript', text: CODE });
  expect(asked[1]?.language).toBeNull();
  expect(asked[1]?.text).toContain(`Login with ${SECRET}`);
});

test('a value behind the name of a secret is cut even where no search knows it, in settings files without quotes too', async () => {
  const finding = { severity: 'LOW', category: 'config', title: 'x', issue: 'x' } as const;
  const json = '{"smtp":{"pass":"vanilla-otter"},"db_password":"otter-vanilla"}';
  const claims = [
    claimFinding({ ...finding, file: 'a.json', line: 1, evidence: json }),
    claimFinding({ ...finding, file: 'b.yml', line: 1, evidence: 'password: vanilla', flow: "pwd = 'vanilla-otter'" }),
  ];
  const driver = createScriptedDriver({
    'security-reviewer': [
      ...claims.map((claim) => ({ kind: 'finding', finding: claim }) as const),
      { kind: 'file-done', path: 'a.json' },
      { kind: 'file-done', path: 'b.yml' },
      { kind: 'outcome', outcome: completed },
    ],
  });
  const files = { 'a.json': `${json}\n`, 'b.yml': 'password: vanilla\n' };
  const request = { reviewerNames: ['security-reviewer'] };
  const { report } = await createTestEngine({ files, driver, request, ports: { findSecrets: async () => [] } }).run();
  expect(report.findings).toMatchObject([
    { evidence: '{"smtp":{"pass":"vani…"},"db_password":"otte…"}', extra: { redacted: true } },
    { evidence: 'password: van…', flow: "pwd = 'vani…'", extra: { redacted: true } },
  ]);
});
