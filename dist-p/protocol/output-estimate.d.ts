/** Whether a final answer fits, asked before its first marker is written (TRUNC-01, TRUNC-02, TRUNC-06, AUD-26). */
export declare const estimateOutputTokens: (findingsCount: number) => number;
export interface FinalAnswerPlan {
    readonly kind: 'as-is' | 'compress';
    readonly estimatedTokens: number;
    readonly remainingTokens: number;
}
/** Compression is asked for if the recorded findings would fill more than 40% of what is left of the budget. */
export declare function planFinalAnswer(findingsCount: number, budgetTokens: number, usedTokens: number): FinalAnswerPlan;
