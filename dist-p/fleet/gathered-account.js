import { createUsageBook } from '../protocol/usage-book.js';
export function createGatheredAccount(limits) {
    const { maxTokens, maxCostUsd, reservedTokens, reservedUsd = 0 } = limits;
    const book = createUsageBook();
    let isSpent = false;
    return {
        add(spending) {
            for (const { agent, model, ...sums } of spending.usage.entries)
                book.add({ agent, model }, sums);
            isSpent ||= spending.isSpent;
        },
        get usage() {
            return book.read();
        },
        get isSpent() {
            return isSpent;
        },
        get shares() {
            const { inputTokens, outputTokens, costUsd } = book.sums;
            return [
                ...(maxTokens === null ? [] : [{ used: inputTokens + outputTokens, allowance: maxTokens }]),
                ...(maxCostUsd === null ? [] : [{ used: costUsd, allowance: maxCostUsd }]),
            ];
        },
        hasTail: reservedTokens > 0 || reservedUsd > 0,
        // Whoever conducts a run calls nobody.
        claim: () => null,
        untilRoom: () => null,
        bookLost: () => undefined,
        noteReused: () => undefined,
    };
}
