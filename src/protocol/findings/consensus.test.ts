import { describe, expect, test } from 'vitest';
import { REVIEWERS } from '../reviewers/reviewer.ts';
import {
  agreementShare,
  decideIssue,
  fieldWeight,
  type Issue,
  type IssueDecision,
  resolveConflict,
  shareFinding,
} from './consensus.ts';
import { CONSENSUS_PROTOCOLS, sharesFindings } from './consensus-protocol.ts';

const issue = (said: Partial<Issue> = {}): Issue => ({
  severity: 'MEDIUM',
  category: 'error-handling',
  vetoReason: null,
  reportedBy: ['go-reviewer'],
  asked: REVIEWERS,
  ...said,
});

describe('consensus', () => {
  test('a reviewer weighs 1.0 in its own field and 0.3 outside (FACT-14)', () => {
    expect(REVIEWERS.map((reviewer) => fieldWeight(reviewer, 'error-handling'))).toEqual([0.3, 0.3, 1, 1, 0.3, 0.3]);
    expect(fieldWeight({ name: 'custom', categories: [] }, 'anything')).toBe(1);
    expect(fieldWeight({ name: 'custom', categories: ['x'] }, null)).toBe(0.3);
  });

  test('agreement is a share of the weight of everybody asked (FACT-14)', () => {
    expect(agreementShare(issue())).toBeCloseTo(1 / 3.2);
    expect(agreementShare(issue({ reportedBy: ['go-reviewer', 'code-quality-reviewer', 'go-reviewer'] }))).toBeCloseTo(
      2 / 3.2,
    );
    expect(agreementShare(issue({ asked: [] }))).toBe(0);
  });

  const duo = REVIEWERS.filter(({ name }) => name === 'go-reviewer' || name === 'code-quality-reviewer');
  test.each<[string, Partial<Issue>, boolean]>([
    ['one of two', { asked: duo }, false],
    ['two of two', { asked: duo, reportedBy: duo.map(({ name }) => name) }, true],
    [
      'two of three equals',
      { asked: ['a', 'b', 'c'].map((name) => ({ name, categories: [] })), reportedBy: ['a', 'b'] },
      true,
    ],
    [
      '65%',
      {
        asked: Array.from({ length: 20 }, (_, i) => ({ name: `${i}`, categories: [] })),
        reportedBy: Array.from({ length: 13 }, (_, i) => `${i}`),
      },
      false,
    ],
    ['one of six with a veto', { vetoReason: 'race' }, true],
    ['HIGH of security', { severity: 'HIGH', category: 'injection', reportedBy: ['security-reviewer'] }, true],
    ['MEDIUM of security', { category: 'injection', reportedBy: ['security-reviewer'] }, false],
    ['HIGH of somebody else', { severity: 'HIGH' }, false],
  ])('vote: %s (FACT-14)', (_, said, kept) => {
    expect(decideIssue('vote', issue(said)).kept).toBe(kept);
  });

  test.each(['veto', 'aad', 'ci'] as const)('%s keeps every report (FACT-14)', (protocol) => {
    expect(decideIssue(protocol, issue()).kept).toBe(true);
  });

  const three = ['a', 'b', 'c'].map((name) => ({ name, categories: [] }));
  test.each<[string, Partial<Issue>, number, IssueDecision]>([
    ['two of three, two needed', { reportedBy: ['a', 'b'] }, 2, { kept: true, reason: '2 of 3 agree' }],
    ['one of three, two needed', { reportedBy: ['a'] }, 2, { kept: false, reason: '1 of 3 agree, 2 needed' }],
    ['one twice, two needed', { reportedBy: ['a', 'a'] }, 2, { kept: false, reason: '1 of 3 agree, 2 needed' }],
    ['all there are, more needed', { reportedBy: ['a', 'b', 'c'] }, 9, { kept: true, reason: '3 of 3 agree' }],
    ['one, one needed', { reportedBy: ['a'] }, 1, { kept: true, reason: 'veto keeps every report' }],
    ['a veto', { reportedBy: ['a'], vetoReason: 'race' }, 3, { kept: true, reason: 'a veto stands without a vote' }],
    [
      'what a rule found',
      { reportedBy: ['a'], isMeasured: true },
      3,
      { kept: true, reason: 'found by a rule, which needs no vote' },
    ],
  ])('least agreement: %s (FACT-14)', (_, said, minAgreement, decision) => {
    expect(decideIssue('veto', issue({ asked: three, ...said }), minAgreement)).toEqual(decision);
  });

  test.each<[string, Partial<Issue>]>([
    ['category', { category: 'injection' }],
    ['CWE', { cwe: 'CWE-89' }],
    ['dimension', { dimension: 'D1' }],
    ['reporter', { reportedBy: ['vulnerability-reviewer'] }],
  ])('CRITICAL and HIGH of security by %s are never voted away, MEDIUM and LOW are (FACT-14)', (_, said) => {
    for (const protocol of CONSENSUS_PROTOCOLS) {
      for (const severity of ['CRITICAL', 'HIGH'] as const)
        expect(decideIssue(protocol, issue({ ...said, severity }), 9).kept).toBe(true);
      for (const severity of ['MEDIUM', 'LOW'] as const)
        expect(decideIssue(protocol, issue({ ...said, severity }), 9).kept).toBe(false);
    }
  });

  test('a rejected issue says by how much it failed', () => {
    expect(decideIssue('vote', issue()).reason).toBe('31% agree, 66% needed');
  });

  test('ci shows findings without their reasons, in the second round only (FACT-14)', () => {
    expect([1, 2, 3].map((round) => sharesFindings('ci', round))).toEqual([false, true, false]);
    expect(sharesFindings('aad', 2)).toBe(false);
    const shared = { severity: 'HIGH' as const, category: 'auth', file: 'a.ts', line: 1, title: 't' };
    expect(shareFinding({ ...shared, ...{ issue: 'why', evidence: 'code' } })).toEqual(shared);
  });

  test.each([
    [['security-reviewer', 'code-quality-reviewer'], 'security-reviewer'],
    [['go-reviewer', 'code-quality-reviewer'], 'go-reviewer'],
    [['code-quality-reviewer', 'typescript-reviewer'], 'typescript-reviewer'],
    [['python-reviewer', 'code-quality-reviewer'], 'python-reviewer'],
    [['go-reviewer', 'documentation-reviewer'], null],
    [['documentation-reviewer', 'code-quality-reviewer'], null],
    [['go-reviewer', 'go-reviewer'], 'go-reviewer'],
    [[], null],
  ])('in a conflict of %j the word is with %s (FACT-14)', (agents, winner) => {
    expect(resolveConflict(agents)).toBe(winner);
  });
});
