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
import { countSteps, RUN_SCHEMA, summarizeRun } from '../protocol/run-summary.js';
import { writeJson } from '../report/json-writer.js';
import { openHistory } from './run-history.js';
import { choosePage, formatTime, pageOf } from './runs-page.js';
import { findRoot } from './state-place.js';
import { isReportFile, readReportFile, readStoredReport } from './stored-report.js';
export async function runRunsShow(terminal, positional, flags) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const history = __addDisposableResource(env_1, openHistory(terminal), false);
        const run = await findStoredRun(history, positional[0] ?? 'latest', findRoot(terminal, flags));
        const document = await describeRun(history, run);
        terminal.stdout.write(await renderRun(document, terminal, flags));
        return EXIT.ok;
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}
async function renderRun(document, terminal, flags) {
    switch (choosePage(terminal, flags)) {
        case 'json':
            return writeJson(document);
        case 'csv':
            return (await import('../report/ledger-table.js')).formatLedgerCsv(document.run.id, document.ledger);
        case 'markdown':
            return (await import('../report/runs-markdown.js')).formatRunMarkdown(document);
        default:
            return (await import('../report/run-terminal.js')).formatRunTerminal(document, pageOf(terminal, flags));
    }
}
async function describeRun(history, run) {
    const [steps, report] = await Promise.all([history.steps(run.id), history.report(run.id)]);
    const { openLedger } = await import('./open-ledger.js');
    return {
        schema: RUN_SCHEMA,
        run: summarizeRun(run, formatTime),
        ledger: await openLedger(history, run.id, steps, report === 'damaged' ? null : report),
        journal: countSteps(steps),
    };
}
export async function runRunsCompare(terminal, positional, flags) {
    const env_2 = { stack: [], error: void 0, hasError: false };
    try {
        const failOn = readFailOn(flags);
        const history = __addDisposableResource(env_2, openHistory(terminal), false);
        const [first = '', second = 'latest'] = positional;
        const root = findRoot(terminal, flags);
        const before = await openReport(terminal, history, first, root);
        const after = await openReport(terminal, history, second, root);
        const [{ compareRuns }, { decideComparisonExit }] = await Promise.all([
            import('../protocol/compare-runs.js'),
            import('../protocol/exit-code.js'),
        ]);
        const comparison = compareRuns(before, after);
        const format = choosePage(terminal, flags);
        terminal.stdout.write(format === 'json'
            ? writeJson(comparison)
            : format === 'markdown'
                ? (await import('../report/comparison-markdown.js')).formatComparisonMarkdown(comparison)
                : (await import('../report/comparison-terminal.js')).formatComparisonTerminal(comparison, pageOf(terminal, flags)));
        const fresh = [...comparison.new, ...comparison.newly_seen].flatMap((entry) => (entry.after ? [entry.after] : []));
        const exit = decideComparisonExit({ before, after, fresh, failOn, allowPartial: flags.allowPartial === true });
        if (exit.code !== EXIT.ok)
            terminal.stderr.write(`exit ${exit.code}: ${exit.reason}\n`);
        return exit.code;
    }
    catch (e_2) {
        env_2.error = e_2;
        env_2.hasError = true;
    }
    finally {
        __disposeResources(env_2);
    }
}
const readFailOn = ({ failOn }) => FAIL_ON_LEVELS.find((level) => level === failOn) ?? 'never';
async function openReport(terminal, history, name, root) {
    if (isReportFile(name))
        return readReportFile(terminal, name);
    const run = await findStoredRun(history, name, root);
    return readStoredReport(history, run);
}
