import { expect, test } from 'vitest';
import { COVERAGE_MARKS, formatCoverageMark, parseCoverageMark } from './dimension.ts';
import { AUDIT_SEVERITIES, isAuditSeverity, isSeverity, SEVERITIES, toAuditSeverity } from './severity.ts';

test('review and audit severities are two types, mapped one to one; the warning sign is read with and without its selector [AUD-21]', () => {
  expect(SEVERITIES.map(toAuditSeverity)).toEqual(AUDIT_SEVERITIES);
  for (const severity of SEVERITIES) expect([isSeverity(severity), isAuditSeverity(severity)]).toEqual([true, false]);
  for (const severity of AUDIT_SEVERITIES)
    expect([isSeverity(severity), isAuditSeverity(severity)]).toEqual([false, true]);
  expect(formatCoverageMark('shallow')).toBe('\u26a0\ufe0f');
  expect(parseCoverageMark('\u26a0\ufe0f')).toBe('shallow');
  expect(parseCoverageMark('\u26a0')).toBe('shallow');
  for (const [status, mark] of Object.entries(COVERAGE_MARKS)) expect(parseCoverageMark(mark)).toBe(status);
  expect(parseCoverageMark('ok')).toBeNull();
});
