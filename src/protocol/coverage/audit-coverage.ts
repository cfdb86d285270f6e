/**
 * Merges the ratings of the audit dimensions (covered, shallow, missing …) of several agents and rounds (AUD-10), computes the
 * covered share and decides whether it is enough for the audit's mode (AUD-03, AUD-04). The ratings come from
 * coverage-evidence.ts. Called by protocol/rounds/evaluation.ts, protocol/rounds/convergence.ts and engine/collect.ts.
 */

import {
  byDimension,
  type CoverageStatus,
  DIMENSION_PROFILES,
  DIMENSIONS,
  type Dimension,
  type DimensionCoverage,
} from '../findings/dimension.ts';
import { AUDIT_MODE_PROFILES, type AuditMode } from './audit-mode.ts';
import { CORE_DIMENSIONS } from './gaps.ts';

/** A coverage status that also says why a dimension is only shallow; from best to worst. */
export const RATINGS = ['covered', 'shallow', 'interrupted', 'interrupted-empty', 'missing', 'not-applicable'] as const;

/**
 * `interrupted`: shallow because the agent was cut, failed or timed out, but left something to keep.
 * `interrupted-empty`: the same, and nothing was kept.
 */
export type DimensionRating = (typeof RATINGS)[number];
export type DimensionRatings = Readonly<Record<Dimension, DimensionRating>>;

/** What one agent, or one round, says about the dimensions it was given. */
export type PartialRatings = Readonly<Partial<Record<Dimension, DimensionRating>>>;

export const statusOf = (rating: DimensionRating): CoverageStatus =>
  rating === 'interrupted' || rating === 'interrupted-empty' ? 'shallow' : rating;

export const buildRatings: (rate: (dimension: Dimension) => DimensionRating) => DimensionRatings = byDimension;

export const coverageOf = (ratings: DimensionRatings): DimensionCoverage =>
  byDimension((dimension) => statusOf(ratings[dimension]));

const rank = (rating: DimensionRating): number => RATINGS.indexOf(rating);
const worse = (a: DimensionRating, b: DimensionRating): DimensionRating => (rank(a) >= rank(b) ? a : b);
const better = (a: DimensionRating, b: DimensionRating): DimensionRating => (rank(a) <= rank(b) ? a : b);

/** The lower of what the agent claims and what the host can see in evidence: a claim can only lower coverage (HOST-01). */
export const lowerRating = (claimed: DimensionRating, evidenced: DimensionRating): DimensionRating =>
  evidenced === 'not-applicable' || claimed === 'not-applicable' ? evidenced : worse(claimed, evidenced);

function mergeRatings(all: readonly PartialRatings[], pick: typeof worse): PartialRatings {
  const merged: Partial<Record<Dimension, DimensionRating>> = {};
  for (const dimension of DIMENSIONS) {
    const said = all.map((ratings) => ratings[dimension]).filter((rating) => rating !== undefined);
    const applicable: readonly DimensionRating[] = said.filter((rating) => rating !== 'not-applicable');
    const rating = applicable.length > 0 ? applicable.reduce(pick) : said[0];
    if (rating !== undefined) merged[dimension] = rating;
  }
  return merged;
}

/** Agents of one round split a dimension by area, so the worst of them counts. */
export const mergeAgents = (agents: readonly PartialRatings[]): PartialRatings => mergeRatings(agents, worse);

/** Rounds build on each other, so the best counts. What nobody was sent to is missing; an unlawful N/A is too. */
export function mergeRounds(rounds: readonly PartialRatings[], isLibrary: boolean): DimensionRatings {
  const merged = mergeRatings(rounds, better);
  return buildRatings((dimension) => {
    const rating = merged[dimension] ?? 'missing';
    return rating === 'not-applicable' && !mayBeNotApplicable(dimension, isLibrary) ? 'missing' : rating;
  });
}

/** Of the core dimensions only those of servers, and only for a library: D1 always applies (FACT-01). */
export const mayBeNotApplicable = (dimension: Dimension, isLibrary: boolean): boolean => {
  const { isCore = false, isServerOnly = false } = DIMENSION_PROFILES[dimension];
  return !isCore || (isServerOnly && isLibrary);
};

const countStatus = (coverage: DimensionCoverage, status: CoverageStatus): number =>
  DIMENSIONS.filter((dimension) => coverage[dimension] === status).length;

export const countApplicable = (coverage: DimensionCoverage): number =>
  DIMENSIONS.length - countStatus(coverage, 'not-applicable');

/** Covered share of the applicable dimensions; 0 where none applies, as nothing was shown then. */
export function coverageRatio(coverage: DimensionCoverage): number {
  const applicable = countApplicable(coverage);
  return applicable === 0 ? 0 : countStatus(coverage, 'covered') / applicable;
}

export interface CoverageRules {
  readonly mode: AuditMode;
  readonly isLibrary: boolean;
  /** Dimensions the user limited the audit to; absent = all. */
  readonly asked?: readonly Dimension[];
}

const isAsked = (dimension: Dimension, asked: readonly Dimension[] | undefined): boolean =>
  asked === undefined || asked.includes(dimension);

/** What nobody asked for is not judged: it counts as inapplicable, whatever dimension it is. */
export const limitRatings = (ratings: DimensionRatings, asked: readonly Dimension[] | undefined): DimensionRatings =>
  buildRatings((dimension) => (isAsked(dimension, asked) ? ratings[dimension] : 'not-applicable'));

/** Enough dimensions covered, and each of D1–D3. How the rounds ended does not matter here (AUD-03). */
export function isCoverageMet(coverage: DimensionCoverage, { mode, isLibrary, asked }: CoverageRules): boolean {
  const threshold = AUDIT_MODE_PROFILES[mode].coverageThreshold;
  if (threshold === null || coverageRatio(coverage) < threshold) return false;
  return CORE_DIMENSIONS.every(
    (dimension) =>
      !isAsked(dimension, asked) ||
      coverage[dimension] === 'covered' ||
      (coverage[dimension] === 'not-applicable' && mayBeNotApplicable(dimension, isLibrary)),
  );
}
