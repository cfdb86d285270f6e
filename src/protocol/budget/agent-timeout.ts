/**
 * How long an agent may take before the host goes on without it (AUD-19). Embedded reviewers wait for nobody, so theirs only
 * guards against an analyzer that never ends.
 */
export const AGENT_TIMEOUT_MS = { review: 300_000, audit: 900_000, embedded: 1_800_000 } as const;
