/** The return signals of an audit: one per round, one for the deep dive, one for validation, one for the run (HOST-08). */
import { listGaps } from '../../protocol/gaps.js';
import { composeAuditSignal, composeDeepDiveSignal, composeHuntSignal, composeValidationSignal, } from '../../protocol/signal-audit.js';
export const composeAuditSignals = (parts, outcome) => [
    ...parts.state.signals,
    composeRunSignal(parts, outcome),
];
export function composeRoundSignal(state, { round, evaluation, move }, usage) {
    const hunts = state.hunts.filter((hunt) => hunt.round === round);
    return composeHuntSignal({
        mode: state.plan.mode,
        usage,
        dimensions: [...new Set(hunts.flatMap(({ dimensions }) => dimensions))],
        findings: hunts.flatMap(({ findings }) => findings).length,
        reports: hunts.filter(({ result }) => result.ending === 'replied' && result.output.truncation !== 'severe').length,
        gaps: evaluation.gaps,
        decision: move.kind,
    });
}
export function composeDiveSignal(state, dive, usage) {
    return composeDeepDiveSignal({
        mode: state.plan.mode,
        usage,
        followed: dive.flows.size,
        filesExamined: dive.filesExamined,
        rootCauses: dive.chains.map(({ title }) => title),
        open: [...dive.verdict.withoutFlow, ...dive.openHotspots.map(({ file, lines }) => `${file}:${lines.start}`)],
    });
}
export function composeCheckSignal(state, validation, usage) {
    const count = (...verdicts) => validation.findings.filter(({ verdict }) => verdicts.includes(verdict)).length;
    return composeValidationSignal({
        mode: state.plan.mode,
        usage,
        batches: validation.batches.length,
        confirmed: count('confirmed', 'accepted'),
        downgraded: count('downgraded'),
        rejected: count('rejected'),
        undecided: validation.findings
            .filter(({ verdict }) => verdict === 'undecided')
            .map(({ candidate }) => candidate.id),
    });
}
function composeRunSignal({ state, dive, validation, facts }, outcome) {
    return composeAuditSignal({
        mode: state.plan.mode,
        usage: facts.shares,
        rounds: state.rounds.length,
        phases: [1, 2, ...(dive === null ? [] : [3]), ...(validation === null ? [] : [4]), 5],
        tasks: state.hunts.length + (dive === null ? 0 : 1) + (validation?.batches.length ?? 0),
        remaining: listGaps(outcome.coverage),
        complete: outcome.complete,
        files: null,
    });
}
