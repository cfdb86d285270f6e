/**
 * Builds the signals this host emits: a hunt round or review wave is `research`, a deep dive `debug`, validation `testing`,
 * applied fixes `repair`, a whole run `implementer` (HOST-08). Keeps lists short and sentence and fields equal (SIG-06).
 */
import { ReviewError } from '../errors.js';
import { COMPLETE, formatBrief, shortenText, toSignalLine } from './brief.js';
import { CONTEXT_EXHAUSTED_PERCENT, hasWork, toWireSignal, } from './signal.js';
const MAX_ITEMS = 10;
/** In an envelope, whose four paths take the room of the rest. */
const MAX_ENVELOPED_WORK = 4;
const MAX_ITEM_LENGTH = 32;
const MAX_PATHS = 3;
const MAX_PATHS_LENGTH = 120;
const MAX_CAUSES = 3;
const MAX_CAUSE_LENGTH = 60;
export function buildResearchSignal(done) {
    const topicsCompleted = capItems(done.topics).map(String);
    const { findingsTotal, reportsCreated } = done;
    return {
        coordinatorType: 'research',
        ...common(done, {
            coordinatorType: 'research',
            topics: topicsCompleted.length,
            findings: findingsTotal,
            ...tail(done),
        }),
        topicsCompleted,
        findingsTotal,
        reportsCreated,
    };
}
/** The final form is written only if nothing remains (BRIEF-04): a run that a limit stopped is not COMPLETE. */
export function buildImplementerSignal(done) {
    const { waves, tasksCompleted } = done;
    const phasesCompleted = [...new Set(done.phasesCompleted.map(Math.floor))].sort((a, b) => a - b);
    const isFinal = done.isFinal && !hasWork(done.workRemaining);
    const brief = {
        coordinatorType: 'implementer',
        waves,
        phases: phasesCompleted,
        tasks: tasksCompleted,
        isFinal,
        ...tail(done),
    };
    return {
        coordinatorType: 'implementer',
        ...common(done, brief),
        phasesCompleted,
        tasksCompleted,
        artifactsCreated: capPaths(done.artifacts),
    };
}
/** Validation as testing (SIG-16): what could not be decided is neither passed nor failed, but lowers the coverage. */
export function buildTestingSignal(done) {
    const passed = done.confirmed + done.downgraded;
    const decided = passed + done.rejected;
    const all = decided + done.needsManual;
    return {
        coordinatorType: 'testing',
        ...common(done, { coordinatorType: 'testing', suites: done.batches, passed, total: decided, ...tail(done) }),
        testSuitesRun: done.batches,
        testsPassed: passed,
        testsFailed: done.rejected,
        coveragePercent: all === 0 ? 100 : Math.round((decided / all) * 1000) / 10,
    };
}
/** A deep dive edits nothing: the sentence counts the files it examined (SIG-15). */
export function buildDebugSignal(done) {
    const { issuesDebugged, filesExamined } = done;
    return {
        coordinatorType: 'debug',
        ...common(done, { coordinatorType: 'debug', issues: issuesDebugged, files: filesExamined, ...tail(done) }),
        issuesDebugged,
        filesModified: 0,
        rootCauses: done.rootCauses.slice(0, MAX_CAUSES).map((cause) => shortenText(toSignalLine(cause), MAX_CAUSE_LENGTH)),
        filesExamined,
    };
}
export function buildRepairSignal(done) {
    const { instancesFixed, filesModified, validationStatus } = done;
    const patternName = shortenText(toSignalLine(done.patternName), MAX_CAUSE_LENGTH);
    const brief = {
        coordinatorType: 'repair',
        instances: instancesFixed,
        pattern: patternName,
        files: filesModified,
        ...tail(done),
    };
    return {
        coordinatorType: 'repair',
        ...common(done, brief),
        instancesFixed,
        patternName,
        filesModified,
        validationStatus,
    };
}
const tail = ({ usagePercent, next }) => ({ usagePercent, next: next.trim() === '' ? COMPLETE : next });
function common(done, brief) {
    const formatted = formatBrief(brief);
    if (formatted.kind === 'unwritable')
        throw new ReviewError('internal', `summary_brief: ${formatted.message}`);
    return {
        summaryBrief: formatted.text,
        workRemaining: hasWork(done.workRemaining) && done.workRemaining !== 0 ? capItems(done.workRemaining) : 0,
        contextExhausted: done.usagePercent >= CONTEXT_EXHAUSTED_PERCENT,
        contextUsagePercent: done.usagePercent,
        requiresContinuation: done.requiresContinuation,
    };
}
/** At most so many short items; where more there were, the last one says how many. */
function capItems(items, most = MAX_ITEMS) {
    const short = items.map((item) => typeof item === 'number' ? item : shortenText(toSignalLine(item), MAX_ITEM_LENGTH));
    if (short.length <= most)
        return short;
    const kept = most - 1;
    return [...short.slice(0, kept), `and_${short.length - kept}_more`];
}
/** A whole run's signal under its wire names; in its envelope where the run keeps files (SIGNAL-11, SIG-19). */
export function wrapRunSignal(signal, files) {
    if (files === null)
        return toWireSignal(signal);
    const { workRemaining } = signal;
    const capped = workRemaining === 0 ? 0 : capItems(workRemaining, MAX_ENVELOPED_WORK);
    return toWireSignal({ ...signal, workRemaining: capped }, {
        planFile: files.planFile,
        topicPath: files.folder,
        summaryPath: files.summaryFile,
        checkpointPath: files.checkpointFile,
        stuckDetected: files.isStuck,
    });
}
/** The first always, the next two while the paths stay short together: the manifest names the rest. */
function capPaths(paths) {
    let length = 0;
    return paths.slice(0, MAX_PATHS).filter((path, at) => {
        length += path.length;
        return at === 0 || length <= MAX_PATHS_LENGTH;
    });
}
/** floor(100 × used / allowance), 0..100 (SIG-14). Without an allowance anything used is all of it. */
export function contextUsagePercent(used, allowance) {
    if (allowance <= 0)
        return used > 0 ? 100 : 0;
    return Math.max(0, Math.min(100, Math.floor((100 * used) / allowance)));
}
/** The highest share, where `--max-tokens` or `--max-cost` stand beside the agents' budgets (SIG-14). */
export const highestUsagePercent = (shares) => Math.max(0, ...shares.map(({ used, allowance }) => contextUsagePercent(used, allowance)));
