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
/** `runs prune`: shows what would go, and lets it go when somebody says yes. Never a run that is under way. */
import { giveSpaceBack, previewPrune } from '../adapters/journal/run-space.js';
import { createSystemClock } from '../adapters/system.js';
import { EXIT, ReviewError } from '../errors.js';
import { findStoredRun } from '../find-stored-run.js';
import { parseAge, parseSize } from '../protocol/amount-text.js';
import { PRUNED_SCHEMA, summarizeRun } from '../protocol/run-summary.js';
import { DEFAULT_RETENTION } from '../protocol/stored-run.js';
import { writeJson } from '../report/json-writer.js';
import { formatPruned, formatPrunePreview } from '../report/pruned-terminal.js';
import { openHistory } from './run-history.js';
import { findRoot } from './state-place.js';
const DAY_MS = 86_400_000;
const FILE_WIDTH = 100;
function readAmount(flags, name, parse, example) {
    const given = flags[name.replace(/-(.)/u, (_, letter) => letter.toUpperCase())];
    if (given === undefined)
        return Number.POSITIVE_INFINITY;
    const amount = parse(String(given));
    if (amount !== null)
        return amount;
    throw new ReviewError('bad-value', `--${name} ${String(given)}: expected something like ${example}.`);
}
const parseCount = (text) => (/^\d{1,9}$/u.test(text) ? Number(text) : null);
/** What the user asks for and nothing else; without a word, what every run keeps to anyway. */
function readRetention(flags) {
    const limits = {
        maxRuns: readAmount(flags, 'keep', parseCount, '50'),
        maxAgeDays: readAmount(flags, 'older-than', parseAge, '30d') / DAY_MS,
        maxBytes: readAmount(flags, 'max-size', parseSize, '200MB'),
    };
    const isAsked = Object.values(limits).some(Number.isFinite);
    return isAsked ? { ...limits, minRuns: 0, stepDays: Number.POSITIVE_INFINITY } : DEFAULT_RETENTION;
}
export async function runRunsPrune(terminal, positional, flags) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const retention = readRetention(flags);
        const history = __addDisposableResource(env_1, openHistory(terminal), false);
        const task = history === null
            ? null
            : positional.length > 0
                ? await planNamed(history, positional, findRoot(terminal, flags))
                : await planRetention(history, retention);
        if (task === null || task.preview.runs + task.preview.stripped === 0)
            return end(terminal, flags, { preview: task?.preview ?? NOTHING, pruned: null, words: 'Nothing to remove.\n' });
        const { preview } = task;
        if (await isSure(terminal, flags, preview)) {
            const pruned = await task.carryOut();
            return end(terminal, flags, { preview, pruned, words: formatPruned(pruned) });
        }
        const words = flags.dryRun === true ? show(terminal, preview) : refusalOf(terminal, preview);
        return end(terminal, flags, { preview, pruned: null, words });
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}
const canAsk = ({ stdin, stderr }) => stdin.isTTY === true && stderr.isTTY === true;
/** Whoever was asked has seen the list. */
const refusalOf = (terminal, preview) => canAsk(terminal) ? 'Nothing was removed.\n' : `${show(terminal, preview)}Nothing was removed; --yes removes it.\n`;
async function isSure(terminal, flags, preview) {
    if (flags.dryRun === true)
        return false;
    if (flags.yes === true)
        return true;
    if (!canAsk(terminal))
        return false;
    terminal.stderr.write(`${show(terminal, preview)}Remove? [y/N] `);
    for await (const answer of terminal.stdin)
        return /^y(?:es)?$/iu.test(String(answer).trim());
    return false;
}
function show({ stdout }, preview) {
    const now = Date.now();
    const ageOf = ({ started_at }) => Math.max(0, (now - Date.parse(started_at)) / 1000);
    const gone = preview.gone.map((run) => summarizeRun(run, (ms) => new Date(ms).toISOString()));
    return formatPrunePreview({ ...preview, gone }, stdout.columns ?? FILE_WIDTH, ageOf);
}
const NOTHING = { gone: [], kept: 0, runs: 0, stripped: 0, bytes: 0 };
const planRetention = async (history, retention) => ({
    preview: await previewPrune(history.path, retention, createSystemClock()),
    carryOut: () => history.prune(retention),
});
async function planNamed(history, names, root) {
    const found = new Map();
    for (const name of names) {
        const run = await findStoredRun(history, name, root);
        if (run.status === 'running')
            throw new ReviewError('run-busy', `${run.id} is under way.`);
        found.set(run.id, run);
    }
    const gone = [...found.values()];
    const kept = (await history.list()).length - gone.length;
    return {
        preview: { gone, kept, runs: gone.length, stripped: 0, bytes: 0 },
        async carryOut() {
            const forgotten = await Promise.all(gone.map(({ id }) => history.forget(id)));
            return { runs: forgotten.filter(Boolean).length, stripped: 0, bytes: giveSpaceBack(history.path) };
        },
    };
}
function end(terminal, flags, { preview, pruned, words }) {
    const document = {
        schema: PRUNED_SCHEMA,
        removed: pruned !== null,
        runs: preview.gone.map(({ id }) => id),
        stripped: preview.stripped,
        bytes: pruned?.bytes ?? preview.bytes,
        kept: preview.kept,
    };
    terminal.stdout.write(flags.format === 'json' ? writeJson(document) : words);
    return EXIT.ok;
}
