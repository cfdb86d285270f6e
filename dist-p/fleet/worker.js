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
/**
 * One worker of a fleet: takes tasks under a lease, shows that it lives, hands out again what dead workers had, and stops work
 * that is no longer its own. Told to end, it takes nothing new, finishes what it can and gives the rest back.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createRunBoard } from '../adapters/postgres/run-board.js';
import { createTaskBoard, LostLease, RUN_TASK } from '../adapters/postgres/task-board.js';
import { createUpkeep } from '../adapters/postgres/upkeep.js';
import { openWorkerQueue } from '../adapters/postgres/work-queue.js';
import { createWorkerRoll } from '../adapters/postgres/worker-roll.js';
import { startHeartbeat } from './heartbeat.js';
import { failTask, finishTask } from './task-result.js';
/** Why a task is stopped, beside the reasons of a run. */
const GIVEN_BACK = 'given-back';
const LOST = 'lost';
/** A promise that is not kept. */
const NEVER = new Promise(() => undefined);
const IDLE_POLL_MS = 50;
export const DEFAULT_PACE = { beatMs: 2000, deadAfterMs: 15_000, drainMs: 25_000 };
/** Resolves when the worker has drained. */
export async function runWorker(options) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { database, self, pace, say, drain } = options;
        const roll = createWorkerRoll(database);
        const bench = new WorkBench(options);
        await roll.enlist(self);
        const _heartbeat = __addDisposableResource(env_1, startHeartbeat({ url: database.url, worker: self.id, everyMs: pace.beatMs }, (error) => say(`warning: the heartbeat has stopped: ${String(error)}`)), true);
        const queue = await openWorkerQueue(database, {
            worker: self.id,
            version: self.version,
            concurrency: { runs: self.concurrency, agents: self.concurrency },
            perform: (runId, task) => bench.perform(runId, task, queue),
        });
        const upkeep = createUpkeep(database);
        const takeOver = async () => {
            const owners = (await queue.listOwners()).filter((id) => id !== self.id);
            const dead = await roll.findDead(pace.deadAfterMs, owners);
            if (dead.length === 0)
                return;
            const count = await queue.recover(dead);
            if (count > 0)
                say(`took over ${countTasks(count)} of ${dead.join(', ')}`);
        };
        const lookAround = async () => {
            await bench.stopLost();
            await takeOver();
            await upkeep.tidy(queue);
        };
        say(`ready on ${database.name}: ${self.concurrency} agents at the same time, version ${self.version}`);
        const hasEnded = new AbortController();
        const looking = repeatUntil(hasEnded.signal, pace.beatMs, lookAround, say);
        await untilAborted(drain);
        say(`draining: nothing new is taken, ${bench.size} running`);
        await roll.setStatus(self.id, 'draining');
        await queue.pause();
        // Runs only wait for their agents; whoever takes them next finds what they have.
        await bench.giveBack(({ task }) => task === RUN_TASK);
        await bench.untilIdle(pace.drainMs);
        await bench.giveBack(() => true);
        await queue.stop();
        hasEnded.abort();
        await looking;
        await roll.setStatus(self.id, 'left');
        say('drained');
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
const countTasks = (count) => `${count} ${count === 1 ? 'task' : 'tasks'}`;
/** What this worker has in hand. */
class WorkBench {
    #options;
    #board;
    #runs;
    #working = new Set();
    constructor(options) {
        this.#options = options;
        this.#board = createTaskBoard(options.database);
        this.#runs = createRunBoard(options.database);
    }
    get size() {
        return this.#working.size;
    }
    async perform(runId, task, queue) {
        const { self, say, perform } = this.#options;
        const taken = await this.#board.take(runId, task, self.id);
        if (taken === null)
            return;
        const work = { lease: taken.lease, stop: new AbortController(), isGivenBack: false };
        this.#working.add(work);
        say(`${runId}: ${task} begun${taken.lease.epoch > 1 ? ` (take ${taken.lease.epoch})` : ''}`);
        const settled = this.#settle(work, () => perform({ ...taken, signal: work.stop.signal, queue })).finally(() => this.#working.delete(work));
        // To the queue a task that was given back has not ended.
        await settled;
        if (work.isGivenBack)
            await NEVER;
    }
    async #settle({ lease, stop }, act) {
        const { say } = this.#options;
        const name = `${lease.runId}: ${lease.task}`;
        try {
            const { result, isFinal } = await act().then((done) => ({ result: finishTask(done.value), isFinal: done.isFinal }), (error) => {
                if (error instanceof LostLease)
                    throw error;
                return { result: failTask(error), isFinal: !stop.signal.aborted };
            });
            if (stop.signal.reason === LOST)
                throw new LostLease(lease);
            await this.#board.finish(lease, result, isFinal);
            say(`${name} ${result.kind === 'done' ? 'done' : `failed: ${result.message}`}`);
        }
        catch (error) {
            if (!(error instanceof LostLease))
                throw error;
            say(`${name} left to another worker`);
        }
    }
    /** At most that long; what was given back is nobody's here. */
    async untilIdle(limitMs) {
        const endAt = performance.now() + limitMs;
        while (performance.now() < endAt && [...this.#working].some(({ isGivenBack }) => !isGivenBack))
            await sleep(IDLE_POLL_MS);
    }
    /** Stops what another worker has by now, and what is to end. */
    async stopLost() {
        const leases = [...this.#working].map(({ lease }) => lease);
        const lost = new Set(await this.#board.findLost(leases));
        const ending = await this.#runs.listStopped([...new Set(leases.map(({ runId }) => runId))]);
        for (const { lease, stop } of this.#working) {
            if (lost.has(lease))
                stop.abort(LOST);
            else if (ending.has(lease.runId))
                stop.abort('interrupt');
        }
    }
    /** From here on nothing is written for them: whoever takes them next begins where the journal ends. */
    async giveBack(isMeant) {
        const given = [...this.#working].filter(({ lease, isGivenBack }) => !isGivenBack && isMeant(lease));
        if (given.length === 0)
            return;
        for (const work of given)
            work.isGivenBack = true;
        await this.#board.release(given.map(({ lease }) => lease));
        for (const { stop } of given)
            stop.abort(GIVEN_BACK);
        this.#options.say(`gave back ${countTasks(given.length)}`);
    }
}
async function repeatUntil(ended, everyMs, act, say) {
    while (!ended.aborted) {
        await act().catch((error) => say(`warning: ${error instanceof Error ? error.message : String(error)}`));
        await pause(everyMs, ended);
    }
}
const pause = (milliseconds, ended) => new Promise((resolve) => {
    const end = () => {
        clearTimeout(timer);
        ended.removeEventListener('abort', end);
        resolve();
    };
    const timer = setTimeout(end, milliseconds);
    ended.addEventListener('abort', end, { once: true });
    if (ended.aborted)
        end();
});
const untilAborted = (signal) => new Promise((resolve) => {
    if (signal.aborted)
        resolve();
    else
        signal.addEventListener('abort', () => resolve(), { once: true });
});
