/**
 * What brief summaries save against full ones: the formula, a running total, and the hint for summaries that waste it.
 * Works on given token counts; never counts tokens itself (REDUCE-01, REDUCE-05..08, SIG-06).
 */
import { BRIEF_LIMIT, BRIEF_TEMPLATES, countCodePoints } from './brief.js';
/** Percent saved, unrounded; null where there is no full summary to compare with. */
export const contextReductionPercent = (briefTokens, fullTokens) => fullTokens > 0 ? (1 - briefTokens / fullTokens) * 100 : null;
export const EMPTY_REDUCTION = {
    iterations: 0,
    briefTokens: 0,
    fullTokens: 0,
    savedTokens: 0,
    reductionPercent: null,
};
/** The running total of an orchestrator after one more iteration. */
export function addIteration(total, briefTokens, fullTokens) {
    const brief = total.briefTokens + briefTokens;
    const full = total.fullTokens + fullTokens;
    return {
        iterations: total.iterations + 1,
        briefTokens: brief,
        fullTokens: full,
        savedTokens: full - brief,
        reductionPercent: contextReductionPercent(brief, full),
    };
}
/** Advice for a summary above the limit; empty for one within it. */
export function hintVerboseSummary(summary, type) {
    if (countCodePoints(summary) <= BRIEF_LIMIT)
        return [];
    const template = BRIEF_TEMPLATES[type ?? 'implementer'];
    return [`a verbose summary costs several times the tokens of the standard form: write \`${template}\``];
}
