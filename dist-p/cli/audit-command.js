/** `audit`: settings, plan and its confirmation, the audit, report, exit code. */
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
import { readAuditFlags, scopeOfCells } from '../audit-flags.js';
import { auditorOf, createAuditPorts, createAuditRequest } from '../audit-wiring.js';
import { runAudit } from '../engine/audit/run-audit.js';
import { createGracefulStop } from '../graceful-stop.js';
import { limitTime } from '../wiring.js';
import { confirmPlan } from './confirm-plan.js';
import { closeRun } from './end-run.js';
import { openEventStream, tellAll } from './event-stream.js';
import { failKeptRun, openKeptRun } from './kept-run.js';
import { leaveOutOwn, loadCliSettings } from './load-settings.js';
import { openReuse, warnOfReuse } from './open-reuse.js';
import { openStore, warnOfStore } from './open-store.js';
import { chooseFormat, probeOutputs, readFileOutputs } from './outputs.js';
import { readSelection } from './selection.js';
import { flagsOf, openRecording, openReplay } from './tape-flags.js';
import { watchRun } from './watch-run.js';
export async function runAuditCommand(terminal, positional, flags, claimed = null) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const replay = openReplay(terminal, flags);
        const asked = readAuditFlags(flagsOf(replay, flags));
        const outputs = readFileOutputs(flags);
        await probeOutputs(terminal, outputs);
        const selection = claimed?.selection ?? (await readSelection(terminal, positional, scopeOfCells(flags, positional)));
        const settings = await loadCliSettings(terminal, flagsOf(replay, flags), selection);
        const _repository = __addDisposableResource(env_1, settings.repository, true);
        if (flags.database !== undefined) {
            const { runOnFleet } = await import('./fleet-command.js');
            return await runOnFleet(terminal, { playbook: 'audit', settings, selection, flags, outputs });
        }
        const model = auditorOf(settings.config);
        const command = { name: 'audit', positional, flags };
        const playbook = { name: 'audit', mode: asked.mode, model };
        const stop = createGracefulStop(terminal.interrupt, { graceMs: terminal.graceMs ?? 0 });
        const signal = limitTime(stop.signal, settings.config.deadlineMs);
        const kept = await openKeptRun(terminal, { command, playbook, settings, selection, claimed, signal });
        const tape = replay ?? openRecording(terminal, flags, model, kept.tape);
        const format = chooseFormat(settings.config.format, terminal);
        const stream = __addDisposableResource(env_1, openEventStream(terminal, format, outputs), false);
        const watch = await watchRun(terminal, flags, format);
        const store = __addDisposableResource(env_1, await openStore(terminal, settings.repository), false);
        const reuse = __addDisposableResource(env_1, await openReuse(terminal, flags, settings), false);
        let report;
        try {
            const ports = await createAuditPorts({
                settings,
                selection,
                environment: terminal.environment,
                store,
                tape,
                reuse: reuse?.reuse ?? null,
                emit: tellAll(stream, watch),
                watch: watch.effects,
                guard: stop.guard,
                signal: kept.signal,
                confirmPlan: (plan) => confirmPlan(terminal, settings, flags, plan),
                requireSemgrep: asked.requireSemgrep,
            });
            report = kept.check(await runAudit(createAuditRequest(leaveOutOwn(terminal, settings, flags), selection, asked), ports));
        }
        catch (thrown) {
            const error = await failKeptRun(terminal, kept, thrown);
            stream.fail(error);
            await watch.fail(error);
            throw error;
        }
        finally {
            watch.stop();
            warnOfStore(terminal, store);
            warnOfReuse(terminal, reuse);
        }
        tape?.end(Date.parse(report.run.finished_at));
        const code = await closeRun(terminal, flags, report, { format, outputs, stream, kept, config: settings.config });
        await watch.end(report);
        return code;
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
