/**
 * How long an agent may take before the host goes on without it (AUD-19). Embedded reviewers wait for nobody, so theirs only
 * guards against an analyzer that never ends. Agents of a host wait for a person, too: they have a day.
 */
export const AGENT_TIMEOUT_MS = { review: 300_000, audit: 900_000, embedded: 1_800_000, host: 86_400_000 } as const;
