/**
 * How many calls of one provider may run at once. Halves when the provider says "too many", once per burst, and grows back
 * by one with every full round of calls that went well. First come, first served.
 */
export type SlotFeedback = 'well' | 'too-many' | 'neutral';
export interface Slot {
    release(feedback: SlotFeedback): void;
}
export interface ConcurrencyLimiter {
    /** Null where the signal ended the wait. */
    acquire(signal: AbortSignal): Promise<Slot | null>;
    readonly limit: () => number;
}
export declare function createConcurrencyLimiter(max: number): ConcurrencyLimiter;
