/**
 * What follows from a cut output: Rule 1 keeps, Rule 2 discards and retries once with half the work, and Phase 4 treats
 * each finding by how much of it arrived (TRUNC-08..16, HOST-05, AUD-14, AUD-15, AUD-18). The raw text is the journal's.
 */
import type { AgentOutput } from './agent-output.ts';
import type { Dimension } from './dimension.ts';
import type { ClaimedFinding } from './finding.ts';
import { type HalvedAssignment } from './halving.ts';
export interface RecoveryTask {
    readonly dimensions: readonly Dimension[];
    readonly maxTurns: number;
    /** A retry is never retried (TRUNC-13). */
    readonly isRetry: boolean;
}
export interface ReducedRetry extends HalvedAssignment {
    readonly maxFindings: number;
}
export interface Recovery {
    /** `keep`: Rule 1. `discard`: Rule 2. `none`: nothing was cut. */
    readonly rule: 'none' | 'keep' | 'discard';
    readonly findings: readonly ClaimedFinding[];
    /** Dimensions of the task that count as shallow because of this output. */
    readonly shallowDimensions: readonly Dimension[];
    readonly retry: ReducedRetry | null;
}
export declare function recoverOutput(output: AgentOutput, task: RecoveryTask): Recovery;
/** Findings accepted from a reduced retry, in the order given; the rest is refused and counted. */
export declare const limitRetryFindings: (findings: readonly ClaimedFinding[], maxFindings?: number) => {
    readonly accepted: readonly ClaimedFinding[];
    readonly refused: number;
};
export type PhaseFourEntry = {
    readonly handling: 'normal';
    readonly finding: ClaimedFinding;
} | {
    readonly handling: 'supplementary';
    readonly finding: ClaimedFinding;
} | {
    readonly handling: 'reaudit';
    readonly id: string;
    readonly file: string | null;
};
/** How Phase 4 treats everything of an output; what is to be audited again stays out of the final report. */
export declare function listForPhaseFour({ findings, needsReaudit, }: Pick<AgentOutput, 'findings' | 'needsReaudit'>): readonly PhaseFourEntry[];
