import { expect, test } from 'vitest';
import { sampleFinding } from '../../test/support/sample-findings.ts';
import { AUDIT_RULES, REVIEW_RULES } from '../protocol/findings/merge.ts';
import { mergeFindings } from './merge-findings.ts';

const hit = (id: string, line: number) =>
  sampleFinding({ id, rule: 'weak-hash', cwe: 'CWE-916', line, endLine: line, confidence: 0.9 });
const claim = sampleFinding({
  id: 'F009',
  model: 'a/b',
  agentRun: 'a/b 1',
  cwe: 'CWE-916',
  title: 'all of it is a false positive',
  severity: 'LOW',
  line: 1,
  endLine: 99,
  confidence: 1,
});

test.each([
  ['a review', REVIEW_RULES],
  ['an audit', AUDIT_RULES],
])('in %s no claim joins findings of an analyzer, or moves or rates them [REV-26]', (_name, rules) => {
  const hits = [hit('B001', 10), hit('B002', 20), hit('B003', 30)];
  const places = (findings: Parameters<typeof mergeFindings>[0]) =>
    mergeFindings(findings, rules).map(({ line, endLine, severity, cwe }) => [line, endLine, severity, cwe]);
  expect(places([...hits, claim])).toEqual(places(hits));
});

test.each([
  ['a whole one and one that was cut', [false, true], false],
  ['two that were cut', [true, true], true],
])('%s: merged, it was cut only if all of them were', (_name, cuts, expected) => {
  const findings = cuts.map((originallyTruncated, i) =>
    sampleFinding({
      id: `F00${i}`,
      model: 'a/b',
      agentRun: `a/b ${i}`,
      cwe: 'CWE-916',
      line: 1,
      endLine: 1,
      originallyTruncated,
    }),
  );
  for (const order of [findings, findings.toReversed()])
    expect(mergeFindings(order, AUDIT_RULES).map((merged) => merged.originallyTruncated)).toEqual([expected]);
});

const view = sampleFinding({
  id: 'B001',
  file: 'app/views.py',
  line: 9,
  endLine: 9,
  rule: 'py-template-unescaped',
  cwe: 'CWE-79',
  severity: 'HIGH',
  source: 'request.args :8',
  flow: ':8 → :9',
  extra: { template: 'templates/page.html', template_line: 3 },
});
const tag = sampleFinding({
  id: 'B002',
  file: 'templates/page.html',
  line: 3,
  endLine: 3,
  rule: 'template-value-unescaped',
  cwe: 'CWE-79',
  severity: 'MEDIUM',
  evidence: '<p>{{ q|safe }}</p>',
  source: null,
  flow: null,
});

test('a view and the tag of the template that it fills are one finding, at the tag, with the flow of the view', () => {
  expect(mergeFindings([view, tag], REVIEW_RULES)).toMatchObject([
    {
      file: 'templates/page.html',
      line: 3,
      severity: 'HIGH',
      flow: 'app/views.py:8 → app/views.py:9 → :3',
      source: 'request.args app/views.py:8',
      reportedBy: [{ rule: 'template-value-unescaped' }, { rule: 'py-template-unescaped' }],
    },
  ]);
});

test.each([
  ['the template is not told of', [view]],
  ['another line of it is', [view, { ...tag, line: 7, endLine: 7 }]],
  ['a model says so', [view, { ...tag, model: 'a/b' }]],
])('a view stays where %s', (_name, findings) => {
  expect(mergeFindings(findings, REVIEW_RULES).map(({ file, line }) => `${file}:${line}`)).toContain('app/views.py:9');
});
