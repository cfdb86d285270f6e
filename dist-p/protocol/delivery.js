/** Tokens that may still be delivered without pushing usage past the soft stop. */
export const deliverableTokens = (usedTokens, budgetTokens, thresholds) => Math.max(0, Math.floor(budgetTokens * thresholds.highSeverity) - usedTokens);
/** Reserves a text of which each line costs so many tokens. */
export function reserveDelivery(lineTokens, roomTokens) {
    let tokens = 0;
    for (const [lines, cost] of lineTokens.entries()) {
        if (tokens + cost > roomTokens)
            return lines === 0 ? { kind: 'refused' } : { kind: 'cut', lines, tokens };
        tokens += cost;
    }
    return { kind: 'whole', lines: lineTokens.length, tokens };
}
