/** How long an agent may take before the host goes on without it (AUD-19). */
export const AGENT_TIMEOUT_MS = { review: 300_000, audit: 900_000 } as const;
