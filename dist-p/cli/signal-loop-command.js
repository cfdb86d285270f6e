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
 * `signal loop -- COMMAND…`: the program, its environment and its limits; progress on stderr, one document on stdout. The
 * program runs as the user who named it; what its signals name is opened only beneath folders that the user chose.
 */
import { lstatSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { runProgram } from '../adapters/analyzers/external-process.js';
import { isContained, relativize } from '../adapters/files/contained-path.js';
import { readContained } from '../adapters/files/contained-read.js';
import { resolveStateDir } from '../context/store/state-dir.js';
import { createTokenCounter } from '../context/tokens.js';
import { ReviewError } from '../errors.js';
import { parseDuration } from '../protocol/duration.js';
import { joinSignals } from '../protocol/join-signals.js';
import { DEFAULT_LOOP_LIMITS } from '../protocol/orchestrator.js';
import { formatFields, formatWork } from '../protocol/signal-text.js';
import { toLine } from '../report/plain-text.js';
import { createPalette } from './palette.js';
import { runSignalLoop } from './signal-loop.js';
import { exitOfLoop, renderLoop } from './signal-loop-page.js';
import { wantsColor } from './terminal-taste.js';
const DEFAULT_TIMEOUT_MS = 3_600_000;
const GRACE_MS = 5000;
const HEARTBEAT_MS = 15_000;
const MAX_OUTPUT_BYTES = 20_000_000;
const MAX_SUMMARY_BYTES = 1_000_000;
export async function runSignalLoopCommand(terminal, command, flags) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const folder = resolve(terminal.workingDirectory, typeof flags.C === 'string' ? flags.C : '.');
        const limits = readLimits(flags);
        const palette = createPalette(wantsColor({ ...terminal, stdout: terminal.stderr }, flags));
        const termination = __addDisposableResource(env_1, watchTermination(), false);
        const interrupt = joinSignals([terminal.interrupt, termination.signal]);
        const call = { command, folder, timeoutMs: readTimeout(flags), isQuiet: flags.quiet === true, interrupt };
        const ports = {
            ...createSummaryAccess([folder, ...topicFolders(terminal, flags)]),
            runIteration: (context) => runIteration(terminal, call, context, palette),
            countTokens: createTokenCounter().count,
            log: (line) => call.isQuiet || terminal.stderr.write(`${toLine(line)}\n`),
            warn: (line) => void terminal.stderr.write(`${palette.yellow('warning:')} ${toLine(line)}\n`),
            interrupt,
        };
        const outcome = await runSignalLoop(ports, { limits, isDebugging: flags.debug === true });
        if (outcome.summary !== null)
            showSummary(terminal, outcome.summary, palette);
        const format = flags.format ?? 'terminal';
        terminal.stdout.write(renderLoop(outcome, format, createPalette(wantsColor(terminal, flags))));
        const exit = exitOfLoop(outcome);
        if (exit !== 0 && format !== 'terminal')
            terminal.stderr.write(`exit ${exit}: ${toLine(outcome.reason)}\n`);
        return exit;
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}
/** The program has a group of its own: whoever ends us does not end it. */
function watchTermination() {
    const termination = new AbortController();
    const end = () => termination.abort('terminated');
    process.once('SIGTERM', end);
    return { signal: termination.signal, [Symbol.dispose]: () => void process.off('SIGTERM', end) };
}
function readLimits(flags) {
    const { checkpointPercent, haltPercent, maxIterations } = DEFAULT_LOOP_LIMITS;
    const limits = {
        checkpointPercent: readNumber(flags, 'checkpointAt', checkpointPercent, 100),
        haltPercent: readNumber(flags, 'haltAt', haltPercent, 100),
        maxIterations: readNumber(flags, 'maxIterations', maxIterations, 10_000),
    };
    if (limits.checkpointPercent > limits.haltPercent)
        throw new ReviewError('bad-value', `--checkpoint-at ${limits.checkpointPercent} lies above --halt-at ${limits.haltPercent}.`, { advice: 'A checkpoint comes before the halt: give it a lower percentage.' });
    return limits;
}
function readNumber(flags, key, fallback, most) {
    const text = flags[key];
    if (text === undefined)
        return fallback;
    const value = /^\d{1,6}$/u.test(String(text)) ? Number(text) : 0;
    if (value >= 1 && value <= most)
        return value;
    const flag = key.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
    throw new ReviewError('bad-value', `--${flag} ${text}: expected a whole number from 1 to ${most}.`);
}
function readTimeout(flags) {
    if (flags.timeout === undefined)
        return DEFAULT_TIMEOUT_MS;
    const milliseconds = parseDuration(String(flags.timeout));
    if (milliseconds === null)
        throw new ReviewError('bad-value', `--timeout ${flags.timeout}: expected a duration such as 90s, 5m or 1h.`);
    return milliseconds;
}
/** Throws where the very first start fails: then the call is wrong, and nothing ran. */
async function runIteration(terminal, { command, folder, timeoutMs, isQuiet, interrupt }, context, palette) {
    const [program = '', ...args] = command;
    const startedAt = performance.now();
    const say = (text) => {
        if (!isQuiet)
            terminal.stderr.write(`${palette.dim(text)}\n`);
    };
    say(`iteration ${context.iteration}: ${toLine(command.join(' '))}`);
    const heartbeat = setInterval(() => say(`iteration ${context.iteration}: running for ${Math.round((performance.now() - startedAt) / 1000)} s`), HEARTBEAT_MS);
    const end = await runProgram({
        program,
        args,
        cwd: folder,
        environment: environmentOf(terminal, context),
        timeoutMs,
        maxOutputBytes: MAX_OUTPUT_BYTES,
        graceMs: GRACE_MS,
        input: context.last === null ? '' : `${formatFields(context.last).join('\n')}\n`,
        onStderr: (chunk) => isQuiet || terminal.stderr.write(chunk.toString('utf8')),
    }, interrupt);
    clearInterval(heartbeat);
    if (end.kind === 'not-started' && context.iteration === 1)
        throw new ReviewError('bad-value', `signal loop: ${program}: ${end.reason}.`, {
            advice: 'Give a program and its arguments after --.',
        });
    if (end.kind === 'ended' && end.exitCode !== 0 && isQuiet && end.stderr !== '')
        terminal.stderr.write(`${end.stderr}\n`);
    return end;
}
/** What the program finds in its environment besides its own. */
function environmentOf({ environment }, { iteration, last, isCheckpointDue }) {
    const inherited = Object.entries(environment).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
    const told = {
        SIGNAL_LOOP_ITERATION: String(iteration),
        SIGNAL_LOOP_CHECKPOINT: String(isCheckpointDue),
        SIGNAL_LOOP_WORK_REMAINING: formatWork(last?.work_remaining ?? 0),
        SIGNAL_LOOP_CONTEXT_PERCENT: String(last?.context_usage_percent ?? 0),
        SIGNAL_LOOP_CHECKPOINT_PATH: String(last?.checkpoint_path ?? ''),
    };
    return { ...Object.fromEntries(inherited), ...told };
}
/** Our own runs, and the folder the user names. */
function topicFolders({ workingDirectory, environment }, flags) {
    const own = resolve(workingDirectory, resolveStateDir(environment, process.platform, homedir()), 'runs');
    return typeof flags.topic === 'string' ? [resolve(workingDirectory, flags.topic), own] : [own];
}
const followLink = (path) => {
    try {
        return realpathSync(path);
    }
    catch {
        return null;
    }
};
/** Summaries that really lie beneath these folders, by whatever path they are named, and no others. */
function createSummaryAccess(folders) {
    const [base = '.'] = folders;
    const roots = folders.flatMap((folder) => followLink(folder) ?? []);
    const locate = (path) => {
        const full = followLink(resolve(base, path));
        if (full === null)
            return 'missing';
        const root = roots.find((candidate) => isContained(candidate, full));
        return root === undefined ? 'outside' : { root, way: relativize(root, full) ?? '' };
    };
    return {
        sizeSummary: (path) => {
            const place = locate(path);
            if (typeof place === 'string')
                return null;
            const found = lstatSync(resolve(place.root, place.way), { throwIfNoEntry: false });
            return found?.isFile() === true ? Math.ceil(found.size / 4) : null;
        },
        readSummary: async (path) => {
            const place = locate(path);
            if (typeof place === 'string')
                return { kind: 'refused', reason: REFUSALS[place] };
            const read = await readContained(place.root, place.way, MAX_SUMMARY_BYTES);
            if (read.kind === 'bytes')
                return { kind: 'text', text: read.bytes.toString('utf8') };
            return { kind: 'refused', reason: read.kind === 'missing' ? REFUSALS.missing : read.reason };
        },
    };
}
const REFUSALS = {
    missing: 'there is no such file',
    outside: 'it lies outside the folder of the loop and of the topic',
};
function showSummary(terminal, summary, palette) {
    const { stderr } = terminal;
    if (summary.kind === 'refused') {
        stderr.write(`${palette.yellow('warning:')} the full summary ${toLine(summary.path)} was not opened: ${summary.reason}\n`);
        return;
    }
    stderr.write(`${palette.dim(`full summary ${toLine(summary.path)}:`)}\n`);
    for (const line of summary.text.trimEnd().split(/\r\n|[\r\n]/u))
        stderr.write(`  ${toLine(line)}\n`);
}
