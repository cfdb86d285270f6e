/** Counting gaps: dimensions neither covered nor inapplicable (GAPS-01..03). */
import { DIMENSIONS, type Dimension, type DimensionCoverage } from '../findings/dimension.ts';

/** Rounds end when no more gaps than these are open (CONVERGE-01). */
export const TOLERATED_GAPS = 2;

/** The dimensions whose gaps weigh most: injection, authentication, authorization. */
export const CORE_DIMENSIONS = ['D1', 'D2', 'D3'] as const satisfies readonly Dimension[];

export const isCoreDimension = (dimension: Dimension): boolean =>
  (CORE_DIMENSIONS as readonly Dimension[]).includes(dimension);

/** Gaps in the order D1..D10. */
export const listGaps = (coverage: DimensionCoverage): readonly Dimension[] =>
  DIMENSIONS.filter((dimension) => coverage[dimension] === 'missing' || coverage[dimension] === 'shallow');
