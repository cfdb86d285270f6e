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
/** The folder a call names, opened for as long as the call lasts: its settings, its files, its stored index. */
import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { locateGit } from '../adapters/git/locate.js';
import { formatBranch, readRefs } from '../adapters/git/refs.js';
import { openContextStore } from '../context/store/context-store.js';
import { ReviewError } from '../errors.js';
import { loadSettings } from '../settings.js';
/** Before anything in the folder is read. One that does not exist is left to be named as such. */
async function checkConfined(path, confinedTo) {
    if (confinedTo === null)
        return;
    const way = relative(await realpath(confinedTo), await realpath(path).catch(() => path));
    if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) {
        throw new ReviewError('path-outside-root', `this server serves ${confinedTo} alone.`, {
            advice: 'Name a folder in it, or start the server without -C.',
        });
    }
}
async function findBranch(root) {
    const located = await locateGit(root);
    return located.kind === 'none' ? null : formatBranch(await readRefs(located.place));
}
const applyFilter = (rules, { include, exclude, maxFileBytes }) => ({
    ...rules,
    include: include === undefined || include.length === 0 ? rules.include : include,
    exclude: [...rules.exclude, ...(exclude ?? [])],
    maxFileBytes: maxFileBytes ?? rules.maxFileBytes,
});
/** The folder a call names, if this server may serve it. */
export async function resolveFolder(door, path) {
    const folder = resolve(door.workingDirectory, path);
    await checkConfined(folder, door.confinedTo);
    return folder;
}
export async function withProject(door, path, filter, use) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const folder = await resolveFolder(door, path);
        const settings = await loadSettings({
            root: folder,
            selection: { kind: 'all' },
            configPath: null,
            environment: door.environment,
            flags: {},
        });
        const repository = __addDisposableResource(env_1, settings.repository, true);
        const { root } = repository;
        let snapshot = null;
        const open = async () => {
            const opened = await repository.open({ kind: 'all' }, applyFilter(settings.rules, filter));
            for (const warning of opened.warnings)
                door.warn(warning);
            return opened;
        };
        const openSnapshot = () => {
            snapshot ??= open();
            return snapshot;
        };
        const store = __addDisposableResource(env_1, openContextStore({ stateDir: door.stateDir, root }), false);
        const result = await use({ root, branch: await findBranch(root), store, openSnapshot });
        if (store.warning !== null)
            door.warn(store.warning);
        return result;
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
