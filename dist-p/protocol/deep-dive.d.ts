/** What Phase 3 has to look at, and whether it got there (FACT-07, CONVERGE-03). */
import type { Dimension } from './dimension.ts';
import type { LineRange } from './finding.ts';
import type { Severity } from './severity.ts';
export interface DeepDiveFinding {
    readonly id: string;
    readonly severity: Severity;
    readonly dimension: Dimension | null;
    readonly hasFullFlow: boolean;
}
export interface DeepDiveHotspot {
    readonly file: string;
    readonly lines: LineRange;
}
export type DeepDiveTargets = {
    readonly kind: 'hotspots';
    readonly hotspots: readonly DeepDiveHotspot[];
} | {
    readonly kind: 'findings';
    readonly ids: readonly string[];
};
/** Every hotspot; without hotspots the Critical and High findings of D1–D3. */
export declare const chooseTargets: (hotspots: readonly DeepDiveHotspot[], findings: readonly DeepDiveFinding[]) => DeepDiveTargets;
export declare const DEEP_DIVE_WATERMARK = "Deep Dive Incomplete";
export interface DeepDiveVerdict {
    readonly status: 'completed' | 'partial';
    readonly watermark: typeof DEEP_DIVE_WATERMARK | null;
    readonly withoutFlow: readonly string[];
    /** Critical findings whose confidence may not be above medium. */
    readonly cappedConfidence: readonly string[];
}
/** `openHotspots`: how many nobody covered. */
export declare function judgeDeepDive(findings: readonly DeepDiveFinding[], openHotspots?: number): DeepDiveVerdict;
