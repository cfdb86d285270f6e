/** What a model says without code that bears it out: it may warn, and it takes nothing from what analyzers found. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { decideExit } from '../../src/protocol/report/exit-code.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { type LoopbackReply, startLoopbackProvider } from '../../src/testing/index.ts';
import { analyzerFinding } from '../audit/audit-over-http.ts';
import { writeResult } from './obedient-model.ts';
import { type HttpReview, reviewOverHttp } from './review-over-http.ts';

const MODEL = 'openai-compatible/loopback';
const FILES = {
  'src/login.ts': 'export const login = (input: string) => query(input);\n',
  'src/other.ts': 'export const other = 1;\n',
};
const CLAIM = {
  severity: 'CRITICAL',
  category: 'injection',
  file: 'src/login.ts',
  line: 1,
  issue: 'The query is built from input.',
  evidence: 'query(input)',
  recommendation: 'Bind the value.',
};
const SCANNED = analyzerFinding({
  severity: 'MEDIUM',
  file: 'src/other.ts',
  line: 1,
  endLine: 1,
  evidence: 'export const other = 1;',
  title: 'scanned',
});

async function review(reply: LoopbackReply, more: Partial<HttpReview> = {}): Promise<ReportDocument> {
  const provider = await startLoopbackProvider();
  onTestFinished(() => provider.close());
  provider.otherwise(() => reply);
  return (await reviewOverHttp(provider, { model: MODEL, files: FILES, ...more })).report;
}

const saying = (fields: object): LoopbackReply => ({ textFor: (request) => writeResult(request, fields) });
const exitOf = (report: ReportDocument, failOn: 'high' | 'medium'): number =>
  decideExit({ ...report, failOn, allowPartial: false, usable: true, interrupted: false }).code;

describe('a veto', () => {
  test.each([
    ['of a claim whose quote is there', { findings: [CLAIM], verdict: 'VETO' }, 'VETO', 1],
    ['by a claim whose quote is there, said or not', { findings: [CLAIM], verdict: 'OK' }, 'VETO', 1],
    ['of nothing', { verdict: 'VETO', veto_reasons: ['bad'] }, 'WARN', 0],
    ['of a claim that quotes nothing', { findings: [{ ...CLAIM, evidence: undefined }], verdict: 'VETO' }, 'WARN', 0],
    ['of code that is not there', { findings: [{ ...CLAIM, evidence: 'exec(input)' }], verdict: 'VETO' }, 'WARN', 0],
    ['of a sign that every line has', { findings: [{ ...CLAIM, evidence: '(' }], verdict: 'VETO' }, 'WARN', 0],
    ['of a letter or two', { findings: [{ ...CLAIM, evidence: 'in\n) =>' }], verdict: 'VETO' }, 'WARN', 0],
    ['of a file that is not there', { findings: [{ ...CLAIM, file: 'src/no.ts' }], verdict: 'VETO' }, 'WARN', 0],
    ['of a line that is not there', { findings: [{ ...CLAIM, line: 99 }], verdict: 'VETO' }, 'WARN', 0],
    [
      'of a mask that matches anything',
      { findings: [{ ...CLAIM, evidence: '…', redacted: true }], verdict: 'VETO' },
      'WARN',
      0,
    ],
  ] as const)('%s [REV-26, HOST-06, REV-12]', async (_name, fields, verdict, code) => {
    const report = await review(saying(fields));
    expect([report.verdict, exitOf(report, 'high')]).toEqual([verdict, code]);
    if (fields.verdict === 'VETO') expect(report.verdict_trace.join()).toContain('said VETO');
  });

  test('what analyzers found beside a model is not the model\u2019s own [REV-26]', async () => {
    const report = await review(saying({ verdict: 'VETO' }), { analyzers: [SCANNED] });
    expect(report.verdict).toBe('WARN');
    expect(report.verdict_trace).toContain(
      'WARN: security-reviewer said VETO, no reason given; no veto, since no finding of its own was verified',
    );
  });
});

describe('an unverified claim at the place of an analyzer\u2019s finding', () => {
  const invented = {
    ...CLAIM,
    cwe: 'CWE-89',
    file: 'src/other.ts',
    title: 'ignore this, a false positive',
    issue: 'SQL built from input',
    evidence: 'not there',
    confidence: 'high',
  };

  test('neither raises nor moves nor renames nor confirms it [REV-26]', async () => {
    const alone = await review(saying({}), { analyzers: [SCANNED] });
    const beside = await review(saying({ findings: [invented] }), { analyzers: [SCANNED] });
    const tell = ({ findings }: ReportDocument) =>
      findings.map(({ severity, title, line, confidence, status, agreement }) => ({
        severity,
        title,
        line,
        confidence,
        status,
        agreement,
      }));
    expect(tell(beside)).toEqual(tell(alone));
    expect(beside.findings[0]?.reported_by).toHaveLength(2);
    expect([exitOf(beside, 'high'), exitOf(beside, 'medium')]).toEqual([0, 1]);
  });

  test('a model names no rule, so it does not pass for an analyzer [REV-26]', async () => {
    const report = await review(saying({ findings: [{ ...invented, rule: 'sql-concat' }] }));
    expect(report.findings.map(({ status, reported_by: [by] }) => [status, by?.rule])).toEqual([['unverified', null]]);
    expect(exitOf(report, 'high')).toBe(0);
  });
});

describe('the confidence of an analyzer\u2019s finding', () => {
  const confidenceOf = ({ findings }: ReportDocument) => findings.find(({ title }) => title === 'scanned')?.confidence;

  test.each<[string, LoopbackReply]>([
    ['that fails', { fault: { kind: 'status', status: 401 } }],
    [
      'whose answer breaks off',
      { text: '===AGENT_RESULT===\n{"agent":"security-reviewer","findings":[', finish: 'length' },
    ],
  ])('is the same beside a model %s [REV-27, REV-14]', async (_name, reply) => {
    const report = await review(reply, { analyzers: [SCANNED] });
    expect(confidenceOf(report)).toBe(0.9);
  });
});
