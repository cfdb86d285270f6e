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
/** What pruning would do, tried on a copy of the file, and the space of forgotten runs given back to the disk. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runStorePath } from './run-database.js';
import { openRunHistory } from './run-store.js';
const BUSY_MILLISECONDS = 20_000;
const withFile = (path, use) => {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const database = __addDisposableResource(env_1, new DatabaseSync(path, { timeout: BUSY_MILLISECONDS }), false);
        return use(database);
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
};
/** The same rules on a copy: what is shown is what would happen. */
export async function previewPrune(path, retention, clock) {
    const stateDir = mkdtempSync(join(tmpdir(), 'consensus-review-prune-'));
    try {
        const env_2 = { stack: [], error: void 0, hasError: false };
        try {
            withFile(path, (database) => database.prepare('VACUUM INTO ?').run(runStorePath(stateDir)));
            const copy = __addDisposableResource(env_2, openRunHistory({ stateDir, clock }), false);
            if (copy === null)
                throw new Error('the copy of the stored runs is missing');
            const before = await copy.list();
            const pruned = await copy.prune(retention);
            const left = new Set((await copy.list()).map(({ id }) => id));
            return { ...pruned, gone: before.filter(({ id }) => !left.has(id)), kept: left.size };
        }
        catch (e_2) {
            env_2.error = e_2;
            env_2.hasError = true;
        }
        finally {
            __disposeResources(env_2);
        }
    }
    finally {
        rmSync(stateDir, { recursive: true, force: true });
    }
}
/** Bytes that went back to the disk. */
export function giveSpaceBack(path) {
    const before = statSync(path).size;
    withFile(path, (database) => database.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)'));
    return Math.max(0, before - statSync(path).size);
}
