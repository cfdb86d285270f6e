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
