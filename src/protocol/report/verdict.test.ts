import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SEVERITIES } from '../findings/severity.ts';
import { agentVerdict, decideVerdict, type JudgedAgent, type JudgedFinding } from './verdict.ts';

const finding = (said: Partial<JudgedFinding> = {}): JudgedFinding => ({
  id: 'H-01',
  severity: 'HIGH',
  status: 'confirmed',
  introduced: true,
  vetoReason: null,
  reportedBy: [{ agent: 'security-reviewer' }],
  ...said,
});
const agent = (said: Partial<JudgedAgent> = {}): JudgedAgent => ({
  stands: true,
  agent: 'security-reviewer',
  verdict: null,
  vetoReasons: [],
  canVeto: true,
  ...said,
});
const decide = (findings: JudgedFinding[], agents: JudgedAgent[] = [agent()], ignoreVetoes = false) =>
  decideVerdict({ findings, agents, ignoreVetoes });

describe('verdict', () => {
  test.each<[string, JudgedFinding[], JudgedAgent[], string]>([
    ['nothing found', [], [agent()], 'OK'],
    ['LOW only', [finding({ severity: 'LOW' })], [agent()], 'OK'],
    ['MEDIUM', [finding({ severity: 'MEDIUM' })], [agent()], 'WARN'],
    ['HIGH', [finding()], [agent()], 'WARN'],
    ['CRITICAL without veto reason', [finding({ severity: 'CRITICAL' })], [agent()], 'WARN'],
    ['agent said WARN', [], [agent({ verdict: 'WARN' })], 'WARN'],
    ['agent said VETO', [], [agent({ verdict: 'VETO', vetoReasons: ['x'] })], 'VETO'],
    ['veto reason', [finding({ vetoReason: 'secret' })], [agent()], 'VETO'],
    ['veto reason of a LOW finding', [finding({ severity: 'LOW', vetoReason: 'x' })], [agent()], 'VETO'],
    ['veto reason, rejected', [finding({ vetoReason: 'secret', status: 'rejected' })], [agent()], 'OK'],
    ['veto reason, suppressed', [finding({ vetoReason: 'secret', status: 'suppressed' })], [agent()], 'OK'],
    ['veto reason, not introduced', [finding({ vetoReason: 'secret', introduced: false })], [agent()], 'OK'],
    ['veto reason, unverified', [finding({ unverifiedVeto: 'secret', status: 'unverified' })], [agent()], 'WARN'],
    ['unverified veto of a LOW', [finding({ severity: 'LOW', unverifiedVeto: 'x' })], [agent()], 'WARN'],
    ['agent said VETO, nothing of it stands', [], [agent({ verdict: 'VETO', stands: false })], 'WARN'],
    ['veto reason without the right', [finding({ vetoReason: 'secret' })], [agent({ canVeto: false })], 'WARN'],
    ['VETO without the right', [], [agent({ verdict: 'VETO', canVeto: false })], 'WARN'],
    [
      'veto reason, one of two has the right',
      [finding({ vetoReason: 'x', reportedBy: [{ agent: 'a' }, { agent: 'b' }] })],
      [agent({ agent: 'a', canVeto: false }), agent({ agent: 'b' })],
      'VETO',
    ],
    ['agent said OK', [finding()], [agent({ verdict: 'OK' })], 'WARN'],
  ])('%s → %s [HOST-06, REV-12]', (_, findings, agents, verdict) => {
    expect(decide(findings, agents).verdict).toBe(verdict);
  });

  test('the trace has a line per rule that decided [HOST-06]', () => {
    const vetoed = decide(
      [finding({ vetoReason: 'secret: key (a:1)' })],
      [agent({ verdict: 'VETO', vetoReasons: ['bad', 'worse'] })],
    );
    expect(vetoed.trace).toEqual([
      'VETO: H-01 by security-reviewer, secret: key (a:1)',
      'VETO: security-reviewer said VETO, bad; worse',
    ]);
    expect(decide([finding(), finding({ severity: 'MEDIUM' }), finding()], [agent({ verdict: 'WARN' })]).trace).toEqual(
      ['WARN: 2 HIGH, 1 MEDIUM remain', 'WARN: security-reviewer said WARN'],
    );
    expect(decide([]).trace).toEqual(['OK: no CRITICAL, HIGH or MEDIUM finding and no objection']);
    expect(decide([finding({ vetoReason: 'x' })], [agent({ verdict: 'VETO', canVeto: false })]).trace).toEqual([
      'WARN: 1 HIGH remains',
      'WARN: security-reviewer said VETO without the right to veto',
    ]);
    expect(decide([], [agent({ verdict: 'VETO', label: 'the panel' }), agent({ verdict: 'OK' })])).toEqual({
      verdict: 'VETO',
      trace: ['VETO: the panel said VETO, no reason given'],
      warnings: ['⚠️ the panel vetoed without giving a reason'],
    });
    expect(decide([], [agent({ verdict: 'WARN', label: 'the panel' })]).trace).toEqual(['WARN: the panel said WARN']);
    const said = (verdict: 'OK' | 'WARN', canVeto: boolean) =>
      decide([], [agent({ verdict, canVeto, stands: false })]).trace;
    expect(said('OK', true)).toEqual(['OK: no CRITICAL, HIGH or MEDIUM finding and no objection']);
    expect(said('WARN', true)).toEqual(['WARN: security-reviewer said WARN']);
    expect(said('WARN', false)).toEqual(['WARN: security-reviewer said WARN']);
    expect(decide([finding(), finding({ severity: 'LOW' })]).trace).toEqual(['WARN: 1 HIGH remains']);
    expect(decide([finding({ vetoReason: 'x', unverifiedVeto: 'y' })]).trace).toEqual([
      'VETO: H-01 by security-reviewer, x',
    ]);
    // Who has the right is named once, whoever else reported it.
    const reportedBy = ['a', 'b', 'b', 'c'].map((name) => ({ agent: name }));
    expect(decide([finding({ vetoReason: 'x', reportedBy })], [agent({ agent: 'a', canVeto: false })]).trace).toEqual([
      'VETO: H-01 by b, c, x',
    ]);
  });

  test('what was there before the change is counted aside, with every verdict [HOST-06]', () => {
    const aside = 'not counted: 2 on lines that the change did not touch';
    const older = [
      finding({ introduced: false }),
      finding({ introduced: false, vetoReason: 'x' }),
      finding({ introduced: false, status: 'rejected' }),
    ];
    expect(decide(older).trace).toEqual(['OK: no CRITICAL, HIGH or MEDIUM finding and no objection', aside]);
    expect(decide([...older, finding()]).trace).toEqual(['WARN: 1 HIGH remains', aside]);
    expect(decide([...older, finding({ vetoReason: 'x' })]).trace).toEqual([
      'VETO: H-01 by security-reviewer, x',
      aside,
    ]);
  });

  test('a VETO without reasons stays VETO with a warning; rejecting findings does not lift it [REV-12]', () => {
    const decision = decide([finding({ status: 'rejected', vetoReason: 'x' })], [agent({ verdict: 'VETO' })]);
    expect([decision.verdict, decision.warnings]).toEqual([
      'VETO',
      ['⚠️ security-reviewer vetoed without giving a reason'],
    ]);
  });

  test('a bare and an unverified VETO warn, each with its line, beside a veto that counts too [HOST-06, REV-12]', () => {
    const bare = agent({ agent: 'go-reviewer', verdict: 'VETO', vetoReasons: ['bad'], stands: false });
    const doubtful = finding({ severity: 'LOW', unverifiedVeto: 'secret: key (a:1)', status: 'unverified' });
    const lines = [
      'WARN: H-01 is not verified, so it is no veto: secret: key (a:1)',
      'WARN: go-reviewer said VETO, bad; no veto, since no finding of its own was verified',
    ];
    expect(decide([doubtful], [bare])).toEqual({ verdict: 'WARN', trace: lines, warnings: [] });
    expect(decide([doubtful], [bare], true)).toEqual({ verdict: 'WARN', trace: lines, warnings: [] });
    const vetoed = decide([doubtful], [bare, agent({ verdict: 'VETO', vetoReasons: ['worse'] })]);
    expect(vetoed).toMatchObject({
      verdict: 'VETO',
      trace: ['VETO: security-reviewer said VETO, worse', ...lines],
    });
  });

  test('a VETO that rests on suppressed findings says so [HOST-06, SUPP-01]', () => {
    const bare = agent({ verdict: 'VETO', vetoReasons: ['bad'], stands: false, isSetAside: true });
    expect(decide([finding({ status: 'suppressed' })], [bare]).trace).toEqual([
      'WARN: security-reviewer said VETO, bad; no veto, since the findings it rests on are suppressed or lowered by an override',
    ]);
  });

  test('--ignore-vetoes turns every veto into a warning [REV-12]', () => {
    const decision = decide(
      [finding({ vetoReason: 'secret' })],
      [agent({ verdict: 'VETO', vetoReasons: ['bad'] })],
      true,
    );
    expect(decision).toEqual({
      verdict: 'WARN',
      trace: ['WARN: 1 HIGH remains', 'WARN: security-reviewer said VETO'],
      warnings: [
        '⚠️ Ignored veto: H-01 by security-reviewer, secret',
        '⚠️ Ignored veto: security-reviewer said VETO, bad',
      ],
    });
  });

  test.each<[string, Partial<JudgedAgent>, JudgedFinding[], unknown]>([
    ['derived OK', {}, [finding({ severity: 'LOW' })], { verdict: 'OK', vetoReasons: [] }],
    ['derived WARN', {}, [finding()], { verdict: 'WARN', vetoReasons: [] }],
    ['derived VETO', {}, [finding({ vetoReason: 'x' })], { verdict: 'VETO', vetoReasons: ['x'] }],
    ['derived without right', { canVeto: false }, [finding({ vetoReason: 'x' })], { verdict: 'WARN', vetoReasons: [] }],
    [
      'said OK over a veto reason',
      { verdict: 'OK' },
      [finding({ vetoReason: 'x' })],
      { verdict: 'VETO', vetoReasons: ['x'] },
    ],
    ['said OK over MEDIUM', { verdict: 'OK' }, [finding({ severity: 'MEDIUM' })], { verdict: 'OK', vetoReasons: [] }],
    ['said VETO', { verdict: 'VETO', vetoReasons: ['y'] }, [], { verdict: 'VETO', vetoReasons: ['y'] }],
    ['said VETO without right', { verdict: 'VETO', canVeto: false }, [], { verdict: 'WARN', vetoReasons: [] }],
    [
      'unverified veto reason',
      { verdict: 'OK' },
      [finding({ vetoReason: 'x', status: 'unverified' })],
      { verdict: 'WARN', vetoReasons: [] },
    ],
    ['rejected only', {}, [finding({ status: 'rejected', vetoReason: 'x' })], { verdict: 'OK', vetoReasons: [] }],
  ])('verdict of one agent: %s [HOST-06, REV-12]', (_, said, findings, expected) => {
    expect(agentVerdict(agent(said), findings)).toEqual(expected);
  });

  test('where nothing was reviewed nobody says OK, and a veto stays one', () => {
    const none = { findings: [], agents: [agent()], ignoreVetoes: false, hasReviewed: false };
    expect(decideVerdict(none)).toEqual({
      verdict: 'WARN',
      trace: ['WARN: nothing was reviewed, so the verdict is not OK'],
      warnings: [],
    });
    expect(decideVerdict({ ...none, agents: [agent({ verdict: 'VETO', vetoReasons: ['x'] })] }).verdict).toBe('VETO');
    expect(decideVerdict({ ...none, hasReviewed: true }).verdict).toBe('OK');
    expect(decideVerdict({ ...none, nothing: 'no file was in scope' }).trace).toEqual([
      'WARN: no file was in scope, so the verdict is not OK',
    ]);
  });

  test('the order of findings and agents never changes the verdict [HOST-06]', () => {
    const anyFinding = fc.record({
      severity: fc.constantFrom(...SEVERITIES),
      status: fc.constantFrom('confirmed' as const, 'rejected' as const, 'unverified' as const),
      introduced: fc.boolean(),
      vetoReason: fc.constantFrom('x', null),
    });
    fc.assert(
      fc.property(fc.array(anyFinding), fc.boolean(), (list, ignoreVetoes) => {
        const findings = list.map(finding);
        expect(decide(findings.toReversed(), [agent()], ignoreVetoes).verdict).toBe(
          decide(findings, [agent()], ignoreVetoes).verdict,
        );
      }),
    );
  });
});
