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
/** `search`: brings the index up to date and answers one question from it. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { createEmbedder } from '../adapters/models/create-embedder.js';
import { searchHybrid } from '../context/search/hybrid-search.js';
import { ReviewError } from '../errors.js';
import { toCode, toFence } from '../report/markdown-text.js';
import { padStart, toName } from '../report/plain-text.js';
import { loadCliSettings } from './load-settings.js';
import { chooseFormat } from './outputs.js';
import { createPalette } from './palette.js';
import { refreshIndex } from './refresh-index.js';
import { cutExcerpt } from './search-excerpt.js';
import { wantsColor } from './terminal-taste.js';
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
function readLimit({ limit }) {
    if (limit === undefined)
        return DEFAULT_LIMIT;
    const value = Number(limit);
    if (Number.isInteger(value) && value >= 1 && value <= MAX_LIMIT)
        return value;
    throw new ReviewError('bad-value', `--limit ${String(limit)}: expected a whole number from 1 to ${MAX_LIMIT}.`);
}
function readQuery(positional) {
    const query = positional.join(' ');
    if (query.trim() !== '')
        return query;
    throw new ReviewError('bad-value', 'search needs something to look for.', {
        advice: "Try `consensus-review search 'where tokens are counted'`.",
    });
}
/** `--path` as the index writes it: relative to the root. Empty for everything. */
function readPath({ path }, root) {
    if (typeof path !== 'string')
        return '';
    const inside = relative(root, resolve(root, path));
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
        throw new ReviewError('path-outside-root', `--path ${path}`);
    return inside.replaceAll(sep, '/');
}
/** What is asked for by name has to be there: nothing found must not mean that it was misspelled. */
function requireFiles(path, { files }) {
    if (path === '' || files.some((file) => file.path === path || file.path.startsWith(`${path}/`)))
        return;
    throw new ReviewError('path-not-found', `--path ${path}: no indexed file lies there.`);
}
/** `--include` and `--exclude` hold for the answer as for the scope. */
const listWanted = ({ include, exclude }, { files }) => include === undefined && exclude === undefined ? null : new Set(files.map(({ path }) => path));
const formatJson = ({ query, source, results }) => `${JSON.stringify({
    query,
    source,
    results: results.map(({ filePath, startLine, endLine, score, content }) => ({
        file_path: filePath,
        start_line: startLine,
        end_line: endLine,
        score,
        content,
    })),
}, null, 2)}\n`;
const describe = ({ results, source }) => results.length === 0
    ? 'Nothing found.'
    : `${results.length} ${results.length === 1 ? 'result' : 'results'} by ${source}.`;
const NUMBER_WIDTH = 6;
const SCREEN_WIDTH = 100;
function formatTerminal(answer, palette, width) {
    const blocks = answer.results.map(({ filePath, startLine, endLine, score, content }) => {
        const { from, lines, hidden } = cutExcerpt(content, answer.query, Math.max(width - NUMBER_WIDTH - 2, 20));
        const shown = lines.map((line, at) => `${palette.dim(padStart(String(startLine + from + at), NUMBER_WIDTH))}  ${line}`.trimEnd());
        const more = hidden > 0 ? [palette.dim(`${' '.repeat(NUMBER_WIDTH)}  … ${hidden} more lines`)] : [];
        return [
            `${palette.cyan(toName(filePath))}:${startLine}-${endLine} ${palette.dim(score.toFixed(2))}`,
            ...shown,
            ...more,
        ].join('\n');
    });
    return `${[...blocks, describe(answer)].join('\n\n')}\n`;
}
function formatMarkdown(answer) {
    const blocks = answer.results.map(({ filePath, startLine, endLine, score, content }) => [`## ${toCode(filePath)} ${startLine}–${endLine} (${score.toFixed(2)})`, '', ...toFence(content)].join('\n'));
    return `${[`# Search for ${toCode(answer.query)}`, describe(answer), ...blocks].join('\n\n')}\n`;
}
export async function runSearchCommand(terminal, positional, flags) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const query = readQuery(positional);
        const limit = readLimit(flags);
        const selection = { kind: 'all' };
        const settings = await loadCliSettings(terminal, flags, selection);
        const _repository = __addDisposableResource(env_1, settings.repository, true);
        const pathPrefix = readPath(flags, settings.repository.root);
        const index = __addDisposableResource(env_1, await refreshIndex(terminal, settings, selection, flags), false);
        requireFiles(pathPrefix, index);
        const only = listWanted(flags, index);
        const { embeddingModel } = settings.config;
        const embedder = embeddingModel === null ? null : createEmbedder(embeddingModel, terminal.environment);
        const request = { query, limit, pathPrefix, branch: index.branch, ...(only === null ? {} : { only }) };
        const answer = await searchHybrid(index.store, request, { embedder, signal: terminal.interrupt });
        if (embedder !== null && answer.source === 'keyword') {
            terminal.stderr.write(`warning: ${embedder.name} gave no vectors; ranked by words alone\n`);
        }
        const format = chooseFormat(settings.config.format, terminal);
        if (format === 'json')
            terminal.stdout.write(formatJson(answer));
        else
            terminal.stdout.write(format === 'terminal'
                ? formatTerminal(answer, createPalette(wantsColor(terminal, flags)), terminal.stdout.columns ?? SCREEN_WIDTH)
                : formatMarkdown(answer));
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
