import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  calibrateFindings,
  type RatedFinding,
  type RiskFactors,
  scoreRisk,
  severityCap,
  severityOfScore,
  stateProof,
} from './calibration.ts';
import { compareSeverity, SEVERITIES, type Severity } from './severity.ts';

const worst: RiskFactors = {
  reach: 'no-login',
  impact: 'total',
  complexity: 'simple',
  stringentConditions: 0,
  environment: 'default',
  chain: 'none',
};
const rated = (said: Partial<RatedFinding>): RatedFinding => ({
  id: 'F1',
  type: null,
  severity: 'HIGH',
  factors: null,
  confidence: 'high',
  verified: false,
  patternOnly: false,
  originallyTruncated: false,
  ...said,
});
const severities = (...findings: RatedFinding[]): Severity[] =>
  calibrateFindings(findings).map(({ severity }) => severity);

describe('score', () => {
  test.each<[Partial<RiskFactors>, number]>([
    [{}, 6],
    [{ chain: 'root' }, 8],
    [{ chain: 'member' }, 7],
    [{ reach: 'low-privilege' }, 5],
    [{ reach: 'admin' }, 4],
    [{ impact: 'partial-sensitive' }, 5],
    [{ impact: 'local' }, 4],
    [{ complexity: 'multi-step' }, 5],
    [{ complexity: 'special-environment' }, 4],
    [{ stringentConditions: 2 }, 4],
    [{ stringentConditions: 9 }, 3],
    [{ environment: 'neutral' }, 5],
    [{ environment: 'custom' }, 4],
    [
      {
        reach: 'admin',
        impact: 'local',
        complexity: 'special-environment',
        stringentConditions: 3,
        environment: 'custom',
      },
      -5,
    ],
  ])('%j sums up to %i', (said, score) => expect(scoreRisk({ ...worst, ...said })).toBe(score));

  test('6 is Critical, 4 and 5 High, 1 to 3 Medium, the rest Low [FACT-10]', () => {
    expect([8, 6, 5, 4, 3, 1, 0, -5].map(severityOfScore)).toEqual([
      'CRITICAL',
      'CRITICAL',
      'HIGH',
      'HIGH',
      'MEDIUM',
      'MEDIUM',
      'LOW',
      'LOW',
    ]);
  });
});

describe('calibration', () => {
  test('one level apart is corrected, two levels are a dispute with both [FACT-10]', () => {
    expect(calibrateFindings([rated({ severity: 'HIGH', factors: worst })])).toEqual([
      { id: 'F1', severity: 'CRITICAL', score: 6, ratingDispute: null },
    ]);
    expect(calibrateFindings([rated({ severity: 'MEDIUM', factors: worst })])).toEqual([
      { id: 'F1', severity: 'MEDIUM', score: 6, ratingDispute: { stated: 'MEDIUM', scored: 'CRITICAL' } },
    ]);
    expect(calibrateFindings([rated({})])).toEqual([{ id: 'F1', severity: 'HIGH', score: null, ratingDispute: null }]);
  });

  test('what is rated by its kind is raised by its score, never lowered [FACT-10]', () => {
    const weak = { ...worst, reach: 'low-privilege', impact: 'local', environment: 'custom' } as const;
    const rate = (severity: Severity, factors: RiskFactors) =>
      calibrateFindings([rated({ severity, factors, isRatedByKind: true })])[0];
    expect(rate('CRITICAL', weak)).toMatchObject({ severity: 'CRITICAL', ratingDispute: null });
    expect(rate('MEDIUM', { ...weak, impact: 'partial-sensitive', environment: 'default' })?.severity).toBe('HIGH');
  });

  test('a statement without the origin goes one level towards the score once the data is followed from a request', () => {
    const rate = (severity: Severity, factors: RiskFactors) =>
      calibrateFindings([rated({ severity, factors, isFromRequest: true })])[0];
    expect(rate('MEDIUM', worst)).toEqual({
      id: 'F1',
      severity: 'HIGH',
      score: 6,
      ratingDispute: { stated: 'MEDIUM', scored: 'CRITICAL' },
    });
    const faint = { ...worst, impact: 'local', stringentConditions: 3, environment: 'custom' } as const;
    expect(rate('HIGH', faint)?.severity).toBe('HIGH');
  });

  test('findings of one type share the highest rating [FACT-10]', () => {
    const low = rated({ id: 'F2', type: 'CWE-89', severity: 'MEDIUM' });
    expect(severities(rated({ type: 'CWE-89' }), low, rated({ type: 'CWE-79', severity: 'LOW' }))).toEqual([
      'HIGH',
      'HIGH',
      'LOW',
    ]);
    expect(severities(rated({}), rated({ severity: 'LOW' }))).toEqual(['HIGH', 'LOW']);
  });

  test.each<[Partial<RatedFinding>, Severity]>([
    [{ confidence: 'high' }, 'CRITICAL'],
    [{ confidence: 'medium' }, 'MEDIUM'],
    [{ confidence: 'low' }, 'MEDIUM'],
    [{ confidence: 'low', verified: true }, 'CRITICAL'],
    [{ patternOnly: true }, 'LOW'],
    [{ patternOnly: true, verified: true }, 'CRITICAL'],
  ])('%j may be rated up to %s', (said, cap) => {
    expect(severityCap(rated(said))).toBe(cap);
    expect(severities(rated({ ...said, severity: 'CRITICAL' }))).toEqual([cap]);
  });

  test('a finding that was cut is never raised to Critical or High', () => {
    expect(severities(rated({ severity: 'HIGH', factors: worst, originallyTruncated: true }))).toEqual(['HIGH']);
    const medium = rated({ severity: 'MEDIUM', type: 'CWE-89', originallyTruncated: true });
    expect(severities(rated({ type: 'CWE-89' }), medium)).toEqual(['HIGH', 'MEDIUM']);
    const low = rated({ severity: 'LOW', type: 'CWE-89', originallyTruncated: true });
    expect(severities(rated({ type: 'CWE-89' }), low)).toEqual(['HIGH', 'MEDIUM']);
  });

  test('whatever goes in, each finding comes out once and below its cap', () => {
    const factors = fc.record<RiskFactors>({
      reach: fc.constantFrom('no-login', 'low-privilege', 'admin'),
      impact: fc.constantFrom('total', 'partial-sensitive', 'local'),
      complexity: fc.constantFrom('simple', 'multi-step', 'special-environment'),
      stringentConditions: fc.integer({ min: -1, max: 9 }),
      environment: fc.constantFrom('default', 'neutral', 'custom'),
      chain: fc.constantFrom('none', 'member', 'root'),
    });
    const finding = fc.record<RatedFinding>({
      id: fc.string(),
      type: fc.option(fc.constantFrom('CWE-89', 'CWE-79')),
      severity: fc.constantFrom(...SEVERITIES),
      factors: fc.option(factors),
      confidence: fc.constantFrom('high', 'medium', 'low'),
      verified: fc.boolean(),
      patternOnly: fc.boolean(),
      originallyTruncated: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(finding), (findings) => {
        const calibrated = calibrateFindings(findings);
        expect(calibrated.map(({ id }) => id)).toEqual(findings.map(({ id }) => id));
        calibrated.forEach(({ severity }, i) => {
          expect(compareSeverity(severity, severityCap(findings[i]!))).toBeGreaterThanOrEqual(0);
        });
      }),
    );
  });
});

test('Critical and High show a proof or say why there is none', () => {
  expect(stateProof('CRITICAL', 'curl …', '')).toEqual({ kind: 'provided' });
  expect(stateProof('HIGH', null, 'needs a tenant')).toEqual({ kind: 'not_reproducible', reason: 'needs a tenant' });
  expect(stateProof('HIGH', '  ', 'empty')).toEqual({ kind: 'not_reproducible', reason: 'empty' });
  expect(stateProof('MEDIUM', null, '')).toEqual({ kind: 'not-required' });
});
