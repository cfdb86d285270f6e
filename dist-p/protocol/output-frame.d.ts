/**
 * Cuts an agent's text, as it arrives, into the parts that carry a result: JSON in prose, and blocks between markers
 * (HOST-03, REV-23, TRUNC-07). A marker is a whole line from its first column; anything else that looks like one is data.
 */
import type { EmitFinding, ResultPart } from './agent-claims.ts';
import { type Checkpoint } from './checkpoint.ts';
/** A result that did not get its end, whatever its own brackets say. */
export declare const cutPart: (part: ResultPart) => ResultPart;
export interface FrameOptions {
    /** Only the end marker that carries it ends a block. */
    readonly nonce: string | null;
    readonly emit: EmitFinding;
}
export interface FrameReading {
    /** JSON outside markers. */
    readonly loose: readonly ResultPart[];
    /** Marked blocks. */
    readonly framed: readonly ResultPart[];
    readonly checkpoints: readonly Checkpoint[];
}
export declare class OutputFrames {
    #private;
    constructor(options: FrameOptions);
    push(chunk: string): void;
    end(): FrameReading;
}
