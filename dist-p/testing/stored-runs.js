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
/** Stored runs for tests and benchmarks: a real store in a folder of the caller, filled without reviewing anything. */
import { openRunStore } from '../adapters/journal/run-store.js';
const NEVER = new Promise(() => undefined);
export async function fillRunStore(stateDir, runs) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const clock = { now: () => Date.now() };
        const store = __addDisposableResource(env_1, openRunStore({ stateDir, clock }), false);
        for (const { id, report, status = 'finished', exitCode = 0, steps = [], openSteps = [], reason = null, ...said } of runs) {
            const env_2 = { stack: [], error: void 0, hasError: false };
            try {
                const { playbook = 'review', mode = 'review', model = 'embedded' } = report?.run ?? {};
                const run = __addDisposableResource(env_2, store.begin({
                    id,
                    root: '/project',
                    playbook,
                    mode,
                    model,
                    selection: report?.scope.selection ?? 'src',
                    command: { name: playbook, positional: ['src'], flags: {}, cwd: said.root ?? '/project' },
                    settings: {},
                    version: '0.1.0',
                    startedAt: clock.now(),
                    ...said,
                }), false);
                for (const { key, kind, value } of steps)
                    await run.journal.step({ key, kind, mark: key }, async () => value);
                for (const { key, kind } of openSteps)
                    void run.journal.step({ key, kind, mark: key }, () => NEVER).catch(() => 0);
                await new Promise(setImmediate);
                run.end({ status, reason, isDeferred: false, report, exitCode, finishedAt: clock.now() });
            }
            catch (e_1) {
                env_2.error = e_1;
                env_2.hasError = true;
            }
            finally {
                __disposeResources(env_2);
            }
        }
    }
    catch (e_2) {
        env_1.error = e_2;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}
