/**
 * What an audit by a model may use, from its plan alone: every agent takes all its turns, and every call carries all that came
 * before. The most that is likely, for the one who has to say yes; never a limit.
 */
import { type AuditMode } from './audit-mode.ts';
import { type PriceEntry } from './model-prices.ts';
export interface PlannedHunter {
    readonly maxTurns: number;
    readonly budgetTokens: number;
    /** Tokens of its files. */
    readonly scopeTokens: number;
}
export interface AuditEstimate {
    readonly calls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** Without what a provider may keep; null where nobody knows the price. */
    readonly costUsd: number | null;
}
export declare function estimateHunters(hunters: readonly PlannedHunter[], price: PriceEntry | null): AuditEstimate;
/** All rounds the mode allows, deep dive and validation. */
export declare function estimateAudit(mode: AuditMode, first: readonly PlannedHunter[], price: PriceEntry | null): AuditEstimate;
