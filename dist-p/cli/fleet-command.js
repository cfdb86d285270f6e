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
/**
 * `review`, `audit` and `resume` with `--database`: handed to the fleet, followed live, ended like a run on this machine. Ctrl-C
 * ends the run with what it has, as it does here; whoever leaves in another way leaves it running.
 */
import { openDatabase } from '../adapters/postgres/database.js';
import { readAuditFlags } from '../audit-flags.js';
import { createAuditPlanPorts, createAuditRequest } from '../audit-wiring.js';
import { prepareAudit } from '../engine/audit/prepare-audit.js';
import { ReviewError } from '../errors.js';
import { findFleetRun, followRun, takeUpRun } from '../fleet/follow-run.js';
import { countReady, submitRun } from '../fleet/submit-run.js';
import { createPlanPorts } from '../wiring.js';
import { confirmPlan } from './confirm-plan.js';
import { closeRun } from './end-run.js';
import { openEventStream, tellAll } from './event-stream.js';
import { chooseFormat, probeOutputs, readFileOutputs } from './outputs.js';
import { readVersion } from './version.js';
import { watchRun } from './watch-run.js';
/** A restart of the database is no reason to lose sight of a run. */
const PATIENCE_MS = 60_000;
const CONNECTIONS = 4;
const openFleet = (flags) => openDatabase({ url: String(flags.database), maxConnections: CONNECTIONS, patienceMs: PATIENCE_MS });
export async function runOnFleet(terminal, asked) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { flags, outputs, settings } = asked;
        const database = __addDisposableResource(env_1, openFleet(flags), true);
        refuseTapes(flags);
        await confirmAudit(terminal, asked);
        return await watchFleetRun(terminal, database, {
            flags,
            outputs,
            config: settings.config,
            begin: async () => {
                const submitted = await submitRun(database, { ...asked, version: readVersion() });
                if (flags.quiet !== true)
                    terminal.stderr.write(introduce(submitted, database));
                return submitted.runId;
            },
        });
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
/** `resume RUN --database URL`: follows a run that goes on, takes an interrupted one up again, shows the report of an ended one. */
export async function resumeOnFleet(terminal, positional, flags) {
    const env_2 = { stack: [], error: void 0, hasError: false };
    try {
        const [id] = positional;
        if (id === undefined)
            throw new ReviewError('bad-value', 'resume --database: name the run.');
        const outputs = readFileOutputs(flags);
        await probeOutputs(terminal, outputs);
        const database = __addDisposableResource(env_2, openFleet(flags), true);
        const run = await findFleetRun(database, id);
        const { failOn = run.config.failOn, allowPartial = run.config.allowPartial, format = run.config.format } = flags;
        const config = { failOn, allowPartial, format };
        return await watchFleetRun(terminal, database, {
            flags,
            outputs,
            config,
            begin: async () => {
                const wasTakenUp = await takeUpRun(database, run);
                const ready = await countReady(database, run.version);
                const what = wasTakenUp ? `run ${id} goes on` : `run ${id}`;
                if (flags.quiet !== true)
                    terminal.stderr.write(`${what} on ${database.name}\n${warnOfNobody(ready, database)}`);
                return id;
            },
        });
    }
    catch (e_2) {
        env_2.error = e_2;
        env_2.hasError = true;
    }
    finally {
        const result_2 = __disposeResources(env_2);
        if (result_2)
            await result_2;
    }
}
async function watchFleetRun(terminal, database, watched) {
    const env_3 = { stack: [], error: void 0, hasError: false };
    try {
        const { flags, outputs, config } = watched;
        const format = chooseFormat(config.format, terminal);
        const stream = __addDisposableResource(env_3, openEventStream(terminal, format, outputs), false);
        const watch = await watchRun(terminal, flags, format);
        try {
            const runId = await watched.begin();
            terminal.onStop?.(`The run was asked to end. Go on with: consensus-review resume ${runId} --database ${database.name}`);
            const { report, isOpen } = await followRun(database, runId, {
                emit: tellAll(stream, watch),
                interrupt: terminal.interrupt,
            }).catch((error) => {
                if (error === terminal.interrupt.reason)
                    terminal.stderr.write(tellWaiting(runId, database));
                throw error;
            });
            watch.stop();
            const kept = keptOnFleet(`${runId} --database ${database.name}`, isOpen, terminal.interrupt);
            const code = await closeRun(terminal, flags, report, { format, outputs, stream, kept, config });
            await watch.end(report);
            return code;
        }
        catch (error) {
            watch.stop();
            stream.fail(error);
            await watch.fail(error);
            throw error;
        }
    }
    catch (e_3) {
        env_3.error = e_3;
        env_3.hasError = true;
    }
    finally {
        __disposeResources(env_3);
    }
}
const tellWaiting = (runId, { name }) => `nobody works on ${name}: the run waits there and ends with what it has when a worker comes.\n` +
    `Go on with: consensus-review resume ${runId} --database ${name}\n`;
/** The fleet has kept the run; here it is only said. `id` is what `resume` takes. */
const keptOnFleet = (id, isOpen, interrupt) => ({
    id,
    tape: null,
    signal: interrupt,
    warnings: () => [],
    check: (report) => report,
    end: async () => (isOpen ? 'it was stopped before everything was reviewed' : null),
    fail: async (error) => ({ error, canResume: false }),
});
function refuseTapes(flags) {
    const named = ['record', 'replay'].filter((name) => flags[name] !== undefined);
    if (named.length > 0)
        throw new ReviewError('bad-value', `--${named[0]} and --database cannot be used together.`);
}
/** Before anybody is sent out: workers ask nobody. */
async function confirmAudit(terminal, { playbook, settings, selection, flags }) {
    if (playbook !== 'audit' || flags.yes === true)
        return;
    const request = createAuditRequest(settings, selection, readAuditFlags(flags));
    if (request.model === 'embedded')
        return;
    const ports = { ...createPlanPorts(settings, null), ...createAuditPlanPorts(settings) };
    const { plan } = await prepareAudit(request, ports);
    if (!(await confirmPlan(terminal, settings, flags, plan)))
        throw new ReviewError('plan-declined', 'The plan was not confirmed, so nobody was sent out.');
}
function introduce({ runId, workers, snapshot }, database) {
    const leftOut = snapshot.leftOut > 0
        ? `warning: ${snapshot.leftOut} files beside the scope were too large together; agents cannot look at them\n`
        : '';
    return `run ${runId} on ${database.name}\n${leftOut}${warnOfNobody(workers, database)}`;
}
function warnOfNobody({ ready, strangers, version }, { name }) {
    if (ready > 0)
        return '';
    const others = strangers > 0 ? ` in version ${version} (${strangers} in other versions)` : '';
    return `warning: nobody works on this database${others}; the run waits for: consensus-review worker --database ${name}\n`;
}
