import { modeAt, mustAbort } from '../protocol/mode.js';
export function createLedger(budgetTokens, thresholds) {
    let usedTokens = 0;
    let refused = false;
    const ratio = () => (budgetTokens === 0 ? 1 : usedTokens / budgetTokens);
    return {
        budgetTokens,
        get usedTokens() {
            return usedTokens;
        },
        get usageRatio() {
            return ratio();
        },
        get mode() {
            return refused ? 'force_return' : modeAt(ratio(), thresholds);
        },
        get mustAbort() {
            return mustAbort(ratio(), thresholds);
        },
        claim(tokens) {
            if (usedTokens + tokens >= budgetTokens) {
                refused = true;
                return false;
            }
            usedTokens += tokens;
            return true;
        },
    };
}
