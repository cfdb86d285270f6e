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
/** `index`: measures a folder, makes it searchable and says what it found (CONTEXT-01). */
import { stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { loadCliSettings } from './load-settings.js';
import { refreshIndex } from './refresh-index.js';
/** A path in the root is a part of it; a folder elsewhere is a root of its own. */
async function findTarget(terminal, path, flags) {
    const root = resolve(terminal.workingDirectory, typeof flags.C === 'string' ? flags.C : '.');
    if (path === undefined)
        return { root, selection: { kind: 'all' } };
    const full = resolve(root, path);
    const inside = relative(root, full);
    if (inside === '')
        return { root, selection: { kind: 'all' } };
    const isElsewhere = inside.startsWith('..') || isAbsolute(inside);
    const isFolder = (await stat(full).catch(() => null))?.isDirectory() ?? false;
    if (isElsewhere && isFolder)
        return { root: full, selection: { kind: 'all' } };
    return { root, selection: { kind: 'paths', patterns: [path] } };
}
const toPage = ({ branch, files, ignored }, path) => ({
    path,
    branch,
    files_indexed: files.length,
    total_tokens: files.reduce((sum, { tokens }) => sum + tokens, 0),
    files: files.map(({ path: file, tokens, loc, language }) => ({ path: file, tokens, loc, language })),
    ignored: ignored.map(({ path: file, reason }) => ({ path: file, reason })),
});
export async function runIndexCommand(terminal, positional, flags) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { root, selection } = await findTarget(terminal, positional[0], flags);
        const settings = await loadCliSettings(terminal, { ...flags, C: root }, selection);
        const _repository = __addDisposableResource(env_1, settings.repository, true);
        const index = __addDisposableResource(env_1, await refreshIndex(terminal, settings, selection, flags), false);
        const path = selection.kind === 'paths' ? resolve(settings.repository.root, positional[0] ?? '.') : settings.repository.root;
        const page = toPage(index, path);
        const { format } = settings.config;
        terminal.stdout.write(format === 'json'
            ? `${JSON.stringify(page, null, 2)}\n`
            : (await import('./index-page.js')).renderIndexPage(page, format, terminal, flags));
        return index.exit;
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
