/**
 * The state one round hands to the next, built by the host from its own records (TRANSFER-01..10, TRANSFER-18, AUD-11,
 * AUD-12, AUD-17, AUD-31, HOST-12). Only the prompt is capped: the records stay whole, and every loss is counted.
 */
import { type DimensionCoverage } from './dimension.ts';
import type { LineRange } from './finding.ts';
import { type FalsePositive, type PastSearch, type RoundContext, type SummaryStatus } from './round-context.ts';
import { type Severity } from './severity.ts';
export declare const TRANSFER_LIMIT_TOKENS = 8192;
export interface Hotspot {
    readonly file: string;
    readonly lines: LineRange;
    readonly reason: string;
}
export interface PastFinding {
    readonly id: string;
    readonly severity: Severity;
    readonly cwe: string | null;
    readonly file: string;
    readonly status: SummaryStatus;
}
/** What the host recorded over all rounds so far. Lists are oldest first. */
export interface AuditHistory {
    readonly coverage: DimensionCoverage;
    readonly filesRead: readonly string[];
    readonly cleanFiles: readonly string[];
    readonly falsePositives: readonly FalsePositive[];
    readonly hotspots: readonly Hotspot[];
    readonly searches: readonly PastSearch[];
    readonly findings: readonly PastFinding[];
}
/** What did not get into the prompt, per field; all zero where everything did. */
export interface TransferLosses {
    /** Files that are listed by directory only, or not at all. */
    readonly filesAggregated: number;
    readonly filesDropped: number;
    readonly findingsMerged: number;
    readonly findingsDropped: number;
    readonly hotspotsDropped: number;
    readonly falsePositivesDropped: number;
    readonly cleanDropped: number;
    readonly searchesDropped: number;
    /** Entries with a path or line that may not enter a prompt. */
    readonly unsafeDropped: number;
}
export type StateTransfer = {
    readonly kind: 'transfer';
    readonly context: RoundContext;
    readonly losses: TransferLosses;
    /** Tokens of the context; above the limit only where the required fields alone are. */
    readonly tokens: number;
    readonly warnings: readonly string[];
}
/** No file was read: the round failed, and there is nothing to hand over. */
 | {
    readonly kind: 'nothing';
    readonly reason: string;
};
export interface TransferRequest {
    /** The round that is about to start, at least 2. */
    readonly nextRound: number;
    readonly history: AuditHistory;
    readonly count: (text: string) => number;
    readonly limitTokens?: number;
}
export declare function buildStateTransfer({ nextRound, history, count, limitTokens }: TransferRequest): StateTransfer;
