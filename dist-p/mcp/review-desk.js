/**
 * Reviews whose agents are those of the host: who was asked for what, what each handed in, and what follows (HOST-03, HOST-14,
 * TRUNC-07..16). No code is read here: what agents hand in is recovered as by `collect`, and an output only lowers what it says.
 */
import { randomBytes } from 'node:crypto';
import { collectOutputs } from '../engine/collect.js';
import { parseAgentOutput } from '../protocol/agent-output.js';
import { countSeverities } from '../protocol/severity.js';
import { toWireSignal } from '../protocol/signal.js';
import { buildResearchSignal } from '../protocol/signal-build.js';
/** The oldest review is forgotten first; its report stays on disk. */
const MOST_REVIEWS = 50;
export function createReviewDesk() {
    const reviews = new Map();
    return {
        open(planned) {
            const review = { ...planned, id: `rv_${randomBytes(4).toString('hex')}`, submissions: [] };
            reviews.set(review.id, review);
            const [oldest] = reviews.keys();
            if (reviews.size > MOST_REVIEWS && oldest !== undefined)
                reviews.delete(oldest);
            return review;
        },
        find: (id) => reviews.get(id) ?? null,
    };
}
/** Whose output it is: what it says itself if that is one of the agents, else what the host says; null where neither is. */
export function nameAgent({ filesOf }, said, given) {
    return [said, given].find((name) => typeof name === 'string' && filesOf.has(name)) ?? null;
}
export function submitOutput(review, given, text) {
    const output = parseAgentOutput(text);
    const agent = nameAgent(review, output.agent, given);
    if (agent === null)
        return null;
    const submission = { agent, text, output };
    review.submissions.push(submission);
    return submission;
}
/** By its last output: an agent that was asked again is judged by what it then said. */
export function stateOf({ submissions }, agent) {
    const last = submissions.findLast((each) => each.agent === agent);
    if (last === undefined)
        return 'missing';
    const { complete, truncation, claimed } = last.output;
    if (truncation === 'severe')
        return 'discarded';
    if (!complete)
        return 'truncated';
    const isPartial = claimed.partial === true || (claimed.filesSkipped ?? 0) > 0 || claimed.skippedFiles.length > 0;
    return isPartial ? 'partial' : 'completed';
}
export const listStates = (review) => [...review.filesOf.keys()].map((agent) => ({ agent, status: stateOf(review, agent) }));
/** The most useful thing the host can do now. */
export function decideNext(review) {
    const states = listStates(review);
    const named = (status) => states.find((each) => each.status === status)?.agent;
    const discarded = named('discarded');
    if (discarded !== undefined) {
        const files = review.filesOf.get(discarded) ?? [];
        return {
            action: 'retry',
            agents: [discarded],
            files: files.slice(0, Math.ceil(files.length / 2)),
            reason: 'nothing of its output could be used: ask it again with half of its files, then with the rest',
        };
    }
    const missing = states.filter(({ status }) => status === 'missing').map(({ agent }) => agent);
    if (missing.length > 0) {
        return {
            action: 'submit',
            agents: missing,
            files: [],
            reason: `${missing.length} agents have not handed in anything`,
        };
    }
    const cut = named('truncated') ?? named('partial');
    if (cut !== undefined) {
        return {
            action: 'follow-up',
            agents: [cut],
            files: listLeftOver(review, cut),
            reason: 'its whole findings are kept; ask it about what it left out',
        };
    }
    return { action: 'report', agents: [], files: [], reason: 'every agent has handed in a whole result' };
}
/** Files it says it skipped; where it was cut before it could say so, all of its files. */
function listLeftOver({ submissions, filesOf }, agent) {
    const skipped = submissions.findLast((each) => each.agent === agent)?.output.claimed.skippedFiles ?? [];
    return skipped.length > 0 ? skipped : (filesOf.get(agent) ?? []);
}
/** What counts of what was handed in: an output of which nothing is left gives way to a later one of its agent. */
const listUsed = ({ submissions }) => submissions.filter(({ agent, output }, i) => output.truncation !== 'severe' || !submissions.slice(i + 1).some((later) => later.agent === agent));
/** The report as it stands, with one return signal (HOST-14). */
export function composeHostReport(review, now) {
    const { plan, id, startedAt } = review;
    const used = listUsed(review);
    const facts = { runId: id, startedAt, finishedAt: now, signals: [], shares: [] };
    const collected = collectOutputs(used.map(({ agent, text }) => ({ origin: agent, text })), false, facts);
    const open = listStates(review).filter(({ status }) => status !== 'completed');
    const missing = open.filter(({ status }) => status === 'missing').map(({ agent }) => agent);
    const complete = open.length === 0;
    const signal = buildResearchSignal({
        topics: [...review.filesOf.keys()],
        findingsTotal: collected.findings.length,
        reportsCreated: used.length,
        usagePercent: 0,
        workRemaining: complete ? 0 : open.map(({ agent }) => agent),
        requiresContinuation: !complete,
        next: complete ? 'COMPLETE' : decideNext(review).action,
    });
    return {
        ...collected,
        scope: plan.scope,
        budget: plan.budget,
        complete,
        warnings: [
            ...plan.warnings,
            ...missing.map((agent) => `⚠️ ${agent} has not handed in anything`),
            ...collected.warnings,
        ],
        coverage: { ...collected.coverage, ratio: complete ? 1 : 0, met: complete },
        signals: [toWireSignal(signal)],
    };
}
/** What was kept of an output, in figures. */
export const describeKept = ({ output }) => ({
    format: output.format,
    complete: output.complete,
    truncation: output.truncation,
    findings: output.findings.length,
    severities: countSeverities(output.findings),
    needs_reaudit: output.needsReaudit.map(({ id, file }) => ({ id: id ?? '', file })),
    unrecovered: output.unrecovered.count,
    warnings: [...output.warnings],
});
