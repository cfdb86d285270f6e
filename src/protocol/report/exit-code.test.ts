import { describe, expect, test } from 'vitest';
import {
  type ComparisonEnding,
  decideComparisonExit,
  decideExit,
  type EndingFinding,
  hasLooked,
  isUsable,
  listBlocking,
  type RunEnding,
} from './exit-code.ts';
import { hadNothing } from './verdict.ts';

const high: EndingFinding = { severity: 'HIGH', status: 'confirmed', introduced: true };
const unverified: EndingFinding = { ...high, status: 'unverified', extra: { doubt: 'no code was quoted' } };
const quick = { mode: 'quick' };
const ending = (said: Partial<RunEnding>): RunEnding => ({
  verdict: 'OK',
  complete: true,
  findings: [],
  run: { mode: 'review' },
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
    ['unverified', { findings: [unverified], failOn: 'high' }, 0],
    ['unverified, no check tried', { findings: [{ ...unverified, extra: {} }], failOn: 'high', run: quick }, 1],
    ['unverified in quick', { findings: [unverified], failOn: 'high', run: quick }, 0],
    ['undecided in an audit', { findings: [{ ...unverified, extra: {} }], failOn: 'high', run: { mode: 'deep' } }, 0],
    [
      'without the code',
      { findings: [{ ...unverified, extra: { doubt: 'collected without the code' } }], failOn: 'high' },
      1,
    ],
    [
      'of an analyzer that quotes nothing',
      { findings: [{ ...unverified, reported_by: [{ rule: 'x', model: null }] }], failOn: 'high' },
      1,
    ],
    [
      'of an analyzer, in an audit that checks what it finds',
      {
        findings: [{ ...unverified, reported_by: [{ rule: 'x', model: null }] }],
        failOn: 'high',
        run: { mode: 'standard' },
      },
      0,
    ],
    [
      'of a model that names a rule',
      { findings: [{ ...unverified, reported_by: [{ rule: 'x', model: 'a/b' }] }], failOn: 'high' },
      0,
    ],
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
      note: null,
    });
    expect(of({ complete: false })).toEqual({
      code: 3,
      reason: 'incomplete: something in scope was not reviewed',
      note: null,
    });
    expect(of({ findings: [high, high], failOn: 'high' })).toEqual({
      code: 1,
      reason: '2 findings reach --fail-on high',
      note: null,
    });
    expect(of({ findings: [high, unverified], failOn: 'high' })).toEqual({
      code: 1,
      reason: '1 finding reaches --fail-on high',
      note: '1 unverified finding does not count for --fail-on high',
    });
    expect(of({ verdict: 'VETO' })).toEqual({ code: 1, reason: 'the verdict is VETO', note: null });
    expect(of({})).toEqual({ code: 0, reason: 'complete, and nothing blocks', note: null });
    expect(of({ usable: false })).toEqual({ code: 4, reason: 'no agent gave a usable result', note: null });
    expect(of({ interrupted: true })).toEqual({ code: 130, reason: 'interrupted', note: null });
    expect(of({ broken: true, interrupted: true })).toEqual({
      code: 4,
      reason: 'an internal error stopped the run',
      note: null,
    });
    expect(of({ findings: [unverified, unverified], failOn: 'high' })).toEqual({
      code: 0,
      reason: 'complete, and nothing blocks',
      note: '2 unverified findings do not count for --fail-on high',
    });
    // A veto is no level of findings: nothing can fall short of it.
    expect(of({ findings: [unverified] }).note).toBeNull();
  });

  test.each<[EndingFinding['severity'], RunEnding['failOn'], number]>([
    ['CRITICAL', 'critical', 1],
    ['HIGH', 'critical', 0],
    ['MEDIUM', 'high', 0],
    ['MEDIUM', 'medium', 1],
    ['LOW', 'medium', 0],
    ['LOW', 'low', 1],
    ['CRITICAL', 'veto', 0],
    ['CRITICAL', 'never', 0],
  ])('%s under --fail-on %s [HOST-09]', (severity, failOn, code) => {
    expect(decideExit(ending({ findings: [{ ...high, severity }], failOn })).code).toBe(code);
  });

  const failed = { status: 'failed' };
  const done = { status: 'completed' };
  test.each<[string, unknown, boolean]>([
    ['nobody', { agents: [], audit: null, findings: [] }, false],
    ['agents that all failed', { agents: [failed, failed], audit: null, findings: [high] }, false],
    ['one agent of two', { agents: [failed, done], audit: null, findings: [] }, true],
    ['the baseline of an audit', { agents: [failed], audit: {}, findings: [high] }, true],
    ['an audit without anything', { agents: [failed], audit: {}, findings: [] }, false],
  ])('a result of %s is usable: %j', (_name, report, usable) => {
    expect(isUsable(report as Parameters<typeof isUsable>[0])).toBe(usable);
  });
});

const INCOMPLETE = { complete: false, verdict: 'OK' } as const;
const NOT_DONE = { not_done: ['routes of two files', 'D3'] };

test.each([
  [
    'nothing was reviewed',
    { hasLooked: false, allowPartial: true },
    3,
    'incomplete: nothing was reviewed, which no flag allows',
  ],
  ['something was', { hasLooked: true }, 3, 'incomplete: something in scope was not reviewed'],
  [
    'nothing is left but what needs a model',
    { acceptNotAssessed: true, coverage: { not_done: [] } },
    0,
    'what was not assessed needs a model, accepted by --accept-not-assessed',
  ],
  ['the same, not accepted', { coverage: { not_done: [] } }, 3, 'incomplete: something in scope was not reviewed'],
  [
    'more is left',
    { acceptNotAssessed: true, coverage: NOT_DONE },
    3,
    'incomplete: not done, and no model is needed for it: routes of two files; D3',
  ],
  ['more is left, not accepted', { coverage: NOT_DONE }, 3, 'incomplete: something in scope was not reviewed'],
  [
    'nobody says what is left',
    { acceptNotAssessed: true, coverage: {} },
    3,
    'incomplete: something in scope was not reviewed',
  ],
  ['there is no coverage', { acceptNotAssessed: true }, 3, 'incomplete: something in scope was not reviewed'],
] as const)('an incomplete run where %s [HOST-09]', (_name, said, code, reason) => {
  expect(decideExit(ending({ ...INCOMPLETE, ...said } as Partial<RunEnding>))).toMatchObject({ code, reason });
});

const looked = (files: number, findings: number, reviewed: readonly number[]): boolean =>
  hasLooked({
    scope: { files },
    findings: Array(findings).fill(high),
    agents: reviewed.map((count) => ({ files_reviewed: count })),
  } as unknown as Parameters<typeof hasLooked>[0]);

test.each([
  [0, 0, [], true],
  [2, 0, [], false],
  [2, 0, [0, 0], false],
  [2, 1, [0], true],
  [2, 0, [0, 1], true],
])('of %d files with %d findings, reviewed %j: looked %s [HOST-09]', (files, findings, reviewed, expected) => {
  expect(looked(files, findings, reviewed)).toBe(expected);
});

test.each([
  [true, 0, true],
  [true, 1, false],
  [false, 0, false],
])('complete %s with %d agents had nothing to do: %s [HOST-09]', (complete, agents, expected) => {
  expect(hadNothing({ complete, agents: Array(agents).fill(null) })).toBe(expected);
});

describe('what blocks', () => {
  const of = (id: string, more: Partial<EndingFinding> = {}) => ({ ...high, id, ...more });
  const findings = [
    of('H-01'),
    of('L-01', { severity: 'LOW' }),
    of('U-01', { ...unverified }),
    of('L-02', { severity: 'LOW' }),
  ];
  const trace = ['VETO: L-02 by security-reviewer, confirmed', 'WARNING: L-01 by x', 'not VETO: H-01 by y'];
  const blocking = (verdict: 'OK' | 'VETO', failOn: 'never' | 'veto' | 'high' | 'low') =>
    listBlocking({ findings, run: { mode: 'review' }, verdict, verdict_trace: trace }, failOn).map(({ id }) => id);

  test.each([
    ['VETO', 'never', []],
    ['VETO', 'veto', ['L-02']],
    ['OK', 'veto', []],
    ['OK', 'high', ['H-01']],
    ['VETO', 'high', ['H-01', 'L-02']],
    ['OK', 'low', ['H-01', 'L-01', 'L-02']],
  ] as const)('%s with --fail-on %s: %j [HOST-09]', (verdict, failOn, expected) => {
    expect(blocking(verdict, failOn)).toEqual(expected);
  });
});

describe('exit code of a comparison', () => {
  const second = (verdict: 'OK' | 'VETO', complete = true, mode = 'review') => ({ verdict, complete, run: { mode } });
  const compared = (said: Partial<ComparisonEnding>): ComparisonEnding => ({
    before: { verdict: 'OK' },
    after: second('OK'),
    fresh: [],
    failOn: 'high',
    allowPartial: false,
    ...said,
  });
  const blocked = (reason: string) => ({ code: 1, reason, note: null });
  const free = (reason = 'nothing new blocks', note: string | null = null) => ({ code: 0, reason, note });

  test.each<[string, Partial<ComparisonEnding>, object]>([
    ['nothing new', {}, free()],
    ['a new veto', { after: second('VETO'), failOn: 'veto' }, blocked('the verdict has become VETO')],
    ['a new veto, --fail-on never', { after: second('VETO'), failOn: 'never' }, free('compared')],
    ['an old veto', { before: { verdict: 'VETO' }, after: second('VETO'), failOn: 'veto' }, free()],
    ['a veto that is gone', { before: { verdict: 'VETO' } }, free()],
    ['a new finding', { fresh: [high] }, blocked('1 new finding reaches --fail-on high')],
    ['two new findings', { fresh: [high, high] }, blocked('2 new findings reach --fail-on high')],
    ['a finding below the level', { fresh: [high], failOn: 'critical' }, free()],
    ['a finding that is not counted', { fresh: [{ ...high, introduced: false }] }, free()],
    [
      'an unverified one',
      { fresh: [unverified] },
      free('nothing new blocks', '1 unverified finding does not count for --fail-on high'),
    ],
    [
      'an unverified one of a quick audit',
      { fresh: [{ ...unverified, extra: {} }], after: second('OK', true, 'quick') },
      blocked('1 new finding reaches --fail-on high'),
    ],
    [
      'not everything looked at',
      { after: second('OK', false) },
      { code: 3, reason: 'the second run is incomplete: something in scope was not reviewed', note: null },
    ],
    [
      'not everything looked at, allowed',
      { after: second('OK', false), allowPartial: true },
      free('no new blocking finding; the second run is incomplete, allowed by --allow-partial'),
    ],
  ])('%s [HOST-09]', (_name, said, decision) => {
    expect(decideComparisonExit(compared(said))).toEqual(decision);
  });
});
