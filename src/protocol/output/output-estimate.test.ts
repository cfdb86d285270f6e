import { expect, test } from 'vitest';
import { estimateOutputTokens, planFinalAnswer } from './output-estimate.ts';

test.each([
  [0, 200],
  [1, 500],
  [10, 3200],
])('%i findings need %i tokens [TRUNC-01]', (findings, tokens) => {
  expect(estimateOutputTokens(findings)).toBe(tokens);
});

test.each([
  [10, 8000, 0, 'as-is'],
  [10, 7999, 0, 'compress'],
  [10, 102_400, 94_400, 'as-is'],
  [10, 102_400, 94_401, 'compress'],
  [0, 500, 0, 'as-is'],
  [0, 499, 0, 'compress'],
  [0, 100, 200, 'compress'],
] as const)(
  '%i findings with %i tokens, %i of them used: %s [TRUNC-02, AUD-26]',
  (findings, budgetTokens, usedTokens, kind) => {
    expect(planFinalAnswer(findings, budgetTokens, usedTokens)).toEqual({
      kind,
      estimatedTokens: estimateOutputTokens(findings),
      remainingTokens: Math.max(0, budgetTokens - usedTokens),
    });
  },
);
