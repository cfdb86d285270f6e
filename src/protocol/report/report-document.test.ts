import { expect, test } from 'vitest';
import { sampleReports } from '../../../test/support/sample-reports.ts';
import { reportSchema } from './report-document.ts';

test.each(Object.entries(sampleReports))('the schema takes the sample %s and drops no key of it', (_, report) => {
  expect(reportSchema.parse(report)).toEqual(report);
});

test('keys of the schema stand in the order of the document', () => {
  const report = sampleReports.partial;
  expect(Object.keys(reportSchema.parse(report))).toEqual(Object.keys(report));
  expect(Object.keys(reportSchema.shape.findings.element.shape)).toEqual(Object.keys(report.findings[0] ?? {}));
  expect(Object.keys(reportSchema.shape.agents.element.shape)).toEqual(Object.keys(report.agents[0] ?? {}));
});

test.each([
  ['a missing key', { usage: undefined }],
  ['a verdict of another vocabulary', { verdict: 'APPROVE' }],
  ['a finding above the first line', { findings: [{ ...sampleReports.veto.findings[0], line: 0 }] }],
])('the schema refuses %s', (_, change) => {
  expect(reportSchema.safeParse({ ...sampleReports.veto, ...change }).success).toBe(false);
});
