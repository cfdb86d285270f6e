/** The four steps of a validation (FACT-08): their names, their line `1:pass(why) 2:fail(why)`, and which of them are open. */
/** What a step asks, in the words of the report. */
export const STEP_NAMES = {
    1: 'flow',
    2: 'defences',
    3: 'reach',
    4: 'impact',
};
const STEP = /(?<step>[1-4])\s*:\s*(?<result>pass|fail|uncertain)\s*(?:\((?<reason>[^()]*(?:\([^()]*\)[^()]*)*)\))?/giu;
/** Steps as somebody wrote them, in their order; words that are no step are left aside. */
export const parseSteps = (text) => [...text.matchAll(STEP)].map(({ groups = {} }) => ({
    step: Number(groups.step),
    result: (groups.result ?? '').toLowerCase(),
    reason: groups.reason ?? null,
}));
/** Brackets inside a reason are made square, so that it reads back as it was written. */
export const formatSteps = (steps) => steps.map(({ step, result, reason }) => `${step}:${result}(${toBracketed(reason ?? '')})`).join(' ');
const toBracketed = (text) => text.replaceAll('(', '[').replaceAll(')', ']').replaceAll('\n', ' ');
/** Steps that were asked for and did not pass, or were not answered. */
export const listOpenSteps = (asked, said) => asked.filter((step) => said.findLast((one) => one.step === step)?.result !== 'pass');
