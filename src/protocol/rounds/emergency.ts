/**
 * Decides whether the one emergency round of an audit runs, for D1 to D3 that are missing or were interrupted, with one agent
 * (EMERGENCY-01..04, AUD-06); called by convergence.ts. `settleRatings` turns missing core dimensions into shallow when the hunt
 * is over; called also by engine/audit/compose-audit.ts.
 */

import { planTurns } from '../budget/turns.ts';
import { buildRatings, type DimensionRatings } from '../coverage/audit-coverage.ts';
import type { AuditMode } from '../coverage/audit-mode.ts';
import { AUDIT_MODE_PROFILES } from '../coverage/audit-mode.ts';
import { CORE_DIMENSIONS, isCoreDimension } from '../coverage/gaps.ts';
import type { Dimension } from '../findings/dimension.ts';

export interface EmergencyState {
  readonly mode: AuditMode;
  readonly ratings: DimensionRatings;
  /** True once the emergency round was run, the one that is judged included. */
  readonly emergencyUsed: boolean;
}

export type EmergencyDecision =
  | { readonly kind: 'run'; readonly dimensions: readonly Dimension[]; readonly agents: 1; readonly maxTurns: number }
  | { readonly kind: 'refused'; readonly reason: string };

const calls = (ratings: DimensionRatings, dimension: Dimension): boolean =>
  ratings[dimension] === 'missing' ||
  ratings[dimension] === 'interrupted' ||
  ratings[dimension] === 'interrupted-empty';

export function decideEmergency({ mode, ratings, emergencyUsed }: EmergencyState): EmergencyDecision {
  if (!AUDIT_MODE_PROFILES[mode].fullProtocol) return { kind: 'refused', reason: `no emergency round in ${mode}` };
  const dimensions = CORE_DIMENSIONS.filter((dimension) => calls(ratings, dimension));
  if (dimensions.length === 0) return { kind: 'refused', reason: 'D1-D3 need none' };
  if (emergencyUsed) return { kind: 'refused', reason: 'the one emergency round was used' };
  return { kind: 'run', dimensions, agents: 1, maxTurns: planTurns(0, { emergency: true }).maxTurns };
}

/** When hunting is over an untouched core dimension becomes shallow, so that Phase 3 is open; it stays a gap, `not met` (AUD-05). */
export const settleRatings = (ratings: DimensionRatings): DimensionRatings =>
  buildRatings((dimension) =>
    isCoreDimension(dimension) && ratings[dimension] === 'missing' ? 'shallow' : ratings[dimension],
  );
