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
 * `review_plan`, `review_submit`, `review_status` and `review_report`, for a host whose own agents review. Replies are the
 * return signal and the path of the report; the report itself comes only on request (HOST-14).
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { planTasks } from '../engine/plan-review.js';
import { makeFolder } from '../make-folder.js';
import { formatReviewerPrompt } from '../prompts/reviewer-prompt.js';
import { isAssigned } from '../protocol/reviewer.js';
import { SEVERITIES } from '../protocol/severity.js';
import { renderReport } from '../report/formats.js';
import { formatSignalReport } from '../report/signal.js';
import { loadSettings } from '../settings.js';
import { createPlanPorts, createReviewRequest } from '../wiring.js';
import { resolveFolder } from './open-project.js';
import { composeHostReport, decideNext, describeKept, listStates, submitOutput, } from './review-desk.js';
import { refuse, reply, replySafely } from './tool-reply.js';
/** Files listed in one reply; the totals are of all. */
const MAX_LISTED = 500;
/** Characters of one output: far more than an agent can write. */
const MAX_OUTPUT_CHARS = 2_000_000;
const HOST_AGENT = { name: 'host', hasContext: true };
const planArguments = z.object({
    path: z.string().min(1).describe('folder to review, absolute'),
    scope: z
        .array(z.string())
        .optional()
        .describe('paths, folders or globs; what the branch changed where it is left out'),
    base: z.string().optional().describe('everything since the merge base with this revision'),
    reviewers: z.array(z.string()).optional().describe('who reviews; chosen by what is in scope where it is left out'),
    with_prompts: z.boolean().optional().describe('also return the prompt of every agent'),
});
const planResult = z.object({
    review_id: z.string(),
    selection: z.string(),
    total_tokens: z.int(),
    scale: z.number(),
    isolation: z.enum(['shared', 'branch']),
    agents: z.array(z.object({
        agent: z.string(),
        budget_tokens: z.int(),
        files: z.int(),
        languages: z.array(z.string()).nullable(),
        prompt: z.string().nullable(),
    })),
    /** In order of priority. */
    files: z.array(z.object({ path: z.string(), tokens: z.int(), language: z.string().nullable() })),
    files_omitted: z.int(),
    warnings: z.array(z.string()),
});
const nextStep = z.object({
    action: z.enum(['submit', 'retry', 'follow-up', 'report']),
    agents: z.array(z.string()),
    files: z.array(z.string()),
    reason: z.string(),
});
const endResult = z.object({
    review_id: z.string(),
    /** The lines of the return signal. */
    signal: z.string(),
    verdict: z.enum(['VETO', 'WARN', 'OK']),
    complete: z.boolean(),
    findings: z.int(),
    report_path: z.string().nullable(),
    next: nextStep,
});
const submitArguments = z.object({
    review_id: z.string().min(1),
    agent: z.string().optional().describe('whose output it is, where the output does not say so'),
    output: z.string().max(MAX_OUTPUT_CHARS).describe('what the agent wrote, as it is, whole or cut'),
});
const submitResult = endResult.extend({
    agent: z.string(),
    kept: z.object({
        format: z.enum(['json', 'text', 'none']),
        complete: z.boolean(),
        truncation: z.enum(['none', 'mild', 'severe']),
        findings: z.int(),
        severities: z.record(z.enum(SEVERITIES), z.int()),
        needs_reaudit: z.array(z.object({ id: z.string(), file: z.string().nullable() })),
        unrecovered: z.int(),
        warnings: z.array(z.string()),
    }),
});
const statusArguments = z.object({ review_id: z.string().min(1) });
const statusResult = endResult.extend({ agents: z.array(z.object({ agent: z.string(), status: z.string() })) });
const FORMATS = ['markdown', 'json', 'sarif', 'summary', 'signal'];
const reportArguments = statusArguments.extend({
    format: z.enum(FORMATS).optional().describe('markdown where it is left out'),
});
const reportResult = z.object({
    review_id: z.string(),
    format: z.enum(FORMATS),
    report_path: z.string().nullable(),
    report: z.string(),
});
const selectScope = ({ scope, base }) => {
    if (base !== undefined)
        return { kind: 'range', base, head: null };
    return scope === undefined || scope.length === 0 ? { kind: 'auto' } : { kind: 'paths', patterns: scope };
};
async function planHostReview({ door, reviews, clock }, args) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const selection = selectScope(args);
        const settings = await loadSettings({
            root: await resolveFolder(door, args.path),
            selection,
            configPath: null,
            environment: door.environment,
            flags: args.reviewers === undefined ? {} : { reviewers: args.reviewers },
        });
        const repository = __addDisposableResource(env_1, settings.repository, true);
        const request = createReviewRequest(settings, selection);
        const { plan, first } = await planTasks(request, {
            ...createPlanPorts(settings, null),
            driversFor: () => [HOST_AGENT],
            canReview: () => true,
        });
        const review = reviews.open({
            root: repository.root,
            plan: { ...plan, warnings: request.warnings },
            filesOf: new Map(first.tasks.map(({ reviewer }) => [
                reviewer.name,
                first.shared.filter(({ language }) => isAssigned(reviewer, language)).map(({ path }) => path),
            ])),
            startedAt: clock.now(),
        });
        return reply({
            review_id: review.id,
            selection: plan.scope.selection,
            total_tokens: plan.budget.total_tokens,
            scale: plan.budget.scale,
            isolation: plan.budget.isolation,
            agents: first.tasks.map(({ reviewer, budgetTokens }) => ({
                agent: reviewer.name,
                budget_tokens: budgetTokens,
                files: review.filesOf.get(reviewer.name)?.length ?? 0,
                languages: reviewer.languages === null ? null : [...reviewer.languages],
                prompt: args.with_prompts === true
                    ? formatReviewerPrompt({ reviewer, budgetTokens, thresholds: request.thresholds, nonce: null })
                    : null,
            })),
            files: first.shared.slice(0, MAX_LISTED).map(({ path, tokens, language }) => ({ path, tokens, language })),
            files_omitted: Math.max(0, first.shared.length - MAX_LISTED),
            warnings: [...request.warnings],
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
/** In the state folder, never in the reviewed one; null where nothing is kept. */
async function keepReport(report, { door }) {
    if (door.stateDir === null)
        return null;
    const folder = join(door.stateDir, 'reviews');
    const path = join(folder, `${report.run.id}.json`);
    try {
        makeFolder(folder);
        await writeFile(path, renderReport('json', report, { color: false, width: 100, verbose: false }), { mode: 0o600 });
        return path;
    }
    catch (error) {
        door.warn(`${path}: ${error instanceof Error ? error.message : String(error)}`);
        return null;
    }
}
async function describeEnd(review, ports) {
    const report = composeHostReport(review, ports.clock.now());
    const next = decideNext(review);
    return {
        review_id: review.id,
        signal: formatSignalReport(report).trimEnd(),
        verdict: report.verdict,
        complete: report.complete,
        findings: report.findings.length,
        report_path: await keepReport(report, ports),
        next: { ...next, agents: [...next.agents], files: next.files.slice(0, MAX_LISTED) },
    };
}
const unknown = (id) => refuse(`there is no review ${id} here: reviews live as long as the server. Call review_plan first.`);
async function takeOutput(ports, { review_id, agent, output }) {
    const review = ports.reviews.find(review_id);
    if (review === null)
        return unknown(review_id);
    const submission = submitOutput(review, agent, await ports.scrub(output));
    if (submission === null) {
        const names = [...review.filesOf.keys()].join(', ');
        return refuse(`the output names none of the agents of this review. Say whose it is in \`agent\`: ${names}.`);
    }
    return reply({
        ...(await describeEnd(review, ports)),
        agent: submission.agent,
        kept: describeKept(submission),
    });
}
async function tellStatus(ports, id) {
    const review = ports.reviews.find(id);
    if (review === null)
        return unknown(id);
    return reply({ ...(await describeEnd(review, ports)), agents: [...listStates(review)] });
}
async function giveReport(ports, { review_id, format = 'markdown' }) {
    const review = ports.reviews.find(review_id);
    if (review === null)
        return unknown(review_id);
    const report = composeHostReport(review, ports.clock.now());
    const options = { color: false, width: 100, verbose: false, toolVersion: ports.version };
    return reply({
        review_id,
        format,
        report_path: await keepReport(report, ports),
        report: renderReport(format, report, options),
    });
}
export function addReviewTools(server, ports) {
    const annotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
    server.registerTool('review_plan', {
        title: 'Plan a review by agents of your own',
        description: 'Who reviews what with which budget: agents, tokens, files in order of priority. Opens a review; hand in what each agent writes with review_submit.',
        inputSchema: planArguments,
        outputSchema: planResult,
        annotations,
    }, (args) => replySafely(() => planHostReview(ports, args)));
    server.registerTool('review_submit', {
        title: 'Hand in the output of an agent',
        description: 'Takes what an agent wrote, whole or cut: keeps every whole finding, says what was lost, and what to do next. Answers with the return signal and the path of the report.',
        inputSchema: submitArguments,
        outputSchema: submitResult,
        annotations,
    }, (args) => replySafely(() => takeOutput(ports, args)));
    server.registerTool('review_status', {
        title: 'How far a review is',
        description: 'Who has handed in what, the return signal, the path of the report, and what to do next.',
        inputSchema: statusArguments,
        outputSchema: statusResult,
        annotations: { readOnlyHint: true, openWorldHint: false },
    }, ({ review_id }) => replySafely(() => tellStatus(ports, review_id)));
    server.registerTool('review_report', {
        title: 'The report of a review',
        description: 'The whole report as it stands: only when somebody wants to read it.',
        inputSchema: reportArguments,
        outputSchema: reportResult,
        annotations: { readOnlyHint: true, openWorldHint: false },
    }, (args) => replySafely(() => giveReport(ports, args)));
}
