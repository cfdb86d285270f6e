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
/** A run handed to the fleet: files first, then what is asked, then its place in the queue. Answers before anybody works at it. */
import { randomBytes } from 'node:crypto';
import { createRunBoard } from '../adapters/postgres/run-board.js';
import { migrate } from '../adapters/postgres/schema.js';
import { createSnapshotStore, DEFAULT_SNAPSHOT_LIMITS, readSettingsOf, } from '../adapters/postgres/snapshot-store.js';
import { RUN_TASK } from '../adapters/postgres/task-board.js';
import { openWorkQueue } from '../adapters/postgres/work-queue.js';
import { createWorkerRoll } from '../adapters/postgres/worker-roll.js';
import { createRandomIds, createSystemClock } from '../adapters/system.js';
import { limitsOf } from '../model-wiring.js';
import { GUIDANCE_FILES } from '../wiring.js';
import { composeSpec } from './run-spec.js';
import { DEFAULT_PACE } from './worker.js';
export async function submitRun(database, submission) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { playbook, settings, selection, version } = submission;
        const spec = composeSpec({ ...submission, seed: randomBytes(32).toString('hex') });
        const runId = createRandomIds(createSystemClock()).runId();
        await migrate(database);
        const queue = __addDisposableResource(env_1, await openWorkQueue(database), true);
        const opened = await settings.repository.open(selection, settings.rules);
        const guidance = await readSettingsOf(GUIDANCE_FILES, (name) => settings.repository.readSettings(name, selection));
        const snapshot = await createSnapshotStore(database).send(opened, guidance, DEFAULT_SNAPSHOT_LIMITS);
        const { maxTokens, maxCostUsd } = settings.config;
        await createRunBoard(database).submit({
            id: runId,
            playbook,
            version,
            spec,
            snapshotId: snapshot.id,
            account: maxTokens === null && maxCostUsd === null ? null : limitsOf(settings.config, playbook === 'audit'),
        });
        await queue.enqueue({ lane: 'runs', runId, task: RUN_TASK, take: 1, version });
        return { runId, snapshot, workers: await countReady(database, version) };
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
export async function countReady(database, version) {
    const workers = await createWorkerRoll(database).listReady(DEFAULT_PACE.deadAfterMs);
    const ready = workers.filter((worker) => worker.version === version).length;
    return { version, ready, strangers: workers.length - ready };
}
