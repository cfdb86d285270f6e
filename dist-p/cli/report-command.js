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
import { EXIT } from '../errors.js';
import { findStoredRun } from '../find-stored-run.js';
import { FAIL_ON_LEVELS } from '../protocol/exit-code.js';
import { endRun } from './end-run.js';
import { chooseFormat, probeOutputs, readFileOutputs, readFormat, writeOutputs } from './outputs.js';
import { renderFor } from './render-output.js';
import { openHistory } from './run-history.js';
import { findRoot } from './state-place.js';
import { readStoredReport } from './stored-report.js';
export async function runReportCommand(terminal, positional, flags) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const outputs = readFileOutputs(flags);
        const format = readFormat(flags);
        const history = __addDisposableResource(env_1, openHistory(terminal), false);
        const run = await findStoredRun(history, positional[0] ?? 'latest', findRoot(terminal, flags));
        const report = await readStoredReport(history, run);
        await probeOutputs(terminal, outputs);
        await printReport(terminal, flags, report, { run, format, outputs });
        sayState(terminal, run);
        return endReport(terminal, flags, report, run);
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}
async function printReport(terminal, flags, report, { run, format, outputs }) {
    const render = renderFor(report, terminal, flags, run.version);
    terminal.stdout.write(render.forScreen(chooseFormat(format, terminal)));
    await writeOutputs(terminal, outputs, render.forFile);
}
/** A partial report must not be taken for the whole. */
function sayState({ stderr }, { id, status, reason }) {
    if (status === 'finished')
        return;
    const why = reason === null ? '' : ` (${reason})`;
    const way = status === 'interrupted' ? `; go on with it: consensus-review resume ${id}` : '';
    stderr.write(`${id} is ${status}${why}: this is what it has so far${way}\n`);
}
/** As the run ended, unless the caller has another limit in mind. */
async function endReport(terminal, flags, report, run) {
    const asked = FAIL_ON_LEVELS.find((level) => level === flags.failOn);
    const isAsked = asked !== undefined || flags.allowPartial === true;
    if (!isAsked && run.status === 'finished' && run.exitCode !== null) {
        if (run.exitCode !== EXIT.ok)
            terminal.stderr.write(`exit ${run.exitCode}: as the run ended\n`);
        return run.exitCode;
    }
    const quiet = { ...terminal, interrupt: new AbortController().signal };
    return endRun(quiet, report, { failOn: asked ?? 'veto', allowPartial: flags.allowPartial === true }, null);
}
