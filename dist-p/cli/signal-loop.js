import { followOutput, needsFullSummary, START_OF_LOOP, } from '../protocol/orchestrator.js';
import { addIteration, EMPTY_REDUCTION } from '../protocol/reduction.js';
import { formatFields } from '../protocol/signal-text.js';
const START = {
    state: START_OF_LOOP,
    last: null,
    isCheckpointDue: false,
    reduction: EMPTY_REDUCTION,
    isEstimated: false,
};
export async function runSignalLoop(ports, options) {
    let progress = START;
    for (;;) {
        const { last, isCheckpointDue } = progress;
        const end = await ports.runIteration({ iteration: progress.state.iterations + 1, last, isCheckpointDue });
        const stop = judgeEnd(end, ports);
        if (stop !== null)
            return conclude(progress, { ...stop, wantsSummary: stop.kind === 'failed' }, ports, options);
        const { stdout, exitCode } = end;
        const decision = followOutput(progress.state, stdout, options.limits);
        progress = advance(progress, decision, stdout, ports);
        if (exitCode !== 0)
            ports.warn(`the program ended with exit ${exitCode ?? 'by a signal'}`);
        for (const warning of decision.warnings)
            ports.warn(warning);
        for (const line of decision.log)
            ports.log(line);
        if (decision.kind === 'continue') {
            if (decision.checkpoint)
                ports.log(describeCheckpoint(decision.fields, options.limits));
            continue;
        }
        return conclude(progress, endOf(decision), ports, options);
    }
}
/** A program that gave no output to follow; null for one that did. */
function judgeEnd(end, { interrupt }) {
    if (interrupt.aborted)
        return { kind: 'interrupted', reason: 'interrupted' };
    if (end.kind === 'ended')
        return null;
    const what = end.kind === 'stopped' ? 'the program was stopped' : 'the program could not be started';
    return { kind: 'failed', reason: `${what}: ${end.reason}` };
}
const HALTED = {
    'context-exhausted': 'the context is exhausted',
    'context-limit': 'the context usage reached the limit',
    stuck: 'iterations changed nothing',
    'max-iterations': 'the limit of iterations is reached',
    'no-signal': 'the output holds no signal',
    'broken-signal': 'the signal cannot be read',
};
function endOf(decision) {
    if (decision.kind === 'complete')
        return { kind: 'complete', reason: 'no continuation is required', wantsSummary: false };
    const wantsSummary = needsFullSummary(decision, false);
    return { kind: wantsSummary ? 'failed' : 'halted', reason: HALTED[decision.reason], wantsSummary };
}
function advance(progress, decision, stdout, ports) {
    const { fields } = decision;
    const isCheckpointDue = decision.kind === 'continue' && decision.checkpoint;
    const { state } = decision;
    if (fields === null)
        return { ...progress, state, isCheckpointDue };
    if (needsFullSummary(decision, false))
        return { ...progress, state, isCheckpointDue, last: fields };
    const path = fields.summary_path;
    const summaryTokens = typeof path === 'string' ? ports.sizeSummary(path) : null;
    const signalTokens = ports.countTokens(`${formatFields(fields).join('\n')}\n`);
    const fullTokens = summaryTokens ?? ports.countTokens(stdout);
    return {
        state,
        last: fields,
        isCheckpointDue,
        reduction: addIteration(progress.reduction, signalTokens, fullTokens),
        isEstimated: progress.isEstimated || summaryTokens !== null,
    };
}
function describeCheckpoint(fields, { checkpointPercent }) {
    const path = fields?.checkpoint_path;
    return `Checkpoint: the context usage reached ${checkpointPercent}%${typeof path === 'string' ? `; see ${path}` : ''}`;
}
async function conclude({ state, last, reduction, isEstimated }, { kind, reason, wantsSummary }, ports, { isDebugging }) {
    const path = last?.summary_path;
    const isAsked = (wantsSummary || isDebugging) && kind !== 'interrupted' && typeof path === 'string';
    const summary = isAsked ? { ...(await ports.readSummary(path)), path } : null;
    return { kind, reason, iterations: state.iterations, last, reduction, isEstimated, summary };
}
