/**
 * The one retry loop. Before every attempt: the provider's pause, the model's breaker, a slot of the provider, the claim of
 * whoever pays. After it: the outcome is reported, then repeated, put off, handed to the fallback or returned.
 */
import type { ModelCaller, Random } from '../../model-port.ts';
import type { Clock } from '../../ports.ts';
import { type RetryPolicy } from '../../protocol/retry.ts';
import { type BreakerLimits } from './circuit-breaker.ts';
import { type Slot } from './concurrency-limiter.ts';
export interface ModelCallerSettings {
    readonly clock: Clock;
    readonly random: Random;
    readonly policy?: Partial<RetryPolicy>;
    /** Calls at once per provider. Default 8. */
    readonly concurrency?: number;
    readonly breaker?: BreakerLimits;
    /** Who lets calls of a provider through, where others share it. */
    readonly openGate?: (provider: string) => ProviderGate;
}
/** How a provider fares: shared by all models and agents of a run, or of a fleet. */
export interface ProviderGate {
    /** Null where the signal ended the wait. */
    acquire(signal: AbortSignal): Promise<Slot | null>;
    /** Nobody calls before; looked at behind `acquire`. */
    readonly pausedUntilMs: number;
    /** Set by Retry-After; never shortens a pause. */
    pause(untilMs: number): void;
}
export declare function createModelCaller(settings: ModelCallerSettings): ModelCaller;
