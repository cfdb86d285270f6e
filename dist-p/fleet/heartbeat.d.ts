export interface HeartbeatFacts {
    readonly url: string;
    readonly worker: string;
    readonly everyMs: number;
}
/** Beats until it is disposed of. */
export declare function startHeartbeat(facts: HeartbeatFacts, onFailure: (error: unknown) => void): AsyncDisposable;
