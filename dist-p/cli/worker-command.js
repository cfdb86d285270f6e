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
/** `worker`: works at runs that others submit to a database, until it is told to end. Says on stderr what it does. */
import { nameDatabase, openDatabase } from '../adapters/postgres/database.js';
import { EXIT, ReviewError } from '../errors.js';
import { runFleetWorker } from '../fleet/fleet-worker.js';
import { DEFAULT_PACE } from '../fleet/worker.js';
import { parseDuration } from '../protocol/duration.js';
import { readVersion } from './version.js';
const DEFAULT_CONCURRENCY = 4;
const MAX_CONCURRENCY = 64;
/** A worker waits for its database as long as it takes to mend one. */
const PATIENCE_MS = 3_600_000;
export async function runWorkerCommand(terminal, _positional, flags) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const url = readUrl(flags.database);
        const concurrency = readConcurrency(flags.concurrency);
        const limits = readLimits(flags.limit);
        const drainMs = readDrain(flags.drain);
        const say = (line) => {
            if (flags.quiet !== true)
                terminal.stderr.write(`${new Date().toISOString()} ${line}\n`);
        };
        const database = __addDisposableResource(env_1, openDatabase({
            url,
            maxConnections: Math.min(20, 4 + concurrency),
            patienceMs: PATIENCE_MS,
            onAway: (isAway) => say(isAway ? 'warning: the database is away; waiting for it' : 'the database is back'),
        }), true);
        await runFleetWorker({
            database,
            environment: terminal.environment,
            version: readVersion(),
            concurrency,
            limits,
            pace: { ...DEFAULT_PACE, drainMs },
            say,
            drain: drainSignal(terminal.interrupt),
        });
        return EXIT.ok;
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
/** Ctrl-C and SIGTERM drain alike. */
function drainSignal(interrupt) {
    const terminated = new AbortController();
    process.once('SIGTERM', () => terminated.abort());
    return AbortSignal.any([interrupt, terminated.signal]);
}
function readUrl(value) {
    if (typeof value !== 'string')
        throw new ReviewError('bad-value', 'worker: --database URL is missing.');
    nameDatabase(value);
    return value;
}
function readConcurrency(value) {
    if (value === undefined)
        return DEFAULT_CONCURRENCY;
    const number = Number(value);
    if (!Number.isInteger(number) || number < 1 || number > MAX_CONCURRENCY)
        throw new ReviewError('bad-value', `--concurrency ${String(value)}: expected a number from 1 to ${MAX_CONCURRENCY}.`);
    return number;
}
function readDrain(value) {
    if (value === undefined)
        return DEFAULT_PACE.drainMs;
    const milliseconds = parseDuration(String(value));
    if (milliseconds === null)
        throw new ReviewError('bad-value', `--drain ${String(value)}: expected 30s, 5m or 1h.`);
    return milliseconds;
}
/** `anthropic=8` or `anthropic=8,2.5/s` or `anthropic=8,50/m`. */
function readLimits(value) {
    return (Array.isArray(value) ? value : []).map((given) => {
        const match = /^(?<provider>[a-z][a-z0-9-]*)=(?<calls>\d+)(?:,(?<rate>\d+(?:\.\d+)?)\/(?<unit>[sm]))?$/u.exec(String(given));
        const { provider = '', calls = '', rate, unit } = match?.groups ?? {};
        const concurrency = Number(calls);
        const perSecond = rate === undefined ? null : Number(rate) / (unit === 'm' ? 60 : 1);
        if (match === null || concurrency < 1 || perSecond === 0)
            throw new ReviewError('bad-value', `--limit ${String(given)}: expected PROVIDER=CALLS or PROVIDER=CALLS,RATE/s (or /m).`);
        return { provider, concurrency, perSecond };
    });
}
