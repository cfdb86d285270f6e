/** The library: review, audit and plan as functions, the protocol for those who build their own engine. */
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
import { resolve } from 'node:path';
import { readVersion } from './cli/version.js';
import { readEnvironment } from './config.js';
import { planReview } from './engine/plan-review.js';
import { runReview } from './engine/run.js';
import { EXIT } from './errors.js';
import { nameModels } from './protocol/reviewer-models.js';
import { loadSettings } from './settings.js';
import { addPlanReuse, createEnginePorts, createPlanPorts, createReviewRequest } from './wiring.js';
const settingsOf = (options, selection) => loadSettings({
    root: options.root,
    selection,
    configPath: options.configPath ?? null,
    environment: {},
    flags: options.flags ?? {},
});
/** Reviews a folder and resolves to the report document. Throws ReviewError for what the caller has to mend. */
export const review = (options) => runPlaybook('review', options, null);
/**
 * Audits a folder and resolves to the report document. Flags of the audit are among the flags: `{ mode: 'deep',
 * dimensions: ['D1'], cells: ['D2:src/**'] }`. Calling it is the consent to what it costs.
 */
export const audit = (options) => runPlaybook('audit', options, null);
/** Goes on with an interrupted run. What was recorded is not paid for again. */
export async function resume(options) {
    const { claimRun, releaseRun } = await import('./run-wiring.js');
    const { stateDir, onEvent, signal } = options;
    const asked = 'run' in options ? options.run : null;
    const claimed = await claimRun({ stateDir }, asked, 'root' in options ? options.root : '.');
    const { name, flags, cwd } = claimed.run.command;
    const configPath = typeof flags.config === 'string' ? { configPath: resolve(cwd, flags.config) } : {};
    const watchers = { ...(onEvent ? { onEvent } : {}), ...(signal ? { signal } : {}) };
    try {
        return await runPlaybook(name, { root: resolve(cwd, typeof flags.C === 'string' ? flags.C : '.'), flags, stateDir, ...configPath, ...watchers }, claimed);
    }
    catch (error) {
        releaseRun(claimed);
        throw error;
    }
}
async function runPlaybook(name, options, claimed) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const selection = claimed?.selection ?? options.selection ?? { kind: 'auto' };
        const settings = await settingsOf(options, selection);
        const _repository = __addDisposableResource(env_1, settings.repository, true);
        const play = await (name === 'review' ? openReview : openAudit)(settings, selection, options);
        const kept = await keep(play, { settings, selection, options, claimed });
        try {
            const env_2 = { stack: [], error: void 0, hasError: false };
            try {
                const reuse = __addDisposableResource(env_2, await openReuse(settings, options), false);
                const report = await play.run({
                    tape: kept?.tape ?? null,
                    reuse: reuse?.reuse ?? null,
                    signal: kept?.signal ?? signalOf(options),
                });
                kept?.check(report);
                await kept?.end(report, EXIT.ok);
                return report;
            }
            catch (e_1) {
                env_2.error = e_1;
                env_2.hasError = true;
            }
            finally {
                __disposeResources(env_2);
            }
        }
        catch (error) {
            throw kept === null ? error : (await kept.fail(error)).error;
        }
    }
    catch (e_2) {
        env_1.error = e_2;
        env_1.hasError = true;
    }
    finally {
        const result_1 = __disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
/** Null where nothing is reused. */
async function openReuse(settings, { stateDir, flags }) {
    if (stateDir === undefined)
        return null;
    const { openStoredReuse } = await import('./open-reuse.js');
    return openStoredReuse(settings, { stateDir, version: readVersion(), mayRecall: flags?.reuse !== false });
}
const signalOf = ({ signal }) => signal ?? new AbortController().signal;
async function openReview(settings, selection, { onEvent }) {
    const emit = onEvent ?? (() => undefined);
    const environment = readEnvironment();
    return {
        name: 'review',
        mode: 'review',
        model: nameModels(settings.config),
        run: async (means) => runReview(createReviewRequest(settings, selection), await createEnginePorts({ settings, selection, environment, store: null, emit, ...means })),
    };
}
async function openAudit(settings, selection, { onEvent, flags }) {
    const [{ auditorOf, createAuditPorts, createAuditRequest }, { runAudit }, { readAuditFlags }] = await Promise.all([
        import('./audit-wiring.js'),
        import('./engine/audit/run-audit.js'),
        import('./audit-flags.js'),
    ]);
    const asked = readAuditFlags(flags ?? {});
    const emit = onEvent ?? (() => undefined);
    const environment = readEnvironment();
    const { requireSemgrep } = asked;
    const confirmPlan = async () => true;
    return {
        name: 'audit',
        mode: asked.mode,
        model: auditorOf(settings.config),
        run: async (means) => runAudit(createAuditRequest(settings, selection, asked), await createAuditPorts({
            settings,
            selection,
            environment,
            store: null,
            emit,
            confirmPlan,
            requireSemgrep,
            ...means,
        })),
    };
}
/** Null where nothing is kept. */
async function keep({ name, mode, model }, parts) {
    const { settings, selection, options, claimed } = parts;
    const { stateDir, root, configPath } = options;
    if (stateDir === undefined || !settings.config.journal)
        return null;
    const { keepRun } = await import('./run-wiring.js');
    const flags = { ...options.flags, ...(configPath === undefined ? {} : { config: configPath }) };
    return keepRun({
        place: { stateDir },
        claimed,
        playbook: { name, mode, model },
        command: { name, positional: [], flags, cwd: resolve(root) },
        settings,
        selection,
        version: readVersion(),
        signal: signalOf(options),
    });
}
/** Everything up to dispatch, without reviewing. */
export async function plan(options) {
    const env_3 = { stack: [], error: void 0, hasError: false };
    try {
        const selection = options.selection ?? { kind: 'auto' };
        const settings = await settingsOf(options, selection);
        const _repository = __addDisposableResource(env_3, settings.repository, true);
        const reuse = __addDisposableResource(env_3, await openReuse(settings, options), false);
        const ports = await addPlanReuse(createPlanPorts(settings, null), settings, selection, reuse?.reuse ?? null);
        return await planReview(createReviewRequest(settings, selection), ports);
    }
    catch (e_3) {
        env_3.error = e_3;
        env_3.hasError = true;
    }
    finally {
        const result_2 = __disposeResources(env_3);
        if (result_2)
            await result_2;
    }
}
export { collectOutputs } from './engine/collect.js';
export { EXIT, ReviewError } from './errors.js';
export { openAgentOutput, parseAgentOutput } from './protocol/agent-output.js';
export { calculateBudget, calculateScale } from './protocol/budget.js';
export { decideExit } from './protocol/exit-code.js';
export { decideIsolation } from './protocol/isolation.js';
export { mergeFindings } from './protocol/merge.js';
export { modeAt } from './protocol/mode.js';
export { priorityTier } from './protocol/priority.js';
export { REVIEWERS } from './protocol/reviewer.js';
export { BUILT_IN_REVIEWERS } from './protocol/reviewer-roster.js';
export { formatSignal, parseSignal } from './protocol/signal-text.js';
export { validateSignal } from './protocol/signal-validation.js';
export { synthesize } from './protocol/synthesis.js';
export { decideVerdict } from './protocol/verdict.js';
export { renderReport } from './report/formats.js';
