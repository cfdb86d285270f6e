import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_THRESHOLDS } from '../protocol/budget/thresholds.ts';
import { createLedger } from './ledger.ts';

describe('the ledger', () => {
  test('tells the ratio of what was claimed, and the mode that follows from it [BUDGET-08]', () => {
    const ledger = createLedger(10_000, DEFAULT_THRESHOLDS);
    expect(ledger.claim(7999)).toBe(true);
    expect({ ratio: ledger.usageRatio, mode: ledger.mode }).toEqual({ ratio: 0.7999, mode: 'full' });
    expect(ledger.claim(1)).toBe(true);
    expect({ ratio: ledger.usageRatio, mode: ledger.mode }).toEqual({ ratio: 0.8, mode: 'high_severity_only' });
  });

  test('the soft stop is at 0.95, the hard one at 0.98 [MODE-01, MODE-02, HOST-02]', () => {
    const ledger = createLedger(10_000, DEFAULT_THRESHOLDS);
    ledger.claim(9499);
    expect(ledger.mode).toBe('high_severity_only');
    ledger.claim(1);
    expect({ mode: ledger.mode, abort: ledger.mustAbort }).toEqual({ mode: 'force_return', abort: false });
    ledger.claim(299);
    expect(ledger.mustAbort).toBe(false);
    ledger.claim(1);
    expect(ledger.mustAbort).toBe(true);
  });

  test('a claim that would reach the whole budget books nothing and forces the return', () => {
    const ledger = createLedger(100, DEFAULT_THRESHOLDS);
    expect(ledger.claim(100)).toBe(false);
    expect({ used: ledger.usedTokens, mode: ledger.mode }).toEqual({ used: 0, mode: 'force_return' });
  });

  test('a budget of nothing is used up before the first claim', () => {
    const ledger = createLedger(0, DEFAULT_THRESHOLDS);
    expect({ ratio: ledger.usageRatio, mode: ledger.mode, abort: ledger.mustAbort, claimed: ledger.claim(0) }).toEqual({
      ratio: 1,
      mode: 'force_return',
      abort: true,
      claimed: false,
    });
  });

  test('never reaches its budget, whatever is claimed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000 }),
        fc.array(fc.integer({ min: 0, max: 20_000 })),
        (budget, claims) => {
          const ledger = createLedger(budget, DEFAULT_THRESHOLDS);
          const granted = claims.filter((tokens) => ledger.claim(tokens)).reduce((sum, tokens) => sum + tokens, 0);
          return ledger.usedTokens === granted && ledger.usageRatio < 1;
        },
      ),
    );
  });
});
