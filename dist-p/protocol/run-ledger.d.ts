/**
 * The ledger of a run: tokens, calls and money per agent, per model and in all. Of a run with a report it is the report's
 * own account; of one that was killed it is added up from the calls that were recorded, and says so.
 */
import { type PriceEntry } from './model-prices.ts';
import type { ReportDocument, ReportLedgerEntry, ReportUsage } from './report-document.ts';
import type { TurnOutcome } from './turn-outcome.ts';
import { type RunUsage, type UsageSums } from './usage-book.ts';
export interface AgentSums extends ReportUsage {
    readonly agent: string;
}
export interface ModelSums extends ReportUsage {
    readonly model: string;
}
export interface RunLedger {
    /** `report`: the account of the report. `journal`: what was recorded before the run broke off. */
    readonly source: 'report' | 'journal';
    readonly total: ReportUsage;
    /** Calls that were under way when the run broke off: nobody knows what they cost. */
    readonly open_calls: number;
    readonly agents: readonly AgentSums[];
    readonly models: readonly ModelSums[];
    readonly entries: readonly ReportLedgerEntry[];
}
/** Sums of an account in the names of the wire. */
export declare const composeSums: (sums: UsageSums) => ReportUsage;
export declare const composeEntries: (entries: RunUsage['entries']) => readonly ReportLedgerEntry[];
export declare function readLedger({ usage }: Pick<ReportDocument, 'usage'>): RunLedger;
/** A call as the journal keeps it. */
export interface JournalledCall {
    readonly key: string;
    readonly attempts: readonly JournalledAttempt[];
}
interface JournalledAttempt {
    readonly model: string;
    readonly outcome: TurnOutcome;
    /** The run that had paid for the answer; absent where it was asked for. */
    readonly reusedFrom?: string;
}
/** `1/security-reviewer/3`, `agent-r1-01/2`, `deep-dive/fed/1`: the agent stands before the number of the call. */
export declare const nameCaller: (key: string) => string;
export interface JournalledCalls {
    readonly calls: readonly JournalledCall[];
    readonly openCalls: number;
    /** Null where nobody knows it. */
    readonly priceOf: (model: string) => PriceEntry | null;
}
export declare function sumJournal({ calls, openCalls, priceOf }: JournalledCalls): RunLedger;
export {};
