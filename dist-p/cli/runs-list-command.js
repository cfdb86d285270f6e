/** `runs list`: the stored runs of a folder, newest first. Loads as little as it can: it is asked often. */
import { readRunPage } from '../adapters/journal/list-runs.js';
import { EXIT, ReviewError } from '../errors.js';
import { RUNS_SCHEMA, summarizeRun } from '../protocol/run-summary.js';
import { choosePage, formatTime, pageOf } from './runs-page.js';
import { findRoot, findStateDir } from './state-place.js';
const DEFAULT_LIMIT = 20;
function readLimit(flags) {
    if (flags.limit === undefined)
        return DEFAULT_LIMIT;
    const limit = Number(flags.limit);
    if (Number.isSafeInteger(limit) && limit > 0)
        return limit;
    throw new ReviewError('bad-value', `--limit ${String(flags.limit)}: expected a whole number above 0.`);
}
export async function runRunsList(terminal, _positional, flags) {
    const now = Date.now();
    const document = listRuns(terminal, flags, now);
    const ageOf = (run) => Math.max(0, (now - Date.parse(run.started_at)) / 1000);
    terminal.stdout.write(await renderRuns(document, terminal, flags, ageOf));
    return EXIT.ok;
}
function listRuns(terminal, flags, now) {
    const root = flags.all === true ? null : findRoot(terminal, flags);
    const page = readRunPage({ stateDir: findStateDir(terminal), root, limit: readLimit(flags), now });
    for (const warning of page.warnings)
        terminal.stderr.write(`warning: ${warning}\n`);
    return {
        schema: RUNS_SCHEMA,
        root,
        runs: page.runs.map((run) => summarizeRun(run, formatTime)),
        left_out: page.own - page.runs.length,
        elsewhere: page.all - page.own,
    };
}
async function renderRuns(document, terminal, flags, ageOf) {
    switch (choosePage(terminal, flags)) {
        case 'json':
            return (await import('../report/json-writer.js')).writeJson(document);
        case 'markdown':
            return (await import('../report/runs-markdown.js')).formatRunsMarkdown(document);
        default:
            return (await import('../report/runs-terminal.js')).formatRunsTerminal(document, pageOf(terminal, flags), ageOf);
    }
}
