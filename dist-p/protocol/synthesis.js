/**
 * What a report says about work left undone: the warning, one note per partial agent, and the command that follows up
 * (SYNTH-02..09, REV-16, HOST-07). It speaks of the end of a run, each agent once, not of single waves.
 */
import { coveragePercent } from './coverage.js';
import { formatFollowUp } from './follow-up.js';
import { comparePaths } from './priority.js';
/**
 * Adds up an agent's waves against its scope, so that every file is reviewed or skipped and none is lost (SUCCESS-05).
 * `leftOver` is the reason for files that no wave took.
 */
export function totalWaves(agent, scope, waves, leftOver) {
    const reviewed = new Set(waves.flatMap((wave) => wave.reviewed));
    const reasons = new Map(waves.flatMap((wave) => wave.skipped.map(({ path, reason }) => [path, reason])));
    const reviewedFiles = scope.filter((path) => reviewed.has(path));
    return {
        agent,
        reviewedCount: reviewedFiles.length,
        reviewedFiles,
        skippedFiles: scope
            .filter((path) => !reviewed.has(path))
            .map((path) => ({ path, reason: reasons.get(path) ?? leftOver })),
        unnamedCount: 0,
        cutoffReason: waves.at(-1)?.cutoffReason ?? null,
    };
}
export function synthesize(agents) {
    const partial = agents.filter(isPartial);
    const unnamed = partial.filter((agent) => agent.skippedFiles === null);
    return {
        warnings: [...warnOfStops(partial), ...warnOfFiles(partial)],
        notes: [
            ...partial.map((agent) => `${agent.agent}: reviewed ${agent.reviewedCount}/${agent.reviewedCount + countSkipped(agent)} files`),
            ...unnamed.map((agent) => `${agent.agent}: did not name the files it skipped`),
        ],
        suggestions: suggestFollowUp(partial),
        partialAgents: partial.map((agent) => ({
            agent: agent.agent,
            reviewedCount: agent.reviewedCount,
            skippedCount: countSkipped(agent),
            skippedFiles: (agent.skippedFiles ?? []).map(({ path }) => path),
            coveragePercent: coveragePercent(agent.reviewedCount, countSkipped(agent)),
        })),
    };
}
const countSkipped = (agent) => (agent.skippedFiles?.length ?? 0) + agent.unnamedCount;
const isPartial = (agent) => agent.cutoffReason !== null || countSkipped(agent) > 0;
const FILE_CAUSES = {
    'no-analyzer': 'no analyzer for their language',
    'analyzer-failed': 'an analyzer failed',
    unreadable: 'unreadable',
    'too-large': 'too large',
};
/** Agents that ended too early, one line per cause; the budget first, in the words users of the seeds know. */
function warnOfStops(partial) {
    const agentsByCause = new Map();
    for (const { agent, cutoffReason, skippedFiles } of partial) {
        const causes = (skippedFiles ?? []).map(({ reason }) => reason);
        for (const cause of cutoffReason === null ? causes : [cutoffReason, ...causes]) {
            if (FILE_CAUSES[cause] === undefined)
                addTo(agentsByCause, cause, agent);
        }
    }
    return [...agentsByCause]
        .toSorted(([a], [b]) => Number(b === 'budget') - Number(a === 'budget') || comparePaths(a, b))
        .map(([cause, { size }]) => cause === 'budget'
        ? `⚠️ Partial results: ${size} agents hit budget limits`
        : `⚠️ Incomplete results: ${size} agents stopped early (${cause})`);
}
/** Files that could not be looked at for a reason of their own. */
function warnOfFiles(partial) {
    const filesByCause = new Map();
    for (const { reason, path } of partial.flatMap((agent) => agent.skippedFiles ?? [])) {
        if (FILE_CAUSES[reason] !== undefined)
            addTo(filesByCause, reason, path);
    }
    return [...filesByCause]
        .toSorted(([a], [b]) => comparePaths(a, b))
        .map(([cause, { size }]) => `⚠️ Incomplete results: ${size} ${size === 1 ? 'file' : 'files'} not reviewed by every agent (${FILE_CAUSES[cause]})`);
}
const addTo = (map, key, value) => {
    map.set(key, (map.get(key) ?? new Set()).add(value));
};
const INCURABLE = new Set(['no-analyzer', 'unreadable', 'too-large']);
/** Only what another run may cure is suggested. */
function suggestFollowUp(partial) {
    const skipped = partial.flatMap((agent) => agent.skippedFiles ?? []);
    const curable = skipped.filter(({ reason }) => !INCURABLE.has(reason));
    const paths = [...new Set(curable.map(({ path }) => path))].toSorted(comparePaths);
    return paths.length === 0 ? [] : [`Consider: ${formatFollowUp(paths)}`];
}
