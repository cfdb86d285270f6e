/**
 * Usage as a provider reports it, believed only where it can be true. A missing, negative, fractional or impossible figure
 * makes the whole usage unknown: a hole in the bill must never look like a free call.
 */
import type { TurnUsage } from './turn-outcome.ts';
/** Figures of any origin; nothing about them is trusted. */
export interface ReportedUsage {
    readonly inputTokens: unknown;
    readonly cachedInputTokens: unknown;
    readonly cacheWriteInputTokens: unknown;
    readonly outputTokens: unknown;
}
/** `hasOutput` says whether anything was written: output of 0 tokens is then a figure nobody filled in. */
export declare function readUsage(reported: ReportedUsage, hasOutput: boolean): TurnUsage | null;
/** The most a call that broke off can have cost, where the provider had already counted the input. */
export declare function boundUsage(reported: ReportedUsage, maxOutputTokens: number): TurnUsage | null;
