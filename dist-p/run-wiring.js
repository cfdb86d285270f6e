/**
 * Keeps runs: begins them in the run store or takes an interrupted one over, hands their effects to the journal, and writes
 * how they ended. Where nothing can be kept the run goes on and says so.
 */
import { realpath } from 'node:fs/promises';
import { openRunHistory, openRunStore } from './adapters/journal/run-store.js';
import { createRandomIds, createSystemClock } from './adapters/system.js';
import { EXIT, ReviewError } from './errors.js';
import { findStoredRun } from './find-stored-run.js';
import { openJournalTape } from './open-tape.js';
import { joinSignals } from './protocol/join-signals.js';
import { DEFAULT_RETENTION } from './protocol/stored-run.js';
import { describeRun, requireSame } from './run-facts.js';
const SELECTION = { key: 'selection', kind: 'choice', mark: '' };
/** By id or the beginning of one; without one the newest run of that folder that can go on. */
export async function claimRun(place, id, folder) {
    const root = await realpath(folder).catch((error) => {
        throw new ReviewError('root-not-found', `${folder}.`, { cause: error });
    });
    const store = openRunHistory({ ...place, clock: createSystemClock() });
    try {
        const found = store === null ? null : await findRun(store, id, root);
        if (store === null || found === null)
            throw noRun(id, root);
        const run = store.claim(found.id);
        const recorded = (await store.value(found.id, SELECTION));
        return { store, run, selection: recorded ?? null };
    }
    catch (error) {
        store?.[Symbol.dispose]();
        throw error;
    }
}
/** Gives a run back that was taken over and did not go on; nothing where it did. */
export function releaseRun({ run, store }) {
    run.release();
    store[Symbol.dispose]();
}
/** Without a name a run that is under way is found last: whoever claims it hears who has it. */
async function findRun(store, id, root) {
    if (id !== null)
        return findStoredRun(store, id, root);
    const runs = await store.list({ root });
    const newest = (...statuses) => runs.find(({ status }) => statuses.includes(status));
    return newest('interrupted', 'failed') ?? newest('running') ?? null;
}
const noRun = (id, root) => id === null
    ? new ReviewError('no-run', `no run of ${root} was interrupted.`, {
        advice: 'Name a run: `consensus-review resume RUN`; `consensus-review runs list` shows them.',
    })
    : new ReviewError('no-run', `${id} is not among the stored runs.`);
export async function keepRun(request) {
    const { place, claimed, signal } = request;
    if (place === null)
        return passingRun(signal, []);
    const facts = await describeRun(request);
    if (claimed !== null)
        return continueRun(claimed, facts, request);
    try {
        const clock = createSystemClock();
        const store = openRunStore({ ...place, clock });
        const startedAt = clock.now();
        const { chooseId = createRandomIds({ ...clock, now: () => startedAt }).runId } = place;
        const run = store.begin({ ...facts, id: chooseId(), startedAt });
        return continueRun({ store, run, selection: null }, facts, request);
    }
    catch (error) {
        const reason = error instanceof ReviewError ? error.detail.replace(/\.$/u, '') : String(error);
        return passingRun(signal, [`the run is not kept and cannot be resumed (${reason})`]);
    }
}
const passingRun = (signal, warnings) => ({
    id: null,
    tape: null,
    signal,
    warnings: () => warnings,
    check: (report) => report,
    end: async () => null,
    fail: async (error) => ({ error, canResume: false }),
});
async function continueRun({ store, run }, facts, request) {
    const stopped = request.signal;
    const fault = new AbortController();
    const watched = watchJournal(run.journal, (error) => fault.abort(error));
    const signal = joinSignals([stopped, fault.signal]);
    if (signal.aborted)
        run.journal.close();
    signal.addEventListener('abort', () => run.journal.close(), { once: true });
    const notices = [];
    const close = async () => {
        notices.push(...(await letGo(store)));
        store[Symbol.dispose]();
    };
    const clock = createSystemClock();
    try {
        if (run.resumed > 0)
            requireSame(run, facts);
        await watched.journal.step(SELECTION, async () => request.selection);
    }
    catch (error) {
        run.release();
        await close();
        throw error;
    }
    return {
        id: run.id,
        tape: openJournalTape({ run, journal: watched.journal, clock, ids: createRandomIds(clock) }),
        signal,
        warnings: () => [...(run.resumed > 0 ? [] : store.warnings), ...run.warnings, ...notices],
        check(report) {
            if (fault.signal.aborted)
                throw fault.signal.reason;
            return report;
        },
        async end(report, exitCode) {
            const isStopped = stopped.aborted || exitCode === EXIT.interrupted;
            const reason = nameOpenEnd(report, isStopped ? stopped.reason : null, watched.deferredUntil());
            run.end({
                status: reason === null ? 'finished' : 'interrupted',
                reason,
                isDeferred: watched.deferredUntil() !== null,
                report,
                exitCode,
                finishedAt: Date.parse(report.run.finished_at),
            });
            await close();
            return reason;
        },
        async fail(error) {
            const cause = fault.signal.aborted ? fault.signal.reason : error;
            const canResume = endFailed(run, cause, {
                isStopped: stopped.aborted,
                now: clock.now(),
            });
            await close();
            return { error: cause, canResume };
        },
    };
}
/** Why a run with a report is not over; null where it is. `stop` is null where nobody stopped it. */
function nameOpenEnd(report, stop, deferredUntil) {
    if (report.complete)
        return null;
    if (stop !== null)
        return stop === 'deadline' ? 'the time was over (--deadline)' : 'it was interrupted';
    return deferredUntil === null
        ? null
        : `a provider asked not to be called before ${new Date(deferredUntil).toISOString()}`;
}
/** A mistake of the call leaves nothing behind; whatever was interrupted or broke can be resumed. */
function endFailed(run, error, { isStopped, now }) {
    const isMistake = error instanceof ReviewError && (error.exit === EXIT.usage || error.exit === EXIT.emptyScope);
    if (isMistake && !isStopped) {
        if (run.resumed > 0)
            run.release();
        else
            run.discard();
        return false;
    }
    const reason = isStopped ? 'it was interrupted' : error instanceof Error ? error.message : String(error);
    const status = isStopped ? 'interrupted' : 'failed';
    const exitCode = isStopped ? EXIT.interrupted : EXIT.failed;
    return run.end({ status, reason, isDeferred: false, report: null, exitCode, finishedAt: now });
}
/** Keeps the store within its bounds, and says what that took; where it fails now it is done another time. */
async function letGo(store) {
    const { maxAgeDays, maxRuns, maxBytes } = DEFAULT_RETENTION;
    const { runs } = await store.prune(DEFAULT_RETENTION).catch(() => ({ runs: 0 }));
    const bounds = `${maxAgeDays} days, ${maxRuns} runs or ${maxBytes / 2 ** 20} MB`;
    return runs === 0 ? [] : [`${runs} stored ${runs === 1 ? 'run was' : 'runs were'} let go: beyond ${bounds}`];
}
/** Hears what a driver would take for a failed call: the run cannot go on, or has to go on later. */
function watchJournal(journal, onFault) {
    let until = null;
    const note = ({ result }) => {
        if (result.kind === 'deferred')
            until = Math.max(until ?? 0, result.resumeAtMs);
    };
    return {
        deferredUntil: () => until,
        journal: {
            async step(step, effect) {
                try {
                    const kept = await journal.step(step, effect);
                    if (step.kind === 'call')
                        note(kept.value);
                    return kept;
                }
                catch (error) {
                    if (error instanceof ReviewError && (error.code === 'stale-run' || error.code === 'run-busy'))
                        onFault(error);
                    throw error;
                }
            },
        },
    };
}
