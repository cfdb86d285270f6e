import { expect, test } from 'vitest';
import { COVERAGE_SYMBOLS, formatCoverageSymbol, parseCoverageSymbol } from './dimension.ts';
import { AUDIT_SEVERITIES, isAuditSeverity, isSeverity, SEVERITIES, toAuditSeverity } from './severity.ts';

test('review and audit severities are two types, mapped one to one; the warning sign is read with and without its selector [AUD-21]', () => {
  expect(SEVERITIES.map(toAuditSeverity)).toEqual(AUDIT_SEVERITIES);
  for (const severity of SEVERITIES) expect([isSeverity(severity), isAuditSeverity(severity)]).toEqual([true, false]);
  for (const severity of AUDIT_SEVERITIES)
    expect([isSeverity(severity), isAuditSeverity(severity)]).toEqual([false, true]);
  expect(formatCoverageSymbol('shallow')).toBe('\u26a0\ufe0f');
  expect(parseCoverageSymbol('\u26a0\ufe0f')).toBe('shallow');
  expect(parseCoverageSymbol('\u26a0')).toBe('shallow');
  for (const [status, symbol] of Object.entries(COVERAGE_SYMBOLS)) expect(parseCoverageSymbol(symbol)).toBe(status);
  expect(parseCoverageSymbol('ok')).toBeNull();
});
