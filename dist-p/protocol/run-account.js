/**
 * Tokens and money of a whole run: before every call its worst case is claimed, afterwards what the provider says is booked.
 * What nobody can tell is booked as claimed and marked; nothing is ever booked as 0 (HOST-01, cost control).
 */
import { costUsd, worstCostUsd } from './model-prices.js';
import { createUsageBook, NO_USAGE, sumCall } from './usage-book.js';
const NOBODY = { agent: 'unknown', model: 'unknown' };
const listShares = ({ maxTokens, maxCostUsd }, used) => [
    ...(maxTokens === null ? [] : [{ used: used.inputTokens + used.outputTokens, allowance: maxTokens }]),
    ...(maxCostUsd === null ? [] : [{ used: used.costUsd, allowance: maxCostUsd }]),
];
const worstOf = ({ inputTokens, outputTokens, isTail = false }, price) => ({
    isTail,
    tokens: inputTokens + outputTokens,
    usd: price === null ? 0 : worstCostUsd(inputTokens, outputTokens, price),
});
export function createRunAccount(limits) {
    const book = createUsageBook();
    const open = new Set();
    let claimedTokens = 0;
    let claimedUsd = 0;
    let isSpent = false;
    const waiting = [];
    const fits = (tokens, usd, isTail) => {
        const { maxTokens, maxCostUsd, reservedTokens, reservedUsd = 0 } = limits;
        const used = book.sums.inputTokens + book.sums.outputTokens;
        if (maxTokens !== null && used + tokens > maxTokens - (isTail ? 0 : reservedTokens))
            return false;
        return maxCostUsd === null || book.sums.costUsd + usd <= maxCostUsd - (isTail ? 0 : reservedUsd);
    };
    const openClaim = (worst, price, worstUsd) => {
        const tokens = worst.inputTokens + worst.outputTokens;
        claimedTokens += tokens;
        claimedUsd += worstUsd;
        const { inputTokens, outputTokens, by = NOBODY } = worst;
        const asClaimed = { inputTokens, outputTokens, cachedInputTokens: 0, cacheWriteInputTokens: 0, isEstimated: true };
        const entry = { by, usage: asClaimed, usd: price === null ? null : worstUsd };
        open.add(entry);
        const close = () => {
            if (!open.delete(entry))
                return false;
            claimedTokens -= tokens;
            claimedUsd -= worstUsd;
            for (const wake of waiting.splice(0))
                wake();
            return true;
        };
        return {
            settle(said) {
                if (!close())
                    return;
                book.add(by, sumCall(said ?? asClaimed, said === null || price === null ? entry.usd : costUsd(said, price)));
            },
            release: () => void close(),
        };
    };
    return {
        get usage() {
            return book.read([...open].map(({ by, usage, usd }) => [by, sumCall(usage, usd)]));
        },
        hasTail: limits.reservedTokens > 0 || (limits.reservedUsd ?? 0) > 0,
        get isSpent() {
            return isSpent;
        },
        get shares() {
            return listShares(limits, book.sums);
        },
        claim(worst, price) {
            const { tokens, usd, isTail } = worstOf(worst, price);
            if (fits(claimedTokens + tokens, claimedUsd + usd, isTail))
                return openClaim(worst, price, usd);
            isSpent ||= !fits(tokens, usd, isTail);
            return null;
        },
        noteReused(by) {
            book.add(by, { ...NO_USAGE, reusedCalls: 1 });
        },
        bookLost(worst, price) {
            openClaim(worst, price, worstOf(worst, price).usd).settle(null);
            book.add(worst.by ?? NOBODY, { ...NO_USAGE, repeatedCalls: 1 });
        },
        untilRoom(worst, price) {
            const { tokens, usd, isTail } = worstOf(worst, price);
            if (open.size === 0 || !fits(tokens, usd, isTail))
                return null;
            return new Promise((resolve) => waiting.push(resolve));
        },
    };
}
