/**
 * Phase 4 as a plan: who checks which findings by which steps (FACT-08, AUD-23, AUD-32), and what a verdict, or the lack
 * of one, makes of a finding. Every finding lands in exactly one place, so each gets a validation record (CONVERGE-03).
 */
import type { FindingStatus } from './finding.ts';
import { type Severity } from './severity.ts';
export interface ValidationCandidate {
    readonly id: string;
    /** The agent that reported it, who may not validate it. */
    readonly agent: string;
    readonly severity: Severity;
    readonly selfCheck: 'pass' | 'partial' | 'skip';
}
export type ValidationTrack = '4a' | '4c';
export interface ValidationBatch {
    readonly track: ValidationTrack;
    readonly purpose: 'semgrep' | 'findings' | 'spot-check';
    /** Inline: one model call of the orchestrator under the validator contract (AUD-32). */
    readonly by: 'inline' | 'agent';
    readonly steps: readonly (1 | 2 | 3 | 4)[];
    readonly ids: readonly string[];
}
export interface ValidationPlan {
    readonly batches: readonly ValidationBatch[];
    /** Accepted on the agent's own word: Medium and Low that passed, and passes outside the spot check. */
    readonly accepted: readonly string[];
}
export declare const VALIDATOR_TURNS = 15;
export declare const validatorCallLimit: (findings: number) => number;
/** 2→2, 3→3, 10→3, 20→6. */
export declare const spotCheckSize: (passed: number) => number;
export interface SemgrepHits {
    readonly status: 'completed' | 'partial';
    readonly ids: readonly string[];
}
/** `seed` decides which passes are spot-checked. */
export declare function planValidation(findings: readonly ValidationCandidate[], semgrep: SemgrepHits, seed: string): ValidationPlan;
/** Agents for Critical and High findings that did not pass their own check. */
export declare function validatorCount(open: number): number;
/** Nobody validates own findings. */
export declare const mayValidate: (validator: string, finding: Pick<ValidationCandidate, 'agent'>) => boolean;
/** A validator that failed leaves its batch to the orchestrator. */
export declare const takeOverBatch: (failed: ValidationBatch) => ValidationBatch;
/** One wrong pass in the spot check reopens every pass of the agent that claimed it. */
export declare function reopenPasses(findings: readonly ValidationCandidate[], wrong: readonly string[]): readonly string[];
export type ValidationVerdict = 'confirmed' | 'downgraded' | 'rejected';
export interface ValidatedRating {
    readonly severity: Severity;
    readonly status: FindingStatus;
}
/** Validators judge, the host rates: a downgrade is one level; an unvalidated Critical or High is Medium and manual. */
export declare function applyVerdict(severity: Severity, verdict: ValidationVerdict | null): ValidatedRating;
