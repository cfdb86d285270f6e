/** Counting gaps: dimensions neither covered nor inapplicable (GAPS-01..03). */
import { DIMENSIONS } from './dimension.js';
/** Rounds end when no more gaps than these are open (CONVERGE-01). */
export const TOLERATED_GAPS = 2;
/** The dimensions whose gaps weigh most: injection, authentication, authorization. */
export const CORE_DIMENSIONS = ['D1', 'D2', 'D3'];
export const isCoreDimension = (dimension) => CORE_DIMENSIONS.includes(dimension);
/** Gaps in the order D1..D10. */
export const listGaps = (coverage) => DIMENSIONS.filter((dimension) => coverage[dimension] === 'missing' || coverage[dimension] === 'shallow');
export const countGaps = (coverage) => listGaps(coverage).length;
