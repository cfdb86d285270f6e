/**
 * Progressive degradation: what an agent may still report at its usage, and in how many words (MODE-01..11, REV-01,
 * REV-08, REV-15). Usage is measured by the host; nothing here counts tokens.
 */
import type { Mode } from './report-document.ts';
import type { Severity } from './severity.ts';
import type { Thresholds } from './thresholds.ts';
/** Half-open bands on the unrounded ratio: a boundary belongs to the stricter mode. */
export declare function modeAt(usageRatio: number, thresholds: Thresholds): Mode;
/** The hard stop behind the soft one (HOST-02). */
export declare const mustAbort: (usageRatio: number, thresholds: Thresholds) => boolean;
export declare function usedPercent(usedTokens: number, budgetTokens: number): number;
export declare const remainingPercent: (usedTokens: number, budgetTokens: number) => number;
export type SubmissionJudgement = 'keep' | 'count-as-skipped';
/** What is recorded in full mode stays; a MEDIUM or LOW handed in later only moves a counter (MODE-08, REV-15). */
export declare const judgeSubmission: (severity: Severity, mode: Mode) => SubmissionJudgement;
interface Shapeable {
    readonly file: string | null;
    readonly line: number | null;
    readonly evidence: string | null;
    readonly recommendation: string | null;
    readonly related: readonly string[];
}
/**
 * A finding in the words its mode allows: beyond full analysis the place instead of the snippet, the advice without its
 * example, no cross-references (MODE-05, MODE-06, MODE-09, MODE-10). Check the evidence before shaping: it is gone after.
 */
export declare function shapeFinding<T extends Shapeable>(finding: T, mode: Mode): T;
export declare const formatLocation: (file: string, line: number | null) => string;
export {};
