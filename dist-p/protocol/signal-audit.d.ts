/**
 * The return signals of an audit: a hunt round is `research`, the deep dive `debug`, validation `testing`, the whole audit
 * `implementer` (HOST-08, SIG-15..17). Each from the few facts its phase knows when it is over; nothing is guessed.
 */
import { type AuditMode } from './audit-mode.ts';
import type { Dimension } from './dimension.ts';
import type { ReportSignal, RoundDecision } from './report-document.ts';
import { type RunFiles, type UsageShare } from './signal-build.ts';
interface PhaseDone {
    readonly mode: AuditMode;
    /** Agent budgets of the rounds done and planned, then `--max-tokens` and `--max-cost` where they are set (SIG-14). */
    readonly usage: readonly UsageShare[];
}
export interface HuntRoundDone extends PhaseDone {
    readonly dimensions: readonly Dimension[];
    /** Recorded in this round. */
    readonly findings: number;
    /** Agents whose output could be used. */
    readonly reports: number;
    readonly gaps: readonly Dimension[];
    readonly decision: RoundDecision;
}
export declare function composeHuntSignal(done: HuntRoundDone): ReportSignal;
export interface DeepDiveDone extends PhaseDone {
    /** Hotspots or findings that were followed. */
    readonly followed: number;
    readonly filesExamined: number;
    /** Why, in a few words each: the titles of chains, then of the worst findings. */
    readonly rootCauses: readonly string[];
    /** Findings whose flow stayed incomplete. */
    readonly open: readonly string[];
}
export declare const composeDeepDiveSignal: (done: DeepDiveDone) => ReportSignal;
export interface ValidationDone extends PhaseDone {
    readonly batches: number;
    readonly confirmed: number;
    readonly downgraded: number;
    readonly rejected: number;
    /** Findings that nobody could decide. */
    readonly undecided: readonly string[];
}
export declare const composeValidationSignal: (done: ValidationDone) => ReportSignal;
export interface AuditDone extends PhaseDone {
    /** Hunt rounds that ran, the emergency round included. */
    readonly rounds: number;
    /** Of 1 to 5; phase 2.5 counts inside 2. */
    readonly phases: readonly number[];
    /** Hunt agents, deep dives and validators that ended. */
    readonly tasks: number;
    /** What is left: dimensions that are not met, phases that did not run. Empty where the audit is complete. */
    readonly remaining: readonly (number | string)[];
    readonly complete: boolean;
    /** Where the run keeps its files; null where it keeps none. */
    readonly files: RunFiles | null;
}
export declare function composeAuditSignal(done: AuditDone): ReportSignal;
export {};
