/**
 * One signal out of several. `AbortSignal.any` alone follows its sources only while somebody listens: asked later whether it
 * fired, it has forgotten a source that fired and is gone (Node 24.18 and later), so that a deadline would never be seen.
 */
export declare function joinSignals(signals: readonly AbortSignal[]): AbortSignal;
export declare const untilAborted: (signal: AbortSignal) => Promise<void>;
