import type { ReportUsage, Verdict } from './report-document.ts';
import type { RunLedger } from './run-ledger.ts';
import type { SeverityCounts } from './severity.ts';
import type { ListedRun, RunCommand, RunStatus, StoredStep } from './stored-run.ts';
export declare const RUNS_SCHEMA = "consensus-review/runs@1";
export declare const RUN_SCHEMA = "consensus-review/run@1";
export declare const PRUNED_SCHEMA = "consensus-review/pruned@1";
export interface RunSummary {
    readonly id: string;
    readonly root: string;
    readonly playbook: ListedRun['playbook'];
    readonly mode: ListedRun['mode'];
    readonly model: string;
    readonly selection: string;
    readonly command: string;
    readonly version: string;
    readonly started_at: string;
    readonly finished_at: string | null;
    readonly status: RunStatus;
    readonly reason: string | null;
    readonly resumed: number;
    /** Whether `resume` can go on with it. */
    readonly resumable: boolean;
    readonly complete: boolean | null;
    readonly verdict: Verdict | null;
    readonly exit_code: number | null;
    /** That count, by severity; null where there is no report. */
    readonly findings: SeverityCounts | null;
    readonly usage: (Pick<ReportUsage, 'input_tokens' | 'output_tokens' | 'cost_usd' | 'calls' | 'reused_calls' | 'repeated_calls'> & {
        /** Of `calls`: not in the cost. Null of a run that was kept before this was counted. */
        readonly unpriced_calls: number | null;
    }) | null;
    /** Whether `report` can print it, whole or partial. */
    readonly has_report: boolean;
}
export interface RunsDocument {
    readonly schema: typeof RUNS_SCHEMA;
    /** Whose runs are listed; null for those of all folders. */
    readonly root: string | null;
    /** Newest first. */
    readonly runs: readonly RunSummary[];
    /** Runs beyond the limit. */
    readonly left_out: number;
    /** Runs of other folders. */
    readonly elsewhere: number;
}
export interface RunDocument {
    readonly schema: typeof RUN_SCHEMA;
    readonly run: RunSummary;
    readonly ledger: RunLedger;
    /** What is recorded of it; all zero where the raw answers were let go. */
    readonly journal: {
        readonly steps: number;
        readonly calls: number;
        /** Begun without a known end. */
        readonly open: number;
        readonly bytes: number;
    };
}
/** Milliseconds as ISO 8601; the caller has the calendar. */
export type FormatTime = (ms: number) => string;
export declare const summarizeRun: (run: ListedRun, formatTime: FormatTime) => RunSummary;
export declare const countSteps: (steps: readonly StoredStep[]) => RunDocument['journal'];
/** The call as it could be typed again; what commander sets by itself is left out. */
export declare function formatCommand({ name, positional, flags }: RunCommand): string;
