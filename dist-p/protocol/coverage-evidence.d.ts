/**
 * From what the host saw an agent do to the status of one dimension (FACT-01, FACT-02). Evidence is counted by the host;
 * nothing here believes a claim. Where a project has fewer sinks, endpoints or workflows than a rule asks for, all of them do.
 */
import { type AuditMode } from './audit-mode.ts';
import type { CoverageStatus, Dimension } from './dimension.ts';
export interface SinkEvidence {
    readonly track: 'sink';
    readonly dimension: 'D1' | 'D4' | 'D5' | 'D6';
    /** Different searches that were run, and how many of them hit nothing. */
    readonly searches: number;
    readonly emptySearches: number;
    readonly sinks: number;
    /** Files with a hit, and those of them whose sink was traced back to a source. */
    readonly filesHit: number;
    readonly filesTraced: number;
    readonly completeFlows: number;
    readonly checks: readonly string[];
}
export interface ControlEvidence {
    readonly track: 'control';
    readonly dimension: 'D3' | 'D9';
    readonly searches: number;
    readonly endpoints: number;
    readonly endpointsVerified: number;
    /** Resource types that exist, and those whose create, read, update and delete rights agree. */
    readonly resourceTypes: number;
    readonly consistentResourceTypes: number;
    /** D3: sensitive endpoints; D9: workflows. Those that exist, and those followed from end to end. */
    readonly chains: number;
    readonly chainsFollowed: number;
}
export interface ConfigEvidence {
    readonly track: 'config';
    readonly dimension: 'D2' | 'D7' | 'D8' | 'D10';
    readonly searches: number;
    readonly checks: readonly string[];
}
export type CoverageEvidence = SinkEvidence | ControlEvidence | ConfigEvidence;
/** Checks behind a covered dimension (FACT-01), beside the counts of its track. */
export declare const REQUIRED_CHECKS: Readonly<Record<Dimension, readonly string[]>>;
export declare function rateEvidence(evidence: CoverageEvidence, mode: AuditMode): CoverageStatus;
/** Share of endpoints whose controls were verified, 0..1. */
export declare const endpointRatio: (evidence: Pick<ControlEvidence, 'endpoints' | 'endpointsVerified'>) => number;
/** What evidence lacks for ✅, in words; empty where it lacks nothing. */
export declare function listShortfalls(evidence: CoverageEvidence, mode: AuditMode): readonly string[];
/** The two lines in which the report shows a control dimension. */
export declare const formatControlEvidence: (evidence: ControlEvidence) => readonly string[];
export interface InapplicabilityEvidence {
    readonly dimension: Dimension;
    readonly reconHits: number;
    /** Searches without a hit, each with the sub-category it belongs to. */
    readonly emptyPatterns: readonly {
        readonly pattern: string;
        readonly subCategory: string;
    }[];
    /** Why it does not apply, as it will stand in the report. */
    readonly note: string;
}
/** Whether a dimension may be called N/A: nothing found, looked for widely enough, and written down. */
export declare function isInapplicable(evidence: InapplicabilityEvidence, isLibrary: boolean): boolean;
/** Dimensions that do not apply to a library (FACT-02). */
export declare const LIBRARY_INAPPLICABLE: readonly ["D2", "D3", "D6"];
export declare const isLibraryProject: (recon: {
    readonly httpEntries: number;
    readonly exportedApis: number;
}) => boolean;
