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
/** `doctor`: what is installed, configured and reachable. Reads only; a configured model gets one tiny call. Invalid: exit 2. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { EXIT, ReviewError } from '../errors.js';
import { loadCliSettings } from './load-settings.js';
import { createPalette } from './palette.js';
import { wantsColor } from './terminal-taste.js';
import { readVersion } from './version.js';
/** Programs that a reviewer can use when they are on the PATH, and what for. */
const PROGRAMS = [
    ['git', 'change scopes: branch, staged, commit, range'],
];
export async function runDoctorCommand(terminal, _positional, flags) {
    const checks = [
        { name: 'consensus-review', status: 'ok', detail: `${readVersion()} on Node ${process.versions.node}` },
        ...(await Promise.all(PROGRAMS.map((program) => checkProgram(terminal, ...program)))),
        ...(await checkAnalyzers()),
        ...(await checkSettings(terminal, flags)),
    ];
    if (flags.format === 'json')
        terminal.stdout.write(`${JSON.stringify({ checks }, null, 2)}\n`);
    else
        terminal.stdout.write(formatChecks(checks, createPalette(wantsColor(terminal, flags))));
    return checks.some((check) => check.status === 'error') ? EXIT.usage : EXIT.ok;
}
async function checkProgram({ environment }, name, purpose) {
    for (const folder of (environment.PATH ?? '').split(delimiter).filter((part) => part.length > 0)) {
        const path = join(folder, name);
        const found = await access(path, constants.X_OK).then(() => true, () => false);
        if (found)
            return { name, status: 'ok', detail: `${path} (${purpose})` };
    }
    return { name, status: 'absent', detail: `not on the PATH; without it: no ${purpose}` };
}
async function checkAnalyzers() {
    const { createAnalyzers } = await import('../wiring.js');
    return (await createAnalyzers()).map((analyzer) => ({
        name: `analyzer ${analyzer.name}`,
        status: 'ok',
        detail: `${analyzer.version ?? 'built in'}, for ${analyzer.reviewers.join(', ')}`,
    }));
}
/** Programs of others: which version is there, or why none. */
async function checkExternal(settings, signal) {
    const { createAdvisories, createExternalAnalyzers } = await import('../wiring.js');
    const advisories = await createAdvisories(settings);
    const detail = advisories.absence ?? `known vulnerabilities from ${settings.config.advisoryDatabase}`;
    const external = (await createExternalAnalyzers(settings)).map(async (analyzer) => {
        const version = analyzer.absence === null ? await analyzer.probeVersion(signal) : null;
        const found = `${version ?? 'installed, version unknown'}, for ${analyzer.reviewers.join(', ')}`;
        const name = `analyzer ${analyzer.name}`;
        return analyzer.absence === null
            ? { name, status: 'ok', detail: found }
            : { name, status: 'absent', detail: analyzer.absence };
    });
    const known = { name: 'analyzer advisories', status: advisories.absence === null ? 'ok' : 'absent', detail };
    return [known, ...(await Promise.all(external))];
}
async function checkSettings(terminal, flags) {
    try {
        const env_1 = { stack: [], error: void 0, hasError: false };
        try {
            const settings = await loadCliSettings(terminal, flags, { kind: 'all' });
            const _repository = __addDisposableResource(env_1, settings.repository, true);
            const custom = settings.customReviewers.map((reviewer) => reviewer.name);
            const reviewers = custom.length === 0 ? '' : `; custom reviewers: ${custom.join(', ')}`;
            const detail = `${settings.configPath ?? 'defaults (no file)'}${reviewers}`;
            const { checkModels } = await import('./check-models.js');
            return [
                ...(await checkExternal(settings, terminal.interrupt)),
                { name: 'configuration', status: 'ok', detail },
                ...(await checkModels(settings, terminal)),
            ];
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
    catch (error) {
        if (!(error instanceof ReviewError))
            throw error;
        return [{ name: 'configuration', status: 'error', detail: `${error.detail} ${error.advice}` }];
    }
}
function formatChecks(checks, palette) {
    const width = Math.max(...checks.map((check) => check.name.length));
    const marks = { ok: palette.green('✓'), absent: palette.yellow('–'), error: palette.red('✗') };
    return checks.map((check) => `${marks[check.status]} ${check.name.padEnd(width)}  ${check.detail}\n`).join('');
}
