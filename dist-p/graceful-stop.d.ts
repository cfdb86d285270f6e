/**
 * What the first Ctrl-C does: no further call of a model is made, those in flight may end and are kept, then the run stops. The
 * wait is bounded; where nothing is in flight there is none. Knows nothing of the engine.
 */
import type { Model } from './model-port.ts';
export interface GracefulStop {
    /** Fires, with the reason of the interruption, when the run has to end. */
    readonly signal: AbortSignal;
    /** The same model, which is not asked any more once the user has interrupted. */
    guard(model: Model): Model;
}
export interface StopTerms {
    /** How long calls in flight may take. */
    readonly graceMs: number;
    /** How long an agent may take to hear the last answer before it is stopped. */
    readonly hearMs?: number;
}
export declare function createGracefulStop(interrupt: AbortSignal, { graceMs, hearMs }: StopTerms): GracefulStop;
