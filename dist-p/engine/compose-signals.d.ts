/** The return signals of a review: `research` when a wave is over, `implementer` for the whole run (HOST-07, HOST-08, SIG-14). */
import type { ReportSignal } from '../protocol/report-document.ts';
import { type RunFiles, type UsageShare } from '../protocol/signal-build.ts';
import type { EnginePorts, ReviewRequest } from './review-request.ts';
import { type ReviewState } from './review-state.ts';
export interface WaveEnd {
    /** Another wave follows. */
    readonly goesOn: boolean;
    readonly usage: readonly UsageShare[];
}
/** The signal of the last wave of the state. */
export declare function composeWaveSignal(state: ReviewState, { goesOn, usage }: WaveEnd): ReportSignal;
export interface RunEnd {
    readonly complete: boolean;
    readonly usage: readonly UsageShare[];
    /** Where the run keeps its files; null where it keeps none, and then no path is named. */
    readonly files: RunFiles | null;
}
export declare function composeRunSignal(state: ReviewState, { complete, usage, files }: RunEnd): ReportSignal;
/**
 * What was used of the budgets of the waves done and, where another follows, of those planned; beside it the limits of
 * the run (SIG-14).
 */
export declare function measureUsage(state: ReviewState, goesOn: boolean, request: Pick<ReviewRequest, 'waves'>, { driversFor, account }: Pick<EnginePorts, 'driversFor' | 'account'>): readonly UsageShare[];
