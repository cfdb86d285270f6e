import { expect, test } from 'vitest';
import { claimFinding } from '../../protocol/findings/finding.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import { refuteInTests, softenInTests } from './soften-tests.ts';

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
  ['test_shop/server.py', 'HIGH', 'injection', 'LOW'],
  ['integration-tests/data/keys.json', 'HIGH', 'secrets', 'MEDIUM'],
  ['src/ab_test/choice.py', 'HIGH', 'injection', 'HIGH'],
  ['src/testing-guide.ts', 'HIGH', 'injection', 'HIGH'],
  ['src/latest.ts', 'HIGH', 'injection', 'HIGH'],
  ['examples/tls/ca-key.pem', 'CRITICAL', 'secrets', 'CRITICAL'],
  ['cmd/example-app/main.go', 'HIGH', 'injection', 'HIGH'],
] as const)('%s: %s %s is reported as %s', (file, severity, category, expected) => {
  expect(severityOf(file, severity, category)).toBe(expected);
});

test.each([
  ['tornado/test/web_test.py', ':1 → :2', 'D1', true],
  ['src/orders.spec.ts', ':1 → :2', 'D1', true],
  ['src/orders.ts', ':1 → :2', 'D1', false],
  ['test/fixtures/shop/app.js', ':1 → :2', 'D1', false],
  ['testdata/shop/app.js', ':1 → :2', 'D1', false],
  ['test/web_test.py', null, 'D8', false],
  ['test/web_test.py', ':1 → :2', 'D7', false],
] as const)('a flow in %s (%s, %s) does not stand: %s', (file, flow, dimension, isRefuted) => {
  const finding = {
    ...claimFinding({ severity: 'LOW', title: 't', issue: 'i', flow, dimension }),
    file,
    line: 1,
    endLine: 1,
    rule: 'r',
    reviewer: 'security-reviewer',
  };
  expect(refuteInTests(finding, false) !== null).toBe(isRefuted);
  expect(refuteInTests(finding, true)).toBeNull();
  expect(refuteInTests(finding, null)).toBeNull();
});

test('a flow in a file below tests that the product loads is as grave as its rule says', () => {
  const claim = claimFinding({ severity: 'LOW', title: 't', issue: 'i', flow: ':1 → :2', dimension: 'D1' });
  const place = { file: 'tests/router.js', line: 1, endLine: 1, rule: 'r', reviewer: 'security-reviewer' };
  const finding = { ...claim, ...place, extra: { rule_severity: 'CRITICAL' } };
  const severities = [true, null, false].map((isReached) => softenInTests(finding, isReached).severity);
  expect(severities).toEqual(['CRITICAL', 'LOW', 'LOW']);
});
