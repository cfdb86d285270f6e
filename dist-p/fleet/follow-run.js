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
/** Follows a run of the fleet: its events as they happen, then its report. Whoever stops following does not stop the run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { readEvents } from '../adapters/postgres/event-log.js';
import { createRunBoard } from '../adapters/postgres/run-board.js';
import { migrate } from '../adapters/postgres/schema.js';
import { createTaskBoard, RUN_TASK } from '../adapters/postgres/task-board.js';
import { openWorkQueue } from '../adapters/postgres/work-queue.js';
import { createWorkerRoll } from '../adapters/postgres/worker-roll.js';
import { ReviewError } from '../errors.js';
import { reportSchema } from '../protocol/report-schema.js';
import { parseSpec } from './run-spec.js';
import { readResult } from './task-result.js';
import { DEFAULT_PACE } from './worker.js';
const POLL_MS = 150;
const LONGEST_POLL_MS = 1000;
const eventSchema = z.looseObject({ kind: z.string() });
export async function findFleetRun(database, id) {
    await migrate(database);
    const run = await createRunBoard(database).find(id);
    if (run === null)
        throw new ReviewError('no-run', `${id} is not on ${database.name}.`, {
            advice: 'Check the id and the database; ended runs are kept for a week.',
        });
    return { id, version: run.version, config: parseSpec(run.spec).config };
}
/** Puts an interrupted run back into the queue; false where it goes on or has ended. */
export async function takeUpRun(database, { id, version }) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const take = await createRunBoard(database).reopen(id);
        if (take === null)
            return false;
        const queue = __addDisposableResource(env_1, await openWorkQueue(database), true);
        await queue.enqueue({ lane: 'runs', runId: id, task: RUN_TASK, take, version });
        return true;
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
/** Throws ReviewError as a run on this machine would, and the reason of the interruption where nobody is there to end the run. */
export async function followRun(database, runId, follower) {
    const runs = createRunBoard(database);
    const board = createTaskBoard(database);
    let seen = 0;
    let hasAsked = false;
    const tell = async () => {
        const events = await readEvents(database, runId, seen);
        for (const { seq, body } of events) {
            seen = seq;
            const event = eventSchema.safeParse(JSON.parse(body));
            if (event.success)
                follower.emit(event.data);
        }
        return events.length;
    };
    for (let pauseMs = POLL_MS;; pauseMs = Math.min(LONGEST_POLL_MS, pauseMs * 1.1)) {
        const result = (await board.results(runId, [RUN_TASK])).get(RUN_TASK);
        while ((await tell()) > 0)
            pauseMs = POLL_MS;
        if (result !== undefined)
            return { report: readReport(result), isOpen: (await runs.find(runId))?.status === 'interrupted' };
        if (follower.interrupt.aborted && !hasAsked) {
            hasAsked = true;
            await runs.stop(runId);
            const workers = await createWorkerRoll(database).listReady(DEFAULT_PACE.deadAfterMs);
            if (workers.length === 0)
                throw follower.interrupt.reason;
        }
        await sleep(pauseMs);
    }
}
/** Checked, and given on as it was written: the order of its keys is part of it. */
function readReport(result) {
    const value = readResult(z.unknown(), result);
    const parsed = reportSchema.safeParse(value);
    if (parsed.success)
        return value;
    const [issue] = parsed.error.issues;
    throw new ReviewError('no-database', `the report in the database is damaged: ${issue?.path.join('.')}: ${issue?.message}.`);
}
