/** The Budget Awareness block of every reviewer prompt (PROMPT-01..10): fixed words, only number, name and bands vary. */
import type { Thresholds } from '../protocol/thresholds.ts';
/** A number, or the place where whoever dispatches the agent puts it. */
export type StatedBudget = number | '{{budget}}';
export interface BudgetAwareness {
    readonly agentName: string;
    readonly budgetTokens: StatedBudget;
    readonly thresholds: Thresholds;
}
export declare function formatBudgetAwareness({ agentName, budgetTokens, thresholds }: BudgetAwareness): string;
/** The sentence that tells an agent its budget (PROMPT-02, BUDGET-07). */
export declare const formatAllocation: (budgetTokens: StatedBudget) => string;
/** 0.8 → 80; at most two decimals, none that say nothing. */
export declare const formatPercent: (ratio: number) => string;
