/**
 * What calls of models used, summed under the agent that asked and the model that answered. The whole is the sum of its
 * entries; nothing is rounded here.
 */
import type { TurnUsage } from './turn-outcome.ts';
/** Who asked whom: what a call costs is written down under both. */
export interface Payer {
    readonly agent: string;
    /** `provider/name` of the model that answers, the fallback where that was asked. */
    readonly model: string;
}
export interface UsageSums {
    readonly calls: number;
    readonly inputTokens: number;
    readonly cachedInputTokens: number;
    readonly outputTokens: number;
    readonly costUsd: number;
    /** Calls whose usage is the claim, or part of it, since the provider did not say. */
    readonly estimatedCalls: number;
    /** Calls of models whose price nobody knows: the cost is without them. */
    readonly unpricedCalls: number;
    /** Calls that an earlier run had paid for. */
    readonly reusedCalls: number;
    /** Calls that were under way when the run was killed and had to be made again. */
    readonly repeatedCalls: number;
}
export interface RunUsage extends UsageSums {
    /** The same sums per agent and model, by name; together they are the whole. */
    readonly entries: readonly (Payer & UsageSums)[];
}
export declare const NO_USAGE: UsageSums;
export declare const addSums: (a: UsageSums, b: UsageSums) => UsageSums;
/** One call; `usd` is null where nobody knows the price. */
export declare const sumCall: (usage: TurnUsage, usd: number | null) => UsageSums;
export interface UsageBook {
    add(by: Payer, sums: UsageSums): void;
    /** What was added, and what is not booked yet on top of it. */
    read(open?: readonly (readonly [Payer, UsageSums])[]): RunUsage;
    readonly sums: UsageSums;
}
export declare function createUsageBook(): UsageBook;
