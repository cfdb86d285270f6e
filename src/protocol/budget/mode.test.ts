import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claimFinding } from '../findings/finding.ts';
import { SEVERITIES } from '../findings/severity.ts';
import { judgeSubmission, modeAt, mustAbort, remainingPercent, shapeFinding, usedPercent } from './mode.ts';
import { DEFAULT_THRESHOLDS } from './thresholds.ts';

const sample = claimFinding({
  severity: 'HIGH',
  category: 'injection',
  file: 'src/auth/validate.go',
  line: 45,
  title: 'SQL injection',
  issue: 'SQL injection via string interpolation',
  evidence: 'query := fmt.Sprintf("SELECT * FROM users WHERE id = %s", userId)',
  recommendation: 'Use parameterized queries: db.Query("SELECT * FROM users WHERE id = $1", userId)',
  related: ['F002'],
});

describe('mode', () => {
  test.each([
    [0, 'full'],
    [0.7999, 'full'],
    [0.8, 'high_severity_only'],
    [0.9499, 'high_severity_only'],
    [0.95, 'force_return'],
    [0.9799, 'force_return'],
    [1.5, 'force_return'],
  ])('usage %d → %s [MODE-01, REV-01]', (usage, mode) => {
    expect(modeAt(usage, DEFAULT_THRESHOLDS)).toBe(mode);
  });

  test('the host aborts at 0.98, not at the soft stop [MODE-02]', () => {
    expect([0.95, 0.9799, 0.98, 1].map((usage) => mustAbort(usage, DEFAULT_THRESHOLDS))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test('usage decides for each agent by itself: 8000 of 10000 is 0.80', () => {
    expect(modeAt(8000 / 10_000, DEFAULT_THRESHOLDS)).toBe('high_severity_only');
    expect(modeAt(7999 / 10_000, DEFAULT_THRESHOLDS)).toBe('full');
  });

  test.each([
    [88, 100, 88, 12],
    [8799, 10_000, 87, 13],
    [97, 100, 97, 3],
    [29, 100, 29, 71],
    [57, 100, 57, 43],
    [0, 8192, 0, 100],
    [9000, 8192, 100, 0],
    [0, 0, 100, 0],
  ])('%i of %i tokens: used %i%%, remaining %i%% [REV-08]', (used, budget, percent, remaining) => {
    expect([usedPercent(used, budget), remainingPercent(used, budget)]).toEqual([percent, remaining]);
  });

  test('used and remaining percent always add up to 100 [REV-08]', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(100_000), (used, budget) => {
        expect(usedPercent(used, budget) + remainingPercent(used, budget)).toBe(100);
      }),
    );
  });

  test('in full mode all four severities are kept, later only CRITICAL and HIGH [MODE-04, MODE-08, REV-15]', () => {
    const judged = (usage: number) => SEVERITIES.map((s) => judgeSubmission(s, modeAt(usage, DEFAULT_THRESHOLDS)));
    const late = ['keep', 'keep', 'count-as-skipped', 'count-as-skipped'];
    expect(judged(0.7999)).toEqual(['keep', 'keep', 'keep', 'keep']);
    expect(judged(0.8)).toEqual(late);
    expect(judged(0.96)).toEqual(late);
  });

  test('a full finding keeps snippet, example and cross-references [MODE-05, MODE-06]', () => {
    const shaped = shapeFinding(sample, 'full');
    expect(shaped).toEqual(sample);
    expect(shaped.evidence).toMatch(/^query := fmt\.Sprintf\(/u);
    expect(shaped.recommendation).toMatch(/db\.Query\("SELECT \* FROM users WHERE id = \$1", userId\)$/u);
    expect(shapeFinding(sample, 'high_severity_only').related).toEqual([]);
  });

  test.each(['high_severity_only', 'force_return'] as const)(
    'in %s only the place and brief advice remain [MODE-09, MODE-10]',
    (mode) => {
      expect(shapeFinding(sample, mode)).toEqual({
        ...sample,
        evidence: 'src/auth/validate.go:45',
        recommendation: 'Use parameterized queries',
        related: [],
      });
    },
  );

  test.each([
    ['Use parameterized queries', 'Use parameterized queries'],
    ['Close the file. Otherwise handles leak.', 'Close the file'],
    ['Use crypto.randomBytes instead of Math.random', 'Use crypto.randomBytes instead of Math.random'],
    ['Escape the name, e.g. `escape(name)`', 'Escape the name'],
    ['Escape the name (for example with `escape`)', 'Escape the name'],
    ['Add a timeout\n```js\nfetch(url)\n```', 'Add a timeout'],
    ['Upgrade to 2.1.0 or later', 'Upgrade to 2.1.0 or later'],
    ['Prefer std::move over a copy', 'Prefer std::move over a copy'],
    ['', ''],
  ])('brief advice of %j is %j [MODE-10]', (recommendation, brief) => {
    expect(shapeFinding({ ...sample, recommendation }, 'high_severity_only').recommendation).toBe(brief);
  });

  test('long advice is cut between words [MODE-10]', () => {
    const brief = shapeFinding(
      { ...sample, recommendation: 'validate '.repeat(40) },
      'high_severity_only',
    ).recommendation;
    expect(brief).toMatch(/^(validate )+validate…$/u);
    expect(brief?.length).toBeLessThanOrEqual(120);
  });

  test('a finding without a place has no evidence to show in a short form', () => {
    expect(shapeFinding({ ...sample, file: null, line: null }, 'force_return').evidence).toBeNull();
  });
});
