/**
 * Coverage of the ten dimensions: merging what agents and rounds achieved (AUD-10), the ratio, when it is met (AUD-03,
 * AUD-04) and the gate to Phase 3 (AUD-05). Rates no evidence itself: that is coverage-evidence.ts.
 */
import { type AuditMode } from './audit-mode.ts';
import { type CoverageStatus, type Dimension, type DimensionCoverage } from './dimension.ts';
/** A coverage status that also says why a dimension is only shallow; from best to worst. */
export declare const RATINGS: readonly ['covered', 'shallow', 'interrupted', 'interrupted-empty', 'missing', 'not-applicable'];
/**
 * `interrupted`: shallow because the agent was cut, failed or timed out, but left something to keep.
 * `interrupted-empty`: the same, and nothing was kept.
 */
export type DimensionRating = (typeof RATINGS)[number];
export type DimensionRatings = Readonly<Record<Dimension, DimensionRating>>;
/** What one agent, or one round, says about the dimensions it was given. */
export type PartialRatings = Readonly<Partial<Record<Dimension, DimensionRating>>>;
export declare const statusOf: (rating: DimensionRating) => CoverageStatus;
export declare const buildRatings: (rate: (dimension: Dimension) => DimensionRating) => DimensionRatings;
export declare const coverageOf: (ratings: DimensionRatings) => DimensionCoverage;
/** The lower of what the agent claims and what the host can see in evidence: a claim can only lower coverage (HOST-01). */
export declare const lowerRating: (claimed: DimensionRating, evidenced: DimensionRating) => DimensionRating;
/** Agents of one round split a dimension by area, so the worst of them counts. */
export declare const mergeAgents: (agents: readonly PartialRatings[]) => PartialRatings;
/** Rounds build on each other, so the best counts. What nobody was sent to is missing; an unlawful N/A is too. */
export declare function mergeRounds(rounds: readonly PartialRatings[], isLibrary: boolean): DimensionRatings;
/** D1 always applies; D2 and D3 do not apply to libraries only (FACT-01). */
export declare const mayBeNotApplicable: (dimension: Dimension, isLibrary: boolean) => boolean;
export declare const countApplicable: (coverage: DimensionCoverage) => number;
/** Covered share of the applicable dimensions; 0 where none applies, as nothing was shown then. */
export declare function coverageRatio(coverage: DimensionCoverage): number;
export interface CoverageRules {
    readonly mode: AuditMode;
    readonly isLibrary: boolean;
    /** Dimensions the user limited the audit to; absent = all ten. */
    readonly asked?: readonly Dimension[];
}
/** What nobody asked for is not judged: it counts as inapplicable, whatever dimension it is. */
export declare const limitRatings: (ratings: DimensionRatings, asked: readonly Dimension[] | undefined) => DimensionRatings;
/** Enough dimensions covered, and each of D1–D3. How the rounds ended does not matter here (AUD-03). */
export declare function isCoverageMet(coverage: DimensionCoverage, { mode, isLibrary, asked }: CoverageRules): boolean;
export interface DeepDiveGate {
    readonly open: boolean;
    readonly blockers: readonly string[];
    /** Core dimensions that pass although they are only shallow. */
    readonly notMet: readonly Dimension[];
}
/** The gate from Phase 2.5 to 3 (FACT-02, AUD-05). `coverage` is null until it was assessed. */
export declare function checkDeepDiveGate(coverage: DimensionCoverage | null, rules: {
    readonly isLibrary: boolean;
    readonly hotspotsListed: boolean;
    readonly asked?: readonly Dimension[] | undefined;
}): DeepDiveGate;
