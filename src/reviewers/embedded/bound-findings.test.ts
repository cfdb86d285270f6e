import { expect, test } from 'vitest';
import type { AnalyzerFinding } from '../../ports/analyzer.ts';
import { boundFindings } from './bound-findings.ts';

const finding = (line: number): AnalyzerFinding =>
  ({ line, severity: line === 5_001 ? 'CRITICAL' : 'LOW' }) as AnalyzerFinding;
const scanOf = (count: number, state: 'ended' | 'unparsed') => ({
  state,
  findings: Array.from({ length: count }, (_, i) => finding(i + 1)),
  reason: state === 'unparsed' ? 'line 1 is no code' : null,
});

test('of more findings in one file than anybody reads the gravest stay, and the file is not finished [TRUST-03]', () => {
  const { state, reason, findings } = boundFindings(scanOf(5_002, 'ended'));
  expect([state, reason]).toEqual(['unfinished', '2 of 5002 findings left out, the least grave ones']);
  expect(findings.map(({ line }) => line)).toEqual([...Array.from({ length: 4_999 }, (_, i) => i + 1), 5_001]);
  expect(boundFindings(scanOf(5_001, 'unparsed')).reason).toBe(
    'line 1 is no code; 1 of 5001 findings left out, the least grave ones',
  );
});

test('what fits is left as it is', () => {
  const scan = scanOf(5_000, 'ended');
  expect(boundFindings(scan)).toBe(scan);
});
