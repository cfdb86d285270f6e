/**
 * What a run by models may use, from the plan alone: a reviewer in a shared context looks, reports and answers; one in a branch
 * takes its files one by one, and every call carries all that came before. An estimate for people, never a limit.
 */
import { type PriceEntry } from './model-prices.ts';
import type { Isolation } from './report-document.ts';
export interface PlannedAgent {
    readonly budgetTokens: number;
    readonly waves: number;
    readonly files: number;
    /** Tokens of all its files. */
    readonly scopeTokens: number;
    readonly isolation: Isolation;
    /** Null where nobody knows it. */
    readonly price: PriceEntry | null;
}
export interface RunEstimate {
    readonly calls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly costUsd: number;
    /** Agents whose price nobody knows: the cost is without them. */
    readonly unpriced: number;
}
export declare const estimateRun: (agents: readonly PlannedAgent[]) => RunEstimate;
