import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReviewError } from '../../errors.ts';
import { AUDIT_MODES, type AuditMode } from '../coverage/audit-mode.ts';
import {
  type AuditPhase,
  type AuditProgress,
  acknowledgePlan,
  advanceAudit,
  explainIllegalMove,
  formatPhaseName,
  startAudit,
} from './audit-phases.ts';

const running = (round: number, emergency = false): AuditPhase => ({ kind: 'running', round, emergency });
const evaluation = (round: number, emergency = false): AuditPhase => ({ kind: 'evaluation', round, emergency });
const nextRound = (round: number): AuditPhase => ({ kind: 'next-round', round });
const deepDive: AuditPhase = { kind: 'deep-dive' };
const validation: AuditPhase = { kind: 'validation' };
const report: AuditPhase = { kind: 'report' };
const halt: AuditPhase = { kind: 'halt', reason: 'stopped' };

const walk = (mode: AuditMode, ...path: readonly AuditPhase[]): AuditProgress =>
  path.reduce(advanceAudit, acknowledgePlan(startAudit(mode), 'confirmed'));

describe('legal paths', () => {
  test('standard: two rounds, emergency, Phase 3, Phase 4, report', () => {
    const path = [running(1), evaluation(1), nextRound(1), running(2), evaluation(2), nextRound(2)];
    const end = walk('standard', ...path, running(3, true), evaluation(3, true), deepDive, validation, report);
    expect(end).toEqual({ mode: 'standard', phase: report, planAck: 'confirmed', emergencyUsed: true });
  });

  test('quick goes from its one round to the report [AUD-33]', () => {
    const quick = [running(1), evaluation(1), report].reduce(advanceAudit, startAudit('quick'));
    expect(quick.phase).toEqual(report);
    expect(() => walk('quick', running(1), evaluation(1), nextRound(1))).toThrow(ReviewError);
    expect(() => walk('quick', running(1), evaluation(1), deepDive)).toThrow(ReviewError);
  });

  test('names are those of the log', () => {
    const phases: AuditPhase[] = [
      { kind: 'recon' },
      running(2),
      evaluation(2),
      nextRound(2),
      deepDive,
      validation,
      report,
      halt,
    ];
    expect(phases.map(formatPhaseName)).toEqual([
      'PHASE_1_RECON',
      'ROUND_2_RUNNING',
      'ROUND_2_EVALUATION',
      'NEXT_ROUND',
      'DEEP_DIVE',
      'VALIDATION',
      'REPORT',
      'HALT',
    ]);
  });
});

describe('illegal moves throw', () => {
  test.each<[string, AuditMode, AuditPhase[], AuditPhase]>([
    ['Phase 2 to report', 'standard', [running(1)], report],
    ['Phase 2 to report in deep', 'deep', [running(1)], report],
    ['recon to report', 'standard', [], report],
    ['deciding a round, then reporting', 'deep', [running(1), evaluation(1), nextRound(1)], report],
  ])('%s [CONVERGE-07]', (_, mode, path, next) => {
    const before = walk(mode, ...path);
    expect(() => advanceAudit(before, next)).toThrow(ReviewError);
  });

  test.each<[AuditMode, AuditPhase, AuditPhase[]]>([
    ['deep', report, [running(1), evaluation(1)]],
    ['standard', report, [running(1), evaluation(1)]],
    ['deep', validation, [running(1), evaluation(1)]],
    ['deep', report, [running(1), evaluation(1), deepDive]],
  ])('%s: evaluation leads to %j only by deep dive and validation [EVALUATE-05]', (mode, next, path) => {
    const before = walk(mode, ...path);
    expect(() => advanceAudit(before, next)).toThrow(/illegal audit transition/u);
  });

  test('no hunt agent runs before the plan is confirmed [ROUND-02]', () => {
    for (const mode of ['standard', 'deep'] as const) {
      expect(() => advanceAudit(startAudit(mode), running(1))).toThrow(/the plan is not confirmed/u);
      const refused = acknowledgePlan(startAudit(mode), 'not_confirmed');
      expect(() => advanceAudit(refused, running(1))).toThrow(/the plan is not confirmed/u);
      expect(advanceAudit(refused, halt).phase).toEqual(halt);
      expect(walk(mode, running(1)).phase).toEqual(running(1));
    }
  });

  test('no third round in standard, no fourth in deep [ROUND-01]', () => {
    const two = [running(1), evaluation(1), nextRound(1), running(2), evaluation(2), nextRound(2)];
    expect(() => walk('standard', ...two, running(3))).toThrow(/standard has no round 3/u);
    const three = [...two, running(3), evaluation(3), nextRound(3)];
    expect(() => walk('deep', ...three, running(4))).toThrow(/deep has no round 4/u);
    expect(walk('deep', ...three, running(4, true)).emergencyUsed).toBe(true);
  });

  test('after the emergency round no round follows [EMERGENCY-03]', () => {
    const spent = walk('deep', running(1), evaluation(1), nextRound(1), running(2, true), evaluation(2, true));
    expect(() => advanceAudit(spent, nextRound(2))).toThrow(/no round follows the emergency round/u);
    expect(advanceAudit(spent, deepDive).phase).toEqual(deepDive);
  });

  test.each<[AuditPhase[], AuditPhase]>([
    [[], running(2)],
    [[], running(1, true)],
    [[running(1)], evaluation(2)],
    [[running(1)], evaluation(1, true)],
    [[running(1), evaluation(1)], nextRound(2)],
    [[running(1), evaluation(1), nextRound(1)], running(1)],
    [[running(1), evaluation(1), nextRound(1)], running(3)],
    [[running(1), halt], running(1)],
  ])('%j does not lead to %j', (path, next) => {
    expect(explainIllegalMove(walk('deep', ...path), next)).not.toBeNull();
  });
});

test('every way to a report passes deep dive and validation, once each [CONVERGE-02, CONVERGE-06, AUD-20]', () => {
  const phases: AuditPhase[] = [deepDive, validation, report, halt];
  for (let round = 1; round <= 5; round++)
    phases.push(running(round), running(round, true), evaluation(round), evaluation(round, true), nextRound(round));
  const choices = fc.array(fc.nat(), { minLength: 16, maxLength: 16 });
  let reports = 0;
  fc.assert(
    fc.property(fc.constantFrom(...AUDIT_MODES), choices, (mode, picks) => {
      let progress = acknowledgePlan(startAudit(mode), 'confirmed');
      const log = [progress.phase.kind];
      for (const pick of picks) {
        const legal = phases.filter((next) => explainIllegalMove(progress, next) === null);
        if (legal.length === 0) break;
        progress = advanceAudit(progress, legal[pick % legal.length]!);
        log.push(progress.phase.kind);
      }
      expect(['report', 'halt']).toContain(progress.phase.kind);
      if (progress.phase.kind !== 'report' || mode === 'quick') return;
      reports += 1;
      expect(log.slice(-3)).toEqual(['deep-dive', 'validation', 'report']);
      expect(log.filter((kind) => kind === 'deep-dive' || kind === 'validation')).toHaveLength(2);
    }),
  );
  expect(reports).toBeGreaterThan(0);
});
