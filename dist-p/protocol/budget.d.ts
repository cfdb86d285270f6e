/** Adaptive budgets: how much an agent may use, given what there is to review (BUDGET-02..06, SCOPE-07, REV-03, REV-04). */
/** One more base budget for every so many tokens in scope; also the largest scope that is shared (REV-03). */
export declare const SCALE_STEP_TOKENS = 16384;
export declare const MAX_SCALE = 4;
/** No budget raised by a complexity factor goes above this (REV-22). */
export declare const MAX_RAISED_BUDGET_TOKENS = 32768;
/** Companion factor for simple and complex changes; 1 unless somebody asks for another (REV-22). */
export type ComplexityFactor = 0.75 | 1 | 1.5;
export declare const COMPLEXITIES: readonly ['simple', 'standard', 'complex'];
export type Complexity = (typeof COMPLEXITIES)[number];
export declare const COMPLEXITY_FACTORS: Readonly<Record<Complexity, ComplexityFactor>>;
export declare const sumTokens: (files: Iterable<{
    readonly tokens: number;
}>) => number;
export declare const calculateScale: (totalTokens: number) => number;
/** The exact product, rounded down. The step is a power of two, so the scale itself has no rounding error. */
export declare function calculateBudget(baseTokens: number, totalTokens: number, complexity?: ComplexityFactor): number;
