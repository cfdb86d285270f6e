import { expect, test } from 'vitest';
import type { z } from 'zod';
import { sampleReports } from '../../testing/sample-reports.ts';
import type { PlanDocument } from './plan-document.ts';
import type { planSchema } from './plan-schema.ts';
import type { ReportDocument } from './report-document.ts';
import { reportSchema } from './report-schema.ts';

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;
/** Each assignable to the other, all the way down. */
type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

const isTrue = <T extends true>(value: T): T => value;

test('the schemas infer the types of the documents, and the comparison can fail', () => {
  isTrue<Equal<DeepReadonly<z.infer<typeof reportSchema>>, DeepReadonly<ReportDocument>>>(true);
  isTrue<Equal<DeepReadonly<z.infer<typeof planSchema>>, DeepReadonly<PlanDocument>>>(true);
  // @ts-expect-error a report without its verdict is another type
  isTrue<Equal<DeepReadonly<z.infer<typeof reportSchema>>, DeepReadonly<Omit<ReportDocument, 'verdict'>>>>(true);
});

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
