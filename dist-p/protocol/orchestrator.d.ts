/**
 * The orchestrator's loop over return signals: after each coordinator output, go on, end or halt, and why.
 * Steers by the signal alone; the full summary is for debugging and errors (PARSE-07, COMPLY-10..15, SIG-07, SIG-08).
 */
import { type SignalCore, type SignalFields } from './signal.ts';
export interface LoopLimits {
    readonly checkpointPercent: number;
    readonly haltPercent: number;
    readonly maxIterations: number;
}
export declare const DEFAULT_LOOP_LIMITS: LoopLimits;
export interface LoopState {
    readonly iterations: number;
    readonly lastWork: string | null;
    readonly lastProgress: number;
    /** Iterations in a row that changed nothing. */
    readonly unchanged: number;
}
export declare const START_OF_LOOP: LoopState;
type HaltReason = 'context-exhausted' | 'context-limit' | 'stuck' | 'max-iterations' | 'no-signal' | 'broken-signal';
interface LoopStep {
    readonly state: LoopState;
    /** Lines for the progress log: the brief, never the full summary. */
    readonly log: readonly string[];
    readonly warnings: readonly string[];
}
export type LoopDecision = LoopStep & ({
    readonly kind: 'continue';
    readonly checkpoint: boolean;
} | {
    readonly kind: 'complete';
} | {
    readonly kind: 'halt';
    readonly reason: HaltReason;
});
export interface LoopSignal extends SignalCore {
    /** The host's own count of delivered lines and decided cells, where it has one. */
    readonly progress?: number;
    /** As the coordinator's envelope says. */
    readonly stuckDetected?: boolean;
}
/** A decision and what could be read of the signal it rests on; null where there was none. */
export type FollowedOutput = LoopDecision & {
    readonly fields: SignalFields | null;
};
/** One coordinator output: its signal read leniently, each mended field a warning (SIG-04). */
export declare function followOutput(state: LoopState, output: string, limits?: LoopLimits): FollowedOutput;
/** A limit forces the end even if the coordinator wants to go on. */
export declare function decideContinuation(state: LoopState, signal: LoopSignal, limits: LoopLimits): LoopDecision;
/** The progress log of one iteration, by its continuation flag (PARSE-07). */
export declare function formatProgress(signal: SignalCore): readonly string[];
/** The full summary is opened for debugging, or where the signal could not steer the loop (COMPLY-15). */
export declare const needsFullSummary: (decision: LoopDecision, isDebugging: boolean) => boolean;
export {};
