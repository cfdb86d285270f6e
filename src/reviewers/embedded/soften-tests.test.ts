import { expect, test } from 'vitest';
import { claimFinding } from '../../protocol/findings/finding.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import { softenInTests } from './soften-tests.ts';

const severityOf = (file: string, severity: Severity, category: string): Severity =>
  softenInTests({
    ...claimFinding({ severity, title: 't', issue: 'i' }),
    file,
    line: 1,
    endLine: 1,
    rule: 'r',
    reviewer: 'security-reviewer',
    category,
  }).severity;

test.each([
  ['src/orders.ts', 'CRITICAL', 'injection', 'CRITICAL'],
  ['src/orders.test.ts', 'CRITICAL', 'injection', 'LOW'],
  ['test/fixtures/a.py', 'MEDIUM', 'error-handling', 'LOW'],
  ['pkg/server_test.go', 'LOW', 'injection', 'LOW'],
  ['tests/keys.rb', 'CRITICAL', 'secrets', 'MEDIUM'],
  ['src/testing-guide.ts', 'HIGH', 'injection', 'HIGH'],
  ['src/latest.ts', 'HIGH', 'injection', 'HIGH'],
] as const)('%s: %s %s is reported as %s', (file, severity, category, expected) => {
  expect(severityOf(file, severity, category)).toBe(expected);
});
