/** Severity by score, and how far it may stand against the stated one (FACT-10). Uses what Phase 4 decided; validates nothing. */
import { type Severity } from './severity.ts';
export interface RiskFactors {
    readonly reach: 'no-login' | 'low-privilege' | 'admin';
    readonly impact: 'total' | 'partial-sensitive' | 'local';
    readonly complexity: 'simple' | 'multi-step' | 'special-environment';
    /** Number of stringent conditions; more than three weigh no more than three. */
    readonly stringentConditions: number;
    readonly environment: 'default' | 'neutral' | 'custom';
    readonly chain: 'none' | 'member' | 'root';
}
export declare function scoreRisk(factors: RiskFactors): number;
export declare function severityOfScore(score: number): Severity;
export interface RatedFinding {
    readonly id: string;
    /** Findings of one type share the highest rating; usually the CWE. Null = a type of its own. */
    readonly type: string | null;
    readonly severity: Severity;
    /** Null where the factors are unknown: then the stated severity is all there is. */
    readonly factors: RiskFactors | null;
    readonly confidence: 'high' | 'medium' | 'low';
    /** Confirmed in Phase 4. */
    readonly verified: boolean;
    readonly patternOnly: boolean;
    readonly originallyTruncated: boolean;
}
export interface CalibratedFinding {
    readonly id: string;
    readonly severity: Severity;
    readonly score: number | null;
    /** Set where score and statement lie two or more levels apart: both stand in the report. */
    readonly ratingDispute: {
        readonly stated: Severity;
        readonly scored: Severity;
    } | null;
}
/** The highest severity the evidence allows. */
export declare function severityCap({ confidence, verified, patternOnly, }: Pick<RatedFinding, 'confidence' | 'verified' | 'patternOnly'>): Severity;
/** Scores each finding, aligns findings of one type, then applies the caps of confidence and truncation. */
export declare function calibrateFindings(findings: readonly RatedFinding[]): readonly CalibratedFinding[];
export type ProofOfConcept = {
    readonly kind: 'provided';
} | {
    readonly kind: 'not_reproducible';
    readonly reason: string;
} | {
    readonly kind: 'not-required';
};
/** Critical and High findings show a proof of concept or say why there is none; their status does not change. */
export declare function stateProof(severity: Severity, proof: string | null, reason: string): ProofOfConcept;
