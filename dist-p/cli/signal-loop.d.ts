/**
 * The orchestrator at work: runs a coordinator again and again, steered by its return signals alone. Effects are arguments;
 * the full summary is opened once at the end, and only for debugging or after an error (COMPLY-10..16, SIG-07, SIG-08).
 */
import type { ProgramEnd } from '../adapters/analyzers/external-process.ts';
import { type LoopLimits } from '../protocol/orchestrator.ts';
import { type ReductionTotal } from '../protocol/reduction.ts';
import type { SignalFields } from '../protocol/signal.ts';
/** What a coordinator learns of the iteration before. */
export interface IterationContext {
    readonly iteration: number;
    /** The last signal; null at the start. */
    readonly last: SignalFields | null;
    /** Its usage reached the mark at which a checkpoint is due. */
    readonly isCheckpointDue: boolean;
}
export interface LoopPorts {
    readonly runIteration: (context: IterationContext) => Promise<ProgramEnd>;
    /** Tokens of the full summary by its size, without opening it; null where it is out of reach. */
    readonly sizeSummary: (path: string) => number | null;
    readonly readSummary: (path: string) => Promise<SummaryRead>;
    readonly countTokens: (text: string) => number;
    readonly log: (line: string) => void;
    readonly warn: (line: string) => void;
    readonly interrupt: AbortSignal;
}
export type SummaryRead = {
    readonly kind: 'text';
    readonly text: string;
} | {
    readonly kind: 'refused';
    readonly reason: string;
};
export interface LoopOptions {
    readonly limits: LoopLimits;
    readonly isDebugging: boolean;
}
export interface LoopOutcome {
    /** `halted`: a limit; `failed`: nothing to steer by. */
    readonly kind: 'complete' | 'halted' | 'failed' | 'interrupted';
    readonly reason: string;
    readonly iterations: number;
    readonly last: SignalFields | null;
    /** Signals against what an orchestrator without them would read. */
    readonly reduction: ReductionTotal;
    /** True where a full size is known by the size of a file alone. */
    readonly isEstimated: boolean;
    readonly summary: (SummaryRead & {
        readonly path: string;
    }) | null;
}
export declare function runSignalLoop(ports: LoopPorts, options: LoopOptions): Promise<LoopOutcome>;
