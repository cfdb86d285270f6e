/**
 * What brief summaries save against full ones: the formula, a running total, and the hint for summaries that waste it.
 * Works on given token counts; never counts tokens itself (REDUCE-01, REDUCE-05..08, SIG-06).
 */
import { type CoordinatorType } from './brief.ts';
/** Percent saved, unrounded; null where there is no full summary to compare with. */
export declare const contextReductionPercent: (briefTokens: number, fullTokens: number) => number | null;
export interface ReductionTotal {
    readonly iterations: number;
    readonly briefTokens: number;
    readonly fullTokens: number;
    readonly savedTokens: number;
    readonly reductionPercent: number | null;
}
export declare const EMPTY_REDUCTION: ReductionTotal;
/** The running total of an orchestrator after one more iteration. */
export declare function addIteration(total: ReductionTotal, briefTokens: number, fullTokens: number): ReductionTotal;
/** Advice for a summary above the limit; empty for one within it. */
export declare function hintVerboseSummary(summary: string, type: CoordinatorType | undefined): readonly string[];
