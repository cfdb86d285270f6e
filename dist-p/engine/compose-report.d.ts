import { type ReportDocument, type ReportSignal } from '../protocol/report-document.ts';
import type { UsageShare } from '../protocol/signal-build.ts';
import type { RunUsage } from '../protocol/usage-book.ts';
import type { ReviewRequest } from './review-request.ts';
import { type ReviewState } from './review-state.ts';
export interface RunFacts {
    readonly runId: string;
    readonly startedAt: number;
    readonly finishedAt: number;
    /** Absent where no model was asked. */
    readonly usage?: RunUsage | null;
    /** How often the run was continued after an interruption. */
    readonly resumed?: number;
}
export interface ReviewFacts extends RunFacts {
    /** Of the waves. */
    readonly signals: readonly ReportSignal[];
    readonly shares: readonly UsageShare[];
}
export declare function composeReport(state: ReviewState, request: ReviewRequest, facts: ReviewFacts): ReportDocument;
