/**
 * Chooses what the deep dive (Phase 3) has to follow (all hotspots, else the grave findings of D1 to D3) and judges at its end
 * whether it is complete (FACT-07, CONVERGE-03). Called by engine/audit/deep-dive-phase.ts.
 */

import { isCoreDimension } from '../coverage/gaps.ts';
import type { Dimension } from '../findings/dimension.ts';
import type { Severity } from '../findings/severity.ts';
import { isGrave } from '../findings/severity.ts';
import type { Hotspot } from './state-transfer.ts';

export interface DeepDiveFinding {
  readonly id: string;
  readonly severity: Severity;
  readonly dimension: Dimension | null;
  readonly hasFullFlow: boolean;
}

export type DeepDiveHotspot = Pick<Hotspot, 'file' | 'lines'>;

export type DeepDiveTargets =
  | { readonly kind: 'hotspots'; readonly hotspots: readonly DeepDiveHotspot[] }
  | { readonly kind: 'findings'; readonly ids: readonly string[] };

/** Every hotspot; without hotspots the Critical and High findings of D1–D3. */
export const chooseTargets = (
  hotspots: readonly DeepDiveHotspot[],
  findings: readonly DeepDiveFinding[],
): DeepDiveTargets =>
  hotspots.length > 0
    ? { kind: 'hotspots', hotspots }
    : {
        kind: 'findings',
        ids: findings
          .filter((finding) => isGrave(finding) && finding.dimension !== null && isCoreDimension(finding.dimension))
          .map(({ id }) => id),
      };

export const DEEP_DIVE_WATERMARK = 'Deep Dive Incomplete';

export interface DeepDiveVerdict {
  readonly status: 'completed' | 'partial';
  readonly watermark: typeof DEEP_DIVE_WATERMARK | null;
  readonly withoutFlow: readonly string[];
  /** Critical findings whose confidence may not be above medium. */
  readonly cappedConfidence: readonly string[];
}

/** `openHotspots`: how many nobody covered. */
export function judgeDeepDive(findings: readonly DeepDiveFinding[], openHotspots = 0): DeepDiveVerdict {
  const open = findings.filter((finding) => isGrave(finding) && !finding.hasFullFlow);
  const isPartial = open.length > 0 || openHotspots > 0;
  return {
    status: isPartial ? 'partial' : 'completed',
    watermark: isPartial ? DEEP_DIVE_WATERMARK : null,
    withoutFlow: open.map(({ id }) => id),
    cappedConfidence: open.filter(({ severity }) => severity === 'CRITICAL').map(({ id }) => id),
  };
}
