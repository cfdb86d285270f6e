import { expect, test } from 'vitest';
import { claimFinding } from '../protocol/finding.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import { createTestEngine } from '../testing/engine.ts';
import { completed, createScriptedDriver } from '../testing/scripted-driver.ts';
import type { FindSecrets, QuotedText } from './review-request.ts';

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
