import { describe, expect, test } from 'vitest';
import { modeAt } from './mode.ts';
import { checkThresholds, DEFAULT_THRESHOLDS } from './thresholds.ts';

describe('thresholds', () => {
  test('defaults are 0.80, 0.95 and 0.98 [CONFIG-01]', () => {
    expect(DEFAULT_THRESHOLDS).toEqual({ fullAnalysis: 0.8, highSeverity: 0.95, forceReturn: 0.98 });
    expect(checkThresholds(DEFAULT_THRESHOLDS)).toBeNull();
  });

  test('one threshold can be moved alone [CONFIG-02]', () => {
    const half = { ...DEFAULT_THRESHOLDS, fullAnalysis: 0.5 };
    expect([0.4999, 0.5, 0.9499, 0.95].map((usage) => modeAt(usage, half))).toEqual([
      'full',
      'high_severity_only',
      'high_severity_only',
      'force_return',
    ]);
  });

  test.each([
    [0.8, 0.95, 0.98, null],
    [0.8, 0.95, 0.95, null],
    [0.1, 0.2, 1, null],
    [0.95, 0.8, 0.98, 'high_severity_threshold'],
    [0.8, 0.8, 0.98, 'high_severity_threshold'],
    [0, 0.95, 0.98, 'full_analysis_threshold'],
    [-0.1, 0.95, 0.98, 'full_analysis_threshold'],
    [Number.NaN, 0.95, 0.98, 'full_analysis_threshold'],
    [0.8, 0.95, 0.94, 'force_return_threshold'],
    [0.8, 0.95, 1.01, 'force_return_threshold'],
    [0.8, Number.NaN, 0.98, 'high_severity_threshold'],
    [0.8, 0.95, Number.NaN, 'force_return_threshold'],
  ])(
    '0 < full < high ≤ force ≤ 1: %s / %s / %s → %s [CONFIG-03, REV-17]',
    (fullAnalysis, highSeverity, forceReturn, key) => {
      const message = checkThresholds({ fullAnalysis, highSeverity, forceReturn });
      if (key === null) expect(message).toBeNull();
      else expect(message).toMatch(new RegExp(`^${key} `, 'u'));
    },
  );
});
