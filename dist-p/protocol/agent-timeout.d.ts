/**
 * How long an agent may take before the host goes on without it (AUD-19). Embedded reviewers wait for nobody, so theirs only
 * guards against an analyzer that never ends.
 */
export declare const AGENT_TIMEOUT_MS: {
    readonly review: 300000;
    readonly audit: 900000;
    readonly embedded: 1800000;
};
