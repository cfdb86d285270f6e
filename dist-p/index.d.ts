/** The library: review, audit and plan as functions, the protocol for those who build their own engine. */
import type { RunEvent, Selection } from './ports.ts';
import type { PlanDocument } from './protocol/plan-document.ts';
import type { ReportDocument } from './protocol/report-document.ts';
export interface ReviewOptions {
    /** Folder to review. */
    readonly root: string;
    /** Default: what the current branch changed. */
    readonly selection?: Selection;
    /** Options by the camelCase name of their command-line flag: `{ reviewers: ['security'], waves: 1 }`. */
    readonly flags?: Readonly<Record<string, unknown>>;
    /** A configuration file instead of the one in the root. */
    readonly configPath?: string;
    /**
     * Folder in which the run is kept, so that `resume` can go on with it and later runs pay for nothing twice (`flags: { reuse:
     * false }` asks anew). Without one nothing is kept and nothing is reused.
     */
    readonly stateDir?: string;
    readonly onEvent?: (event: RunEvent) => void;
    readonly signal?: AbortSignal;
}
export type ResumeOptions = Pick<ReviewOptions, 'onEvent' | 'signal'> & {
    readonly stateDir: string;
} & ({
    readonly run: string;
} | {
    readonly root: string;
});
/** Reviews a folder and resolves to the report document. Throws ReviewError for what the caller has to mend. */
export declare const review: (options: ReviewOptions) => Promise<ReportDocument>;
/**
 * Audits a folder and resolves to the report document. Flags of the audit are among the flags: `{ mode: 'deep',
 * dimensions: ['D1'], cells: ['D2:src/**'] }`. Calling it is the consent to what it costs.
 */
export declare const audit: (options: ReviewOptions) => Promise<ReportDocument>;
/** Goes on with an interrupted run. What was recorded is not paid for again. */
export declare function resume(options: ResumeOptions): Promise<ReportDocument>;
/** Everything up to dispatch, without reviewing. */
export declare function plan(options: ReviewOptions): Promise<PlanDocument>;
export { collectOutputs } from './engine/collect.ts';
export { EXIT, ReviewError } from './errors.ts';
export type { Analyzer, Driver, ReviewEvent, RunEvent, Selection } from './ports.ts';
export { type AgentOutput, openAgentOutput, parseAgentOutput } from './protocol/agent-output.ts';
export { calculateBudget, calculateScale } from './protocol/budget.ts';
export { decideExit } from './protocol/exit-code.ts';
export type { ClaimedFinding, Finding } from './protocol/finding.ts';
export { decideIsolation } from './protocol/isolation.ts';
export { mergeFindings } from './protocol/merge.ts';
export { modeAt } from './protocol/mode.ts';
export type { PlanDocument } from './protocol/plan-document.ts';
export { priorityTier } from './protocol/priority.ts';
export type { ReportDocument } from './protocol/report-document.ts';
export { REVIEWERS, type ReviewerProfile } from './protocol/reviewer.ts';
export { BUILT_IN_REVIEWERS } from './protocol/reviewer-roster.ts';
export { formatSignal, parseSignal } from './protocol/signal-text.ts';
export { validateSignal } from './protocol/signal-validation.ts';
export { synthesize } from './protocol/synthesis.ts';
export { decideVerdict } from './protocol/verdict.ts';
export { renderReport } from './report/formats.ts';
