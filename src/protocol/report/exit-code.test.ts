import { describe, expect, test } from 'vitest';
import { decideExit, type RunEnding } from './exit-code.ts';
import type { CountableFinding } from './verdict.ts';

const high: CountableFinding = { severity: 'HIGH', status: 'confirmed', introduced: true };
const ending = (said: Partial<RunEnding>): RunEnding => ({
  verdict: 'OK',
  complete: true,
  findings: [],
  failOn: 'veto',
  allowPartial: false,
  usable: true,
  interrupted: false,
  ...said,
});

describe('exit code', () => {
  test.each<[string, Partial<RunEnding>, number]>([
    ['complete and clean', {}, 0],
    ['complete, WARN, default level', { verdict: 'WARN', findings: [high] }, 0],
    ['VETO', { verdict: 'VETO' }, 1],
    ['VETO, incomplete', { verdict: 'VETO', complete: false, allowPartial: true }, 1],
    ['VETO, --fail-on never', { verdict: 'VETO', failOn: 'never' }, 0],
    ['VETO, --fail-on low', { verdict: 'VETO', failOn: 'low' }, 1],
    ['HIGH, --fail-on critical', { findings: [high], failOn: 'critical' }, 0],
    ['HIGH, --fail-on high', { findings: [high], failOn: 'high' }, 1],
    ['HIGH, --fail-on medium, incomplete', { findings: [high], failOn: 'medium', complete: false }, 1],
    ['LOW, --fail-on low', { findings: [{ ...high, severity: 'LOW' }], failOn: 'low' }, 1],
    ['unverified', { findings: [{ ...high, status: 'unverified' }], failOn: 'high' }, 1],
    ['needs_manual', { findings: [{ ...high, status: 'needs_manual' }], failOn: 'high' }, 1],
    ['rejected', { findings: [{ ...high, status: 'rejected' }], failOn: 'high' }, 0],
    ['suppressed', { findings: [{ ...high, status: 'suppressed' }], failOn: 'high' }, 0],
    ['not introduced', { findings: [{ ...high, introduced: false }], failOn: 'high' }, 0],
    ['incomplete', { complete: false }, 3],
    ['incomplete, --fail-on never', { complete: false, failOn: 'never' }, 3],
    ['incomplete, --allow-partial', { complete: false, allowPartial: true }, 0],
    ['no usable result', { usable: false, complete: false, allowPartial: true }, 4],
    ['interrupted', { interrupted: true, usable: false, verdict: 'VETO' }, 130],
  ])('%s [HOST-09]', (name, said, code) => {
    expect([name, decideExit(ending(said)).code]).toEqual([name, code]);
  });

  test('every ending has its code and says why; a partial success says so [HOST-09]', () => {
    const of = (said: Partial<RunEnding>) => decideExit(ending(said));
    expect(of({ complete: false, allowPartial: true })).toEqual({
      code: 0,
      reason: 'incomplete, allowed by --allow-partial',
    });
    expect(of({ complete: false })).toEqual({ code: 3, reason: 'incomplete: something in scope was not reviewed' });
    expect(of({ findings: [high, high], failOn: 'high' })).toEqual({
      code: 1,
      reason: '2 findings reach --fail-on high',
    });
    expect(of({ verdict: 'VETO' })).toEqual({ code: 1, reason: 'the verdict is VETO' });
    expect(of({})).toEqual({ code: 0, reason: 'complete, and nothing blocks' });
    expect(of({ usable: false }).code).toBe(4);
    expect(of({ interrupted: true }).code).toBe(130);
  });
});
