const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
/** Unknown parts of the input count as none: then all of it is charged at the full price. */
const readPart = (value) => value === undefined || value === null ? 0 : isCount(value) ? value : null;
/** `hasOutput` says whether anything was written: output of 0 tokens is then a figure nobody filled in. */
export function readUsage(reported, hasOutput) {
    const { inputTokens, outputTokens } = reported;
    const cachedInputTokens = readPart(reported.cachedInputTokens);
    const cacheWriteInputTokens = readPart(reported.cacheWriteInputTokens);
    if (!isCount(inputTokens) || !isCount(outputTokens) || cachedInputTokens === null || cacheWriteInputTokens === null)
        return null;
    if (inputTokens === 0 || (hasOutput && outputTokens === 0))
        return null;
    if (cachedInputTokens + cacheWriteInputTokens > inputTokens)
        return null;
    return { inputTokens, cachedInputTokens, cacheWriteInputTokens, outputTokens, isEstimated: false };
}
/** The most a call that broke off can have cost, where the provider had already counted the input. */
export function boundUsage(reported, maxOutputTokens) {
    const usage = readUsage({ ...reported, outputTokens: maxOutputTokens }, true);
    return usage === null ? null : { ...usage, isEstimated: true };
}
