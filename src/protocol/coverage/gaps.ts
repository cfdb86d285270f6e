/**
 * Lists the audit dimensions that are neither covered nor inapplicable (GAPS-01..03), and names the core dimensions (D1 to D3)
 * and how many gaps may stay open. Called by protocol/rounds/ and engine/audit/.
 */
import { DIMENSION_PROFILES, DIMENSIONS, type Dimension, type DimensionCoverage } from '../findings/dimension.ts';

/** Rounds end when no more gaps than these are open (CONVERGE-01). */
export const TOLERATED_GAPS = 2;

/** The dimensions whose gaps weigh most: injection, authentication, authorization. */
export const isCoreDimension = (dimension: Dimension): boolean => DIMENSION_PROFILES[dimension].isCore === true;
export const CORE_DIMENSIONS: readonly Dimension[] = DIMENSIONS.filter(isCoreDimension);

/** Gaps in the order of the dimensions. */
export const listGaps = (coverage: DimensionCoverage): readonly Dimension[] =>
  DIMENSIONS.filter((dimension) => coverage[dimension] === 'missing' || coverage[dimension] === 'shallow');
