/** Counting gaps: dimensions neither covered nor inapplicable (GAPS-01..03). */
import { type Dimension, type DimensionCoverage } from './dimension.ts';
/** Rounds end when no more gaps than these are open (CONVERGE-01). */
export declare const TOLERATED_GAPS = 2;
/** The dimensions whose gaps weigh most: injection, authentication, authorization. */
export declare const CORE_DIMENSIONS: readonly ["D1", "D2", "D3"];
export declare const isCoreDimension: (dimension: Dimension) => boolean;
/** Gaps in the order D1..D10. */
export declare const listGaps: (coverage: DimensionCoverage) => readonly Dimension[];
export declare const countGaps: (coverage: DimensionCoverage) => number;
