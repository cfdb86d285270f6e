import { toWireSignal } from '../protocol/signal.js';
import { buildImplementerSignal, buildResearchSignal, highestUsagePercent, wrapRunSignal, } from '../protocol/signal-build.js';
import { estimateWaves } from '../protocol/waves.js';
import { planWave } from './plan-wave.js';
import { queueOf, totalOf } from './review-state.js';
const REVIEW_PHASES = [1, 2, 3, 4];
/** The signal of the last wave of the state. */
export function composeWaveSignal(state, { goesOn, usage }) {
    const wave = state.waves.length;
    const runs = state.runs.filter((run) => run.wave === wave);
    return toWireSignal(buildResearchSignal({
        topics: [...new Set(runs.map((run) => run.agent))],
        findingsTotal: runs.reduce((sum, run) => sum + run.findings.length, 0),
        reportsCreated: runs.length,
        usagePercent: highestUsagePercent(usage),
        workRemaining: listOwing(state),
        requiresContinuation: goesOn,
        next: goesOn ? `Wave ${wave + 1}` : 'Report',
    }));
}
export function composeRunSignal(state, { complete, usage, files }) {
    const signal = buildImplementerSignal({
        waves: { first: 1, last: state.waves.length },
        phasesCompleted: REVIEW_PHASES,
        tasksCompleted: state.runs.length,
        artifacts: files?.artifacts ?? [],
        usagePercent: highestUsagePercent(usage),
        workRemaining: complete ? 0 : listOwing(state),
        requiresContinuation: false,
        isFinal: complete,
        next: complete ? 'COMPLETE' : 'Review skipped files',
    });
    return wrapRunSignal(signal, files);
}
/**
 * What was used of the budgets of the waves done and, where another follows, of those planned; beside it the limits of
 * the run (SIG-14).
 */
export function measureUsage(state, goesOn, request, { driversFor, account }) {
    const used = state.runs.reduce((sum, run) => sum + run.usedTokens, 0);
    const done = state.waves.reduce((sum, wave) => sum + wave.budgetTokens, 0);
    const planned = goesOn ? budgetPlanned(state, request, driversFor) : 0;
    return [{ used, allowance: done + planned }, ...(account?.shares ?? [])];
}
/** Budgets of the waves that are left, at the terms of the next one. */
function budgetPlanned(state, request, driversFor) {
    const next = planWave(state, state.waves.length + 1, request, driversFor);
    const mostWaves = request.waves === 'auto' ? Number.POSITIVE_INFINITY : request.waves - state.waves.length;
    return next.tasks.reduce((sum, task) => {
        const { budgetTokens } = task;
        const { hasContext } = task.driver;
        const queue = queueOf(task, state, hasContext);
        const waves = estimateWaves(queue, { budgetTokens, isolation: next.record.isolation, hasContext });
        return sum + budgetTokens * Math.min(waves, mostWaves);
    }, 0);
}
/** Agents with files they have not reviewed. */
function listOwing(state) {
    const owing = state.survey.reviewers.filter((reviewer) => totalOf(reviewer, state).skippedFiles.length > 0);
    return owing.length === 0 ? 0 : owing.map((reviewer) => reviewer.name);
}
