import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareSeverity } from '../../src/protocol/findings/severity.ts';
import { type ReportDocument, reportSchema } from '../../src/protocol/report/report-document.ts';
import { runProcess } from './run-cli.ts';
import { PLANTED_PROBLEMS } from './shop-expectations.ts';

const root = join(import.meta.dirname, '../..');

test('the sample project: every planted problem is found by its reviewer, and nothing else blocks', async () => {
  const { stdout, code } = await runProcess(['review', 'examples/shop', '-f', 'json'], { cwd: root });
  const report: ReportDocument = JSON.parse(stdout);
  expect(reportSchema.safeParse(report).error).toBeUndefined();
  expect({ code, verdict: report.verdict, complete: report.complete }).toEqual({
    code: 1,
    verdict: 'VETO',
    complete: true,
  });

  const isFound = (problem: (typeof PLANTED_PROBLEMS)[number]): boolean =>
    report.findings.some(
      (finding) =>
        finding.file === `examples/shop/${problem.file}` &&
        finding.line <= problem.line &&
        problem.line <= finding.end_line &&
        finding.reported_by.some(({ agent }) => agent === problem.reviewer) &&
        compareSeverity(finding.severity, problem.severity) <= 0,
    );
  expect(PLANTED_PROBLEMS.filter((problem) => !isFound(problem))).toEqual([]);
  expect(report.findings.filter((finding) => finding.status !== 'confirmed')).toEqual([]);

  const planted = new Set(PLANTED_PROBLEMS.map(({ file }) => `examples/shop/${file}`));
  expect(report.findings.filter((finding) => !planted.has(finding.file))).toEqual([]);
  expect(new Set(report.agents.map(({ agent }) => agent))).toEqual(
    new Set(PLANTED_PROBLEMS.map(({ reviewer }) => reviewer)),
  );
});
