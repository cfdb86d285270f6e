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
/** `plan`: everything up to dispatch with the same selector as the run, and nothing after it. */
import { setFlagsFromString } from 'node:v8';
import { readAuditFlags, scopeOfCells } from '../audit-flags.js';
import { createAuditPlanPorts, createAuditRequest } from '../audit-wiring.js';
import { planAuditDocument } from '../engine/audit/plan-document.js';
import { planReview } from '../engine/plan-review.js';
import { EXIT } from '../errors.js';
import { renderPlan } from '../report/formats.js';
import { addPlanReuse, createPlanPorts, createReviewRequest } from '../wiring.js';
import { watchIndex } from './index-progress.js';
import { loadCliSettings } from './load-settings.js';
import { openReuse, warnOfReuse } from './open-reuse.js';
import { openStore, warnOfStore } from './open-store.js';
import { chooseFormat, probeOutputs, readFileOutputs, writeOutputs } from './outputs.js';
import { readSelection } from './selection.js';
import { wantsColor } from './terminal-taste.js';
export async function runPlanCommand(terminal, positional, flags) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const outputs = readFileOutputs(flags);
        await probeOutputs(terminal, outputs);
        // Half the memory of a large plan would be a young generation grown for records that are kept anyway.
        setFlagsFromString('--semi-space-growth-factor=1');
        const isAudit = positional[0] === 'audit';
        const selection = await readSelection(terminal, dropPlaybook(positional), scopeOfCells(flags, dropPlaybook(positional)));
        const settings = await loadCliSettings(terminal, flags, selection);
        const _repository = __addDisposableResource(env_1, settings.repository, true);
        const store = __addDisposableResource(env_1, await openStore(terminal, settings.repository), false);
        const reuse = __addDisposableResource(env_1, isAudit ? null : await openReuse(terminal, flags, settings), false);
        const created = await addPlanReuse(createPlanPorts(settings, store), settings, selection, reuse?.reuse ?? null);
        const ports = { ...created, index: watchIndex(created.index, terminal, flags) };
        const plan = isAudit
            ? await planAuditDocument(createAuditRequest(settings, selection, readAuditFlags(flags)), {
                ...ports,
                ...createAuditPlanPorts(settings),
            })
            : await planReview(createReviewRequest(settings, selection), ports);
        warnOfStore(terminal, store);
        warnOfReuse(terminal, reuse);
        await writeOutputs(terminal, outputs, (name) => renderPlan(name, plan, { color: false, width: 100, verbose: false }));
        const format = chooseFormat(settings.config.format, terminal);
        terminal.stdout.write(renderPlan(format, plan, {
            color: wantsColor(terminal, flags),
            width: terminal.stdout.columns ?? 100,
            verbose: flags.verbose === true,
        }));
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
const dropPlaybook = (positional) => positional[0] === 'review' || positional[0] === 'audit' ? positional.slice(1) : positional;
