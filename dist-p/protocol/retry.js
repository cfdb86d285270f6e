export const DEFAULT_RETRY_POLICY = {
    maxAttempts: 4,
    baseDelayMs: 1000,
    maxDelayMs: 30_000,
    retryAfterCapMs: 60_000,
    maxTotalWaitMs: 300_000,
    malformedRetries: 0,
};
const TRANSIENT = new Set([
    'rate-limited',
    'overloaded',
    'timed-out',
    'stalled',
    'disconnected',
]);
export const isTransient = (outcome) => TRANSIENT.has(outcome.kind);
/** Full jitter: anywhere between now and the doubled delay. `chance` is in [0, 1). */
export const jitterDelay = (attempts, policy, chance) => Math.floor(chance * Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** Math.min(attempts - 1, 30)));
export function decideRetry(outcome, history, policy, chance) {
    const mayRepeat = isTransient(outcome) || (outcome.kind === 'malformed' && history.malformed <= policy.malformedRetries);
    if (!mayRepeat)
        return { kind: 'done' };
    const asked = 'retryAfterMs' in outcome ? outcome.retryAfterMs : null;
    if (asked !== null && asked > policy.retryAfterCapMs)
        return { kind: 'defer', waitMs: asked };
    if (history.attempts >= policy.maxAttempts)
        return { kind: 'give-up' };
    const waitMs = (asked ?? 0) + jitterDelay(asked === null ? history.attempts : 1, policy, chance);
    if (history.waitedMs + waitMs > policy.maxTotalWaitMs)
        return { kind: 'defer', waitMs };
    return { kind: 'retry', waitMs };
}
