/** The one emergency round for untouched or interrupted D1–D3, and what is said when it is over (EMERGENCY-01..04, AUD-06). */
import { type DimensionRatings } from './audit-coverage.ts';
import type { AuditMode } from './audit-mode.ts';
import type { Dimension } from './dimension.ts';
export interface EmergencyState {
    readonly mode: AuditMode;
    readonly ratings: DimensionRatings;
    readonly emergencyUsed: boolean;
}
export type EmergencyDecision = {
    readonly kind: 'run';
    readonly dimensions: readonly Dimension[];
    readonly agents: 1;
    readonly maxTurns: number;
} | {
    readonly kind: 'refused';
    readonly reason: string;
};
export declare function decideEmergency({ mode, ratings, emergencyUsed }: EmergencyState): EmergencyDecision;
/** When hunting is over an untouched core dimension becomes shallow, so that Phase 3 is open; it stays a gap, `not met`. */
export declare const settleRatings: (ratings: DimensionRatings) => DimensionRatings;
