/**
 * The return signals of an audit: a hunt round is `research`, the deep dive `debug`, validation `testing`, the whole audit
 * `implementer` (HOST-08, SIG-15..17). Each from the few facts its phase knows when it is over; nothing is guessed.
 */
import { AUDIT_MODE_PROFILES } from './audit-mode.js';
import { toWireSignal } from './signal.js';
import { buildDebugSignal, buildImplementerSignal, buildResearchSignal, buildTestingSignal, highestUsagePercent, wrapRunSignal, } from './signal-build.js';
const listOrZero = (items) => items.length === 0 ? 0 : items;
export function composeHuntSignal(done) {
    const goesOn = done.decision === 'next-round' || done.decision === 'emergency';
    const after = AUDIT_MODE_PROFILES[done.mode].fullProtocol ? 'Deep dive' : 'Report';
    return toWireSignal(buildResearchSignal({
        topics: done.dimensions,
        findingsTotal: done.findings,
        reportsCreated: done.reports,
        usagePercent: highestUsagePercent(done.usage),
        workRemaining: listOrZero(done.gaps),
        requiresContinuation: goesOn,
        next: done.decision === 'emergency' ? 'Emergency round' : goesOn ? 'Next round' : after,
    }));
}
export const composeDeepDiveSignal = (done) => toWireSignal(buildDebugSignal({
    issuesDebugged: done.followed,
    filesExamined: done.filesExamined,
    rootCauses: done.rootCauses,
    usagePercent: highestUsagePercent(done.usage),
    workRemaining: listOrZero(done.open),
    requiresContinuation: false,
    next: 'Validation',
}));
export const composeValidationSignal = (done) => toWireSignal(buildTestingSignal({
    batches: done.batches,
    confirmed: done.confirmed,
    downgraded: done.downgraded,
    rejected: done.rejected,
    needsManual: done.undecided.length,
    usagePercent: highestUsagePercent(done.usage),
    workRemaining: listOrZero(done.undecided),
    requiresContinuation: false,
    next: 'Report',
}));
export function composeAuditSignal(done) {
    const signal = buildImplementerSignal({
        waves: { first: 1, last: Math.max(1, done.rounds) },
        phasesCompleted: done.phases,
        tasksCompleted: done.tasks,
        artifacts: done.files?.artifacts ?? [],
        usagePercent: highestUsagePercent(done.usage),
        workRemaining: done.complete ? 0 : listOrZero(done.remaining),
        requiresContinuation: false,
        isFinal: done.complete,
        next: done.complete ? 'COMPLETE' : 'Audit uncovered cells',
    });
    return wrapRunSignal(signal, done.files);
}
