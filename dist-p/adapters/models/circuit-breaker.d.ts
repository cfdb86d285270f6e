/** Stops asking a model that keeps failing: after so many failures in a row it rests, then one call tries it out. */
export interface BreakerLimits {
    readonly failures: number;
    readonly cooldownMs: number;
}
export declare const DEFAULT_BREAKER: BreakerLimits;
export interface CircuitBreaker {
    /** 0 where a call may be made now, else how long to wait before asking again. Admits one trial after the rest. */
    enter(nowMs: number): number;
    /** `neutral` endings say nothing about the model's health. */
    record(result: 'well' | 'failed' | 'neutral', nowMs: number): void;
    readonly isOpen: () => boolean;
}
export declare function createCircuitBreaker({ failures, cooldownMs }: BreakerLimits): CircuitBreaker;
