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
import { createSharedAccount } from '../adapters/postgres/shared-account.js';
import { createRandomIds, createSystemClock } from '../adapters/system.js';
import { runAgent } from '../engine/agent-run.js';
import { ReviewError } from '../errors.js';
import { openJournalTape } from '../open-tape.js';
import { createRunAccount } from '../protocol/run-account.js';
import { createEnginePorts, createReviewRequest, limitTime, usesModels } from '../wiring.js';
import { agentTaskSchema } from './agent-task.js';
import { fromPortable, toPortable } from './portable.js';
import { createDeskIndex, fromShelf, WHOLE_SNAPSHOT } from './run-desk.js';
import { watchJournal } from './watch-journal.js';
export async function performAgent(task, desk, site) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { kind, input, deadlineAt } = agentTaskSchema.parse(task.payload);
        const { database, environment, openGate } = site;
        const { settings, store, embedded, runId, spec } = desk;
        const { lease, take } = task;
        const lost = new AbortController();
        const journal = watchJournal(createPostgresJournal(database, { lease, mayTurn: true }), () => lost.abort('lost'));
        const account = openAccount(task, desk, site);
        const clock = createSystemClock();
        const ended = AbortSignal.any([task.signal, lost.signal]);
        const signal = limitTime(ended, deadlineAt === null ? null : Math.max(0, deadlineAt - clock.now()));
        const events = __addDisposableResource(env_1, openEventWriter(database, runId, lease.task), true);
        const parts = {
            settings,
            selection: WHOLE_SNAPSHOT,
            environment,
            store,
            tape: openJournalTape({
                run: { id: runId, startedAt: clock.now(), seed: spec.seed, resumed: take - 1 },
                journal,
                clock,
                ids: createRandomIds(clock),
            }),
            emit: (event) => events.write(event),
            signal,
            shared: { embedded, account, openGate },
        };
        const asked = fromPortable(input);
        const done = kind === 'review'
            ? { value: await reviewAs(asked, desk, parts), usedTokens: 0 }
            : await (await import('./audit-tasks.js')).performAuditTask(kind, asked, desk, parts);
        journal.check();
        const isFinal = !(signal.aborted || journal.hasDeferred);
        const { entries } = account.usage;
        const spending = { usage: { entries: [...entries] }, isSpent: account.isSpent };
        const value = { value: toPortable(done.value), isFinal, usedTokens: done.usedTokens, spending };
        return { value, isFinal };
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
/** Where a limit is set all agents of the run are held to it together; else each only counts. */
function openAccount({ lease }, { settings }, { database }) {
    const { maxTokens, maxCostUsd } = settings.config;
    return maxTokens === null && maxCostUsd === null
        ? createRunAccount({ maxTokens, maxCostUsd, reservedTokens: 0 })
        : createSharedAccount(database, lease);
}
async function reviewAs(input, desk, parts) {
    const { assignment, label, driver: name } = input;
    const ports = await createEnginePorts(parts);
    const request = createReviewRequest(desk.settings, WHOLE_SNAPSHOT);
    const driver = ports.driversFor(assignment.reviewer).find((each) => each.name === name);
    if (driver === undefined)
        throw new ReviewError('internal', `${label} has no driver ${name} on this worker`);
    const { thresholds, agentTimeoutMs: timeoutMs } = request;
    return runAgent(assignment, { ...ports, label, driver, snapshot: await openSnapshot(desk), thresholds, timeoutMs });
}
/** The files, searchable where an agent may search them. */
function openSnapshot(desk) {
    const { repository, rules } = desk.settings;
    return fromShelf(desk, 'snapshot', async () => {
        const snapshot = await repository.open(WHOLE_SNAPSHOT, rules);
        if (usesModels(desk.settings))
            await exhaust(createDeskIndex(desk).measure(snapshot, snapshot.entries()));
        return snapshot;
    });
}
async function exhaust(entries) {
    const iterator = entries[Symbol.asyncIterator]();
    while ((await iterator.next()).done !== true)
        ;
}
