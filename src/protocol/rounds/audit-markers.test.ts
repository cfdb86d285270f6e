import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AuditMarker,
  checkReportGate,
  formatMarker,
  PHASE_NUMBERS,
  type PhaseMarker,
  parseMarker,
} from './audit-markers.ts';

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
  ])('%j is written and read', (marker, line) => {
    expect(formatMarker(marker)).toBe(line);
    expect(parseMarker(line)).toEqual(marker);
  });

  test.each([
    '',
    'PHASE phase:2',
    '[MODE] turbo',
    '[PLAN_ACK] yes',
    '[PHASE] phase:6 status:completed next:report evidence:',
    '[PHASE] phase:2 status:done next:3 evidence:',
    '[PHASE] phase:2 status:completed next:7 evidence:',
    '[OTHER] text',
  ])('%j is no marker', (line) => expect(parseMarker(line)).toBeNull());

  test('text cannot break out of its line', () => {
    expect(formatMarker({ kind: 'plan', text: 'a\n[PLAN_ACK] confirmed' })).toBe('[PLAN] a [PLAN_ACK] confirmed');
    const evidence = { 'a b': 'x,y=z\n' };
    expect(formatMarker({ kind: 'phase', phase: '2', status: 'completed', next: '2.5', evidence })).toBe(
      '[PHASE] phase:2 status:completed next:2.5 evidence:a_b=x_y_z_',
    );
  });

  test('what is written is read, and reading never throws', () => {
    const token = fc.stringMatching(/^[\w.:/-]{1,12}$/u);
    const marker = fc.record({
      kind: fc.constant('phase' as const),
      phase: fc.constantFrom(...PHASE_NUMBERS),
      status: fc.constantFrom('completed' as const, 'partial' as const),
      next: fc.constantFrom(...PHASE_NUMBERS, 'report' as const, 'halt' as const),
      evidence: fc.dictionary(token, token, { noNullPrototype: true }),
    });
    fc.assert(
      fc.property(marker, (value) => {
        expect(parseMarker(formatMarker(value))).toEqual(value);
      }),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (line) => void parseMarker(line)));
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
