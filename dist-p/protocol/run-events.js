export const EVENTS_SCHEMA = 'consensus-review/events@1';
const SILENT = {
    interruptedAgents: [],
    gaps: [],
    coverageRatio: null,
    isMet: null,
    unsearched: null,
    allTraced: null,
    combinations: null,
};
/** The steps an evaluation took, in the order in which it took them (EVALUATE-01). */
export const evaluationEvents = (round, evaluation) => evaluation.steps.map((step) => {
    const event = { kind: 'evaluation', round, step, ...SILENT };
    if (step === 'detect-truncation')
        return { ...event, interruptedAgents: evaluation.interruptedAgents };
    if (step === 'rate-coverage')
        return { ...event, gaps: evaluation.gaps, coverageRatio: evaluation.ratio, isMet: evaluation.met };
    return { ...event, ...evaluation.answers };
});
const toSnake = (name) => name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
export function toEventDocument({ kind, ...fields }) {
    const wire = Object.entries(fields).map(([name, value]) => [toSnake(name), value]);
    return { event: kind, ...Object.fromEntries(wire) };
}
