/** Stops asking a model that keeps failing: after so many failures in a row it rests, then one call tries it out. */
export const DEFAULT_BREAKER = { failures: 5, cooldownMs: 30_000 };
export function createCircuitBreaker({ failures, cooldownMs }) {
    let failed = 0;
    let restsUntilMs = null;
    let isOnTrial = false;
    return {
        isOpen: () => restsUntilMs !== null,
        enter(nowMs) {
            if (restsUntilMs === null)
                return 0;
            if (nowMs < restsUntilMs)
                return restsUntilMs - nowMs;
            if (isOnTrial)
                return cooldownMs;
            isOnTrial = true;
            return 0;
        },
        record(result, nowMs) {
            isOnTrial = false;
            if (result === 'neutral')
                return;
            failed = result === 'well' ? 0 : failed + 1;
            restsUntilMs = failed >= failures ? nowMs + cooldownMs : null;
        },
    };
}
