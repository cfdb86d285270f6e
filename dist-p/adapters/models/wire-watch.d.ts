/**
 * Watches one HTTP exchange: silence on the wire ends it, so does an answer without end, and the status and headers are
 * kept. Bytes count, not parts: a provider that thinks in silence sends pings. No redirect is followed, for keys travel in
 * headers that a redirect would carry to a stranger.
 */
export declare class ResponseTooLarge extends Error {
    readonly name = "ResponseTooLarge";
}
export interface WireWatch {
    readonly fetch: typeof globalThis.fetch;
    readonly signal: AbortSignal;
    /** Null until the provider answered. */
    readonly status: () => number | null;
    readonly headers: () => Readonly<Record<string, string>>;
    /** True once the request may have reached the provider. */
    readonly wasSent: () => boolean;
    readonly isStalled: () => boolean;
    /** Ends the timer and lets go of the caller's signal. */
    stop(): void;
}
export interface WireWatchOptions {
    readonly idleTimeoutMs: number;
    readonly signal: AbortSignal;
    readonly fetch: typeof globalThis.fetch;
    readonly maxResponseBytes?: number;
}
export declare function createWireWatch(options: WireWatchOptions): WireWatch;
