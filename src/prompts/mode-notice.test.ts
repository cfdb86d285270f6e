import { describe, expect, test } from 'vitest';
import { endWithNotice, formatModeNotice } from './mode-notice.ts';

describe('mode notice', () => {
  test.each([
    ['full', '[budget] used: 100, budget: 1000, mode: full (report everything)'],
    [
      'high_severity_only',
      '[budget] used: 100, budget: 1000, mode: high_severity_only (report CRITICAL and HIGH only, as file:line with brief advice)',
    ],
    ['force_return', '[budget] used: 100, budget: 1000, mode: force_return (stop now and return what you have)'],
  ] as const)('%s names used, budget and mode [MODE-16]', (mode, notice) => {
    expect(formatModeNotice({ usedTokens: 100, budgetTokens: 1000, mode })).toBe(notice);
  });

  test.each(['', 'text', 'text\n', '[budget] used: 0, budget: 9, mode: full'])(
    'it is the last line of %j [MODE-16]',
    (result) => {
      const usage = { usedTokens: 1, budgetTokens: 2, mode: 'full' } as const;
      const lines = endWithNotice(result, usage).split('\n');
      expect(lines.at(-1)).toBe(formatModeNotice(usage));
      expect(lines.slice(0, -1).join('\n')).toBe(result.trimEnd());
    },
  );
});
