import { isCoreDimension } from './gaps.js';
const isHighRisk = (severity) => severity === 'CRITICAL' || severity === 'HIGH';
/** Every hotspot; without hotspots the Critical and High findings of D1–D3. */
export const chooseTargets = (hotspots, findings) => hotspots.length > 0
    ? { kind: 'hotspots', hotspots }
    : {
        kind: 'findings',
        ids: findings
            .filter(({ severity, dimension }) => isHighRisk(severity) && dimension !== null && isCoreDimension(dimension))
            .map(({ id }) => id),
    };
export const DEEP_DIVE_WATERMARK = 'Deep Dive Incomplete';
/** `openHotspots`: how many nobody covered. */
export function judgeDeepDive(findings, openHotspots = 0) {
    const open = findings.filter(({ severity, hasFullFlow }) => isHighRisk(severity) && !hasFullFlow);
    const isPartial = open.length > 0 || openHotspots > 0;
    return {
        status: isPartial ? 'partial' : 'completed',
        watermark: isPartial ? DEEP_DIVE_WATERMARK : null,
        withoutFlow: open.map(({ id }) => id),
        cappedConfidence: open.filter(({ severity }) => severity === 'CRITICAL').map(({ id }) => id),
    };
}
