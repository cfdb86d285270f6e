/** The `SEMGREP_VERIFY` block: what became of every baseline finding, written, read and checked (FACT-06). */
import type { SemgrepFinding } from './semgrep-results.ts';
export interface SemgrepVerification {
    readonly total: number;
    readonly confirmed: readonly string[];
    readonly rejected: readonly string[];
    readonly needsManual: readonly string[];
    readonly unresolved: number;
    /** Rules and files with the most findings, most first. */
    readonly ruleHotspots: readonly string[];
    readonly fileHotspots: readonly string[];
}
export type SemgrepVerdict = 'confirmed' | 'rejected' | 'needs_manual';
export declare function summarizeVerification(findings: readonly SemgrepFinding[], verdicts: ReadonlyMap<string, SemgrepVerdict>): SemgrepVerification;
export declare const formatVerification: (verification: SemgrepVerification) => string;
/** Null where the block is absent, not closed, or lacks a number or list. */
export declare function parseVerification(text: string): SemgrepVerification | null;
/** Problems of a block; after a completed scan every finding must be decided, exactly once. */
export declare function checkVerification(verification: SemgrepVerification, status: 'completed' | 'partial', knownIds: readonly string[]): readonly string[];
