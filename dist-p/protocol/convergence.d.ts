import { type DimensionRatings } from './audit-coverage.ts';
import { type AuditMode } from './audit-mode.ts';
import { type Dimension, type DimensionCoverage } from './dimension.ts';
import { type QuestionAnswers } from './evaluation.ts';
export interface RoundState {
    readonly mode: AuditMode;
    /** The round that was just evaluated, counted from 1. */
    readonly round: number;
    readonly ratings: DimensionRatings;
    readonly isLibrary: boolean;
    /** Dimensions the user limited the audit to; absent = all ten. */
    readonly asked?: readonly Dimension[];
    /** Answers to the three questions; null where they were not asked. */
    readonly answers: QuestionAnswers | null;
    /** Dimensions with a hotspot or a Critical or High finding (AUD-07). */
    readonly alarmingDimensions: readonly Dimension[];
    /** True once the emergency round was run, this one included. */
    readonly emergencyUsed: boolean;
    /** True where the restart after a total failure failed too (AUD-25). */
    readonly huntFailed: boolean;
}
/** How the hunt ended: gaps are `not met`, whatever ended it. */
export interface HuntResult {
    readonly reason: string;
    readonly coverage: DimensionCoverage;
    readonly met: boolean;
    readonly notMet: readonly Dimension[];
}
export type RoundMove = {
    readonly kind: 'next-round';
    readonly reason: string;
    readonly round: number;
    readonly agents: number;
    readonly maxTurns: number;
    /** The gaps; where only questions are open, the alarming dimensions, else every one that applies. Never empty. */
    readonly dimensions: readonly Dimension[];
} | {
    readonly kind: 'emergency';
    readonly reason: string;
    readonly round: number;
    readonly agents: 1;
    readonly maxTurns: number;
    readonly dimensions: readonly Dimension[];
} | ({
    readonly kind: 'converge';
} & HuntResult) | ({
    readonly kind: 'incomplete';
} & HuntResult);
export declare function decideNextRound(state: RoundState): RoundMove;
