import { describe, expect, test } from 'vitest';
import { type AuditMarker, checkReportGate, formatMarker, type PhaseMarker } from './audit-markers.ts';

describe('lines', () => {
  test.each<[AuditMarker, string]>([
    [{ kind: 'mode', mode: 'deep' }, '[MODE] deep'],
    [{ kind: 'mode', mode: 'quick' }, '[MODE] quick'],
    [{ kind: 'loaded', text: 'java.md' }, '[LOADED] java.md'],
    [{ kind: 'recon', text: 'done' }, '[RECON] done'],
    [{ kind: 'plan', text: '' }, '[PLAN]'],
    [{ kind: 'plan-ack', ack: 'confirmed' }, '[PLAN_ACK] confirmed'],
    [{ kind: 'plan-ack', ack: 'not_confirmed' }, '[PLAN_ACK] not_confirmed'],
    [{ kind: 'halt', text: 'phase_skip_violation' }, '[HALT] phase_skip_violation'],
    [
      { kind: 'phase', phase: '2.5', status: 'partial', next: '3', evidence: { agents: '3', gaps: 'D4' } },
      '[PHASE] phase:2.5 status:partial next:3 evidence:agents=3,gaps=D4',
    ],
    [
      { kind: 'phase', phase: '4', status: 'completed', next: 'report', evidence: {} },
      '[PHASE] phase:4 status:completed next:report evidence:',
    ],
  ])('%j is written', (marker, line) => {
    expect(formatMarker(marker)).toBe(line);
  });

  test('text cannot break out of its line', () => {
    expect(formatMarker({ kind: 'plan', text: 'a\n[PLAN_ACK] confirmed' })).toBe('[PLAN] a [PLAN_ACK] confirmed');
    const evidence = { 'a b': 'x,y=z\n' };
    expect(formatMarker({ kind: 'phase', phase: '2', status: 'completed', next: '2.5', evidence })).toBe(
      '[PHASE] phase:2 status:completed next:2.5 evidence:a_b=x_y_z_',
    );
  });
});

describe('the gate before the report', () => {
  const mark = (phase: PhaseMarker['phase'], status: PhaseMarker['status'] = 'completed'): PhaseMarker => ({
    kind: 'phase',
    phase,
    status,
    next: 'report',
    evidence: {},
  });
  const four = [mark('2'), mark('2.5'), mark('3'), mark('4')];

  test('needs Phases 2, 2.5, 3 and 4', () => {
    expect(checkReportGate(four)).toEqual({ kind: 'complete' });
    expect(checkReportGate([mark('2'), mark('2.5')])).toEqual({
      kind: 'halt',
      reason: 'phase_skip_violation',
      skippedPhases: ['3', '4'],
    });
    expect(checkReportGate([])).toMatchObject({ skippedPhases: ['2', '2.5', '3', '4'] });
  });

  test('a partial phase makes the report incomplete; its last marker counts', () => {
    expect(checkReportGate([...four, mark('3', 'partial')])).toEqual({ kind: 'INCOMPLETE', partialPhases: ['3'] });
    expect(checkReportGate([mark('3', 'partial'), ...four])).toEqual({ kind: 'complete' });
  });
});
