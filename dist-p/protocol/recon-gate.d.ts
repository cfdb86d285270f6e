/** Whether the reconnaissance of Phase 1 is good enough to hunt on (FACT-03). */
export interface ReconResult {
    readonly modules: readonly string[];
    /** Handlers as `file:line`. */
    readonly entryPoints: readonly string[];
    /** Dependencies as `name:version`. */
    readonly dependencies: readonly string[];
}
export type ReconVerdict = {
    readonly kind: 'accepted';
} | {
    readonly kind: 'retry';
    readonly missing: readonly (keyof ReconResult)[];
} | {
    readonly kind: 'partial_accepted';
    readonly missing: readonly (keyof ReconResult)[];
};
export declare const RECON_RETRIES = 2;
/** `attempts` counts the runs so far, the judged one included. */
export declare function judgeRecon(recon: ReconResult, attempts: number): ReconVerdict;
