import { type CoverageStatus, type Dimension } from './dimension.ts';
import type { ValidationVerdict } from './validation-plan.ts';
export interface MergeResult {
    readonly mergedFindings: number;
    /** Findings whose agent validated them itself (`pass`). */
    readonly preValidated: number;
    /** The others (`partial`, `skip`). */
    readonly needsValidation: number;
    readonly coverage: Readonly<Partial<Record<Dimension, CoverageStatus>>>;
    readonly hotspots: number;
}
export interface Validation {
    /** Id of the finding that was looked at. */
    readonly id: string;
    readonly verdict: ValidationVerdict;
    /** The finding as its agent rated it. */
    readonly original: string;
    /** What was checked, step by step. */
    readonly verification: string;
    readonly evidenceFile: string;
    /** Notes on a confirmed finding, the reason for any other decision. */
    readonly reason: string;
}
export interface ValidationResult {
    readonly agentId: string | null;
    readonly round: number | null;
    readonly sourceAgents: readonly string[];
    readonly validations: readonly Validation[];
    /** Ids whose decision was begun and did not arrive whole. */
    readonly undecided: readonly string[];
    readonly complete: boolean;
    readonly warnings: readonly string[];
}
export declare function formatMergeResult(result: MergeResult): string;
/** Null where the block is missing, cut, lacks a line or does not add up. */
export declare function parseMergeResult(text: string): MergeResult | null;
export declare function formatValidationResult(result: Pick<ValidationResult, 'sourceAgents' | 'validations'> & {
    readonly agentId: string;
    readonly round: number;
}): string;
/** Null where no block starts. Never throws; a decision counts only with all its lines. */
export declare function parseValidationResult(text: string): ValidationResult | null;
