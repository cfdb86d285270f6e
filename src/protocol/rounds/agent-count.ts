/**
 * Computes how many hunt agents the first round of an audit gets (the user's number, else from lines of code and dimensions) and
 * a later one (from its gaps) (AGENTS-01..06, AUD-07, AUD-08). Called by engine/audit/plan-audit.ts and convergence.ts;
 * distribute-dimensions.ts deals the work.
 */
import { type DimensionRatings, statusOf } from '../coverage/audit-coverage.ts';
import { CORE_DIMENSIONS } from '../coverage/gaps.ts';
import { DIMENSIONS, type Dimension } from '../findings/dimension.ts';

const MAX_AGENTS = 9;

export interface FirstRoundSize {
  /** Lines that are not blank. */
  readonly loc: number;
  readonly applicableDimensions: number;
  /** `--agents N`; null where the user left it to the project's size. */
  readonly requestedAgents: number | null;
}

export function countFirstRoundAgents({ loc, applicableDimensions, requestedAgents }: FirstRoundSize): number {
  if (requestedAgents !== null) return Math.max(1, requestedAgents);
  return Math.max(1, Math.min(agentsForLoc(loc), applicableDimensions));
}

function agentsForLoc(loc: number): number {
  if (loc < 500) return 1;
  if (loc < 5_000) return 2;
  if (loc < 40_000) return 3;
  if (loc < 70_000) return 4;
  if (loc <= 100_000) return 5;
  return Math.min(MAX_AGENTS, 5 + Math.floor((loc - 100_001) / 100_000));
}

/** What is known about the gaps when a later round is sized. */
export interface GapSituation {
  readonly ratings: DimensionRatings;
  /** Dimensions with a hotspot or with a Critical or High finding. */
  readonly alarmingDimensions: readonly Dimension[];
}

/** Core dimensions that were only searched although something alarming lies in them (AUD-07). */
export const listCriticalShallow = ({ ratings, alarmingDimensions }: GapSituation): readonly Dimension[] =>
  CORE_DIMENSIONS.filter(
    (dimension) => statusOf(ratings[dimension]) === 'shallow' && alarmingDimensions.includes(dimension),
  );

export function countLaterRoundAgents(situation: GapSituation): number {
  if (listCriticalShallow(situation).length > 0) return 3;
  const untouched = DIMENSIONS.filter((dimension) =>
    ['missing', 'interrupted-empty'].includes(situation.ratings[dimension]),
  ).length;
  if (untouched >= 4) return 3;
  return untouched >= 2 ? 2 : 1;
}
