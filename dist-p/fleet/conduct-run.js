var __addDisposableResource = (this && this.__addDisposableResource) || function (env, value, async) {
    if (value !== null && value !== void 0) {
        if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
        var dispose, inner;
        if (async) {
            if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
            dispose = value[Symbol.asyncDispose];
        }
        if (dispose === void 0) {
            if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
            dispose = value[Symbol.dispose];
            if (async) inner = dispose;
        }
        if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
        if (inner) dispose = function() { try { inner.call(this); } catch (e) { return Promise.reject(e); } };
        env.stack.push({ value: value, dispose: dispose, async: async });
    }
    else if (async) {
        env.stack.push({ async: true });
    }
    return value;
};
var __disposeResources = (this && this.__disposeResources) || (function (SuppressedError) {
    return function (env) {
        function fail(e) {
            env.error = env.hasError ? new SuppressedError(e, env.error, "An error was suppressed during disposal.") : e;
            env.hasError = true;
        }
        var r, s = 0;
        function next() {
            while (r = env.stack.pop()) {
                try {
                    if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
                    if (r.dispose) {
                        var result = r.dispose.call(r.value);
                        if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) { fail(e); return next(); });
                    }
                    else s |= 1;
                }
                catch (e) {
                    fail(e);
                }
            }
            if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
            if (env.hasError) throw env.error;
        }
        return next();
    };
})(typeof SuppressedError === "function" ? SuppressedError : function (error, suppressed, message) {
    var e = new Error(message);
    return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
});
import { openEventWriter } from '../adapters/postgres/event-log.js';
import { createPostgresJournal } from '../adapters/postgres/journal.js';
import { hashBytes } from '../adapters/postgres/packed.js';
import { createTaskBoard } from '../adapters/postgres/task-board.js';
import { createSystemClock } from '../adapters/system.js';
import { runReview } from '../engine/run.js';
import { limitsOf } from '../model-wiring.js';
import { openJournalTape } from '../open-tape.js';
import { createEnginePorts, createReviewRequest, limitTime } from '../wiring.js';
import { createFleetHost } from './fleet-host.js';
import { createGatheredAccount } from './gathered-account.js';
import { WHOLE_SNAPSHOT } from './run-desk.js';
import { watchJournal } from './watch-journal.js';
/** Ids that are the same whoever conducts the run next. */
const createDerivedIds = (runId, seed) => {
    let branches = 0;
    return {
        runId: () => runId,
        branchId: () => {
            branches += 1;
            return `br_${hashBytes(`${seed}/${branches}`).slice(0, 8)}`;
        },
    };
};
/** The same moment for everybody who conducts the run after another. */
const markTime = async (journal, key) => (await journal.step({ key, kind: 'choice', mark: '' }, async () => Date.now())).value;
export async function conductRun(task, desk, site) {
    const { lease, take } = task;
    const abandoned = narrow(task.signal, (reason) => reason !== 'interrupt');
    const journal = watchJournal(createPostgresJournal(site.database, { lease, mayTurn: true }), () => abandoned.abort('lost'));
    const startedAt = await markTime(journal, 'started-at');
    // Who takes a run up again has the whole time again.
    const takenAt = take === 1 ? startedAt : await markTime(journal, `taken-at/${take}`);
    const { deadlineMs } = desk.settings.config;
    const deadlineAt = deadlineMs === null ? null : takenAt + deadlineMs;
    const ended = narrow(task.signal, (reason) => reason === 'interrupt').signal;
    const signal = limitTime(ended, deadlineAt === null ? null : Math.max(0, deadlineAt - Date.now()));
    let isOpen = false;
    const onOpenEnd = () => {
        isOpen = true;
    };
    const report = await runEngine({ task, desk, site, journal, startedAt, deadlineAt, signal, abandoned, onOpenEnd });
    journal.check();
    return { value: report, isFinal: report.complete || !(isOpen || signal.aborted) };
}
async function runEngine(run) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { desk, journal, startedAt, deadlineAt, signal, abandoned, onOpenEnd } = run;
        const { database, environment, version } = run.site;
        const { runId, spec, settings, store, embedded } = desk;
        const { lease, queue, take } = run.task;
        const account = createGatheredAccount(limitsOf(settings.config, spec.playbook === 'audit'));
        const events = __addDisposableResource(env_1, openEventWriter(database, runId, lease.task), true);
        const parts = {
            settings,
            selection: WHOLE_SNAPSHOT,
            environment,
            store,
            tape: openJournalTape({
                run: { id: runId, startedAt, seed: spec.seed, resumed: take - 1 },
                journal,
                clock: createSystemClock(),
                ids: createDerivedIds(runId, spec.seed),
            }),
            emit: (event) => events.write(event),
            signal,
            host: createFleetHost({
                runId,
                take,
                version,
                board: createTaskBoard(database),
                queue,
                account,
                deadlineAt,
                abandoned: abandoned.signal,
                onOpenEnd,
            }),
            shared: { embedded, account },
        };
        if (spec.playbook === 'audit')
            return (await import('./audit-tasks.js')).conductAudit(desk, parts);
        return runReview(createReviewRequest(settings, WHOLE_SNAPSHOT), await createEnginePorts(parts));
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        const result_1 = __disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
/** Fires for some of the reasons for which the signal does. */
function narrow(signal, isMeant) {
    const controller = new AbortController();
    const pass = () => {
        if (isMeant(signal.reason))
            controller.abort(signal.reason);
    };
    if (signal.aborted)
        pass();
    else
        signal.addEventListener('abort', pass, { once: true });
    return controller;
}
