/**
 * Computes an agent's token budget: base budget × scale (grows with the tokens to be reviewed, at most 4) × factor for a simple
 * or complex change (BUDGET-02..06, SCOPE-07, REV-03, REV-04). Also sums the tokens of files. Called by
 * engine/review/plan-wave.ts and engine/review/share-round.ts.
 */

/** One more base budget for every so many tokens in scope; also the largest scope that is shared (REV-03). */
export const SCALE_STEP_TOKENS = 16_384;
export const MAX_SCALE = 4;

/** No budget raised by a complexity factor goes above this (REV-22). */
export const MAX_RAISED_BUDGET_TOKENS = 32_768;

/** Companion factor for simple and complex changes; 1 unless somebody asks for another (REV-22). */
export type ComplexityFactor = 0.75 | 1 | 1.5;
export const COMPLEXITIES = ['simple', 'standard', 'complex'] as const;
export type Complexity = (typeof COMPLEXITIES)[number];
export const COMPLEXITY_FACTORS: Readonly<Record<Complexity, ComplexityFactor>> = {
  simple: 0.75,
  standard: 1,
  complex: 1.5,
};

export const sumTokens = (files: Iterable<{ readonly tokens: number }>): number => {
  let total = 0;
  for (const { tokens } of files) total += tokens;
  return total;
};

export const calculateScale = (totalTokens: number): number =>
  Math.min(1 + Math.max(0, totalTokens) / SCALE_STEP_TOKENS, MAX_SCALE);

/** The exact product, rounded down. The step is a power of two, so the scale itself has no rounding error. */
export function calculateBudget(baseTokens: number, totalTokens: number, complexity: ComplexityFactor = 1): number {
  const budgetTokens = Math.floor(baseTokens * calculateScale(totalTokens) * complexity);
  return complexity > 1 ? Math.min(budgetTokens, MAX_RAISED_BUDGET_TOKENS) : budgetTokens;
}
