/**
 * Halves an audit agent's assignment (dimensions and turns) for its second attempt after a severe truncation or a total failure:
 * returns what it keeps, what waits for the next round, the turns (AUD-14, TRUNC-12). Called by recovery.ts,
 * protocol/rounds/agent-registry.ts and protocol/rounds/total-failure.ts, which decide on the attempt.
 */
import { compareDimensions, type Dimension } from '../findings/dimension.ts';

/** A second attempt may bring this many findings and no more. */
export const RETRY_MAX_FINDINGS = 5;

export interface HalvedAssignment {
  /** Half of the dimensions, rounded up, D1–D3 first. */
  readonly kept: readonly Dimension[];
  /** The other half: stays shallow for the next round. */
  readonly deferred: readonly Dimension[];
  readonly maxTurns: number;
}

export function halveAssignment(dimensions: readonly Dimension[], maxTurns: number): HalvedAssignment {
  const ordered = [...new Set(dimensions)].sort(compareDimensions);
  const half = Math.ceil(ordered.length / 2);
  return {
    kept: ordered.slice(0, half),
    deferred: ordered.slice(half),
    maxTurns: Math.max(1, Math.floor(maxTurns / 2)),
  };
}
