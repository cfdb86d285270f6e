export const NO_USAGE = {
    calls: 0,
    inputTokens: 0,
    cachedInputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    estimatedCalls: 0,
    unpricedCalls: 0,
    reusedCalls: 0,
    repeatedCalls: 0,
};
const SUM_NAMES = Object.keys(NO_USAGE);
export const addSums = (a, b) => Object.fromEntries(SUM_NAMES.map((name) => [name, a[name] + b[name]]));
/** One call; `usd` is null where nobody knows the price. */
export const sumCall = (usage, usd) => ({
    ...NO_USAGE,
    calls: 1,
    inputTokens: usage.inputTokens,
    cachedInputTokens: usage.cachedInputTokens,
    outputTokens: usage.outputTokens,
    costUsd: usd ?? 0,
    estimatedCalls: usage.isEstimated ? 1 : 0,
    unpricedCalls: usd === null ? 1 : 0,
});
const compareText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const addTo = (entries, { agent, model }, more) => {
    const key = JSON.stringify([agent, model]);
    return new Map(entries).set(key, { agent, model, ...addSums(entries.get(key) ?? NO_USAGE, more) });
};
export function createUsageBook() {
    let entries = new Map();
    let sums = NO_USAGE;
    return {
        add(by, more) {
            entries = addTo(entries, by, more);
            sums = addSums(sums, more);
        },
        read(open = []) {
            const all = open.reduce((sum, [by, more]) => addTo(sum, by, more), entries);
            return {
                ...open.reduce((sum, [, more]) => addSums(sum, more), sums),
                entries: [...all.values()].sort((a, b) => compareText(a.agent, b.agent) || compareText(a.model, b.model)),
            };
        },
        get sums() {
            return sums;
        },
    };
}
