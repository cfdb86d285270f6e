/** What was and was not reviewed, per agent row and per file, from the recorded runs alone (HOST-10, SUCCESS-05). */
import { formatReRun } from '../protocol/follow-up.js';
import { remainingPercent, usedPercent } from '../protocol/mode.js';
import { comparePaths } from '../protocol/priority.js';
import { isAssigned } from '../protocol/reviewer.js';
/** One row per agent, model and wave; its counts concern that wave's assignment (HOST-07). */
export function composeAgentRow(run, verdict, vetoReasons, owed) {
    const skippedFiles = [...run.open, ...[...run.barred, ...owed].map((file) => file.path)];
    return {
        agent: run.agent,
        round: run.round,
        wave: run.wave,
        budget_tokens: run.budgetTokens,
        used_tokens: run.usedTokens,
        partial: skippedFiles.length > 0,
        cutoff_reason: run.cutoffReason ?? (skippedFiles.length > 0 ? 'error' : null),
        mode: run.mode,
        budget_used_percent: usedPercent(run.usedTokens, run.budgetTokens),
        budget_remaining_percent: remainingPercent(run.usedTokens, run.budgetTokens),
        files_reviewed: run.done.length,
        files_skipped: skippedFiles.length,
        skipped_files: skippedFiles,
        skipped: { medium_count: run.skipped.medium, low_count: run.skipped.low },
        verdict,
        veto_reasons: vetoReasons,
        status: run.status,
        recommendation: run.open.length > 0 ? formatReRun(run.open) : null,
        model: run.model,
        files_recalled: run.recalled.length,
    };
}
export function composeFileCoverage(survey, totals) {
    const views = totals.map((total) => ({
        name: total.reviewer.name,
        reviewer: total.reviewer,
        skipped: new Map(total.skippedFiles.map(({ path, reason }) => [path, reason])),
        reduced: new Set(total.runs.flatMap((run) => run.reduced)),
    }));
    const files = [...survey.files, ...survey.owed].sort((a, b) => comparePaths(a.path, b.path));
    return files.map((file) => {
        const assigned = views.filter((view) => isAssigned(view.reviewer, file.language));
        const skippedBy = assigned.filter((view) => view.skipped.has(file.path));
        const reasons = [...new Set(skippedBy.map((view) => view.skipped.get(file.path) ?? ''))].sort();
        return {
            path: file.path,
            status: statusOf(assigned.length, skippedBy.length),
            depth: assigned.some((view) => view.reduced.has(file.path)) ? 'reduced' : 'full',
            reason: assigned.length === 0 ? 'not-assigned' : reasons.join(', ') || null,
            by: Object.fromEntries(assigned.map((view) => [view.name, view.skipped.has(file.path) ? 'skipped' : 'reviewed'])),
        };
    });
}
function statusOf(assigned, skipped) {
    if (assigned === 0 || skipped === assigned)
        return 'skipped';
    return skipped === 0 ? 'reviewed' : 'partial';
}
/** Share of agent × file cells that were reviewed; a review has no dimensions. */
export function composeCoverage(files, complete, recalled) {
    const cells = files.flatMap((file) => Object.values(file.by));
    const reviewed = cells.filter((cell) => cell === 'reviewed').length;
    const ratio = cells.length === 0 ? 1 : Math.floor((10_000 * reviewed) / cells.length) / 10_000;
    return { files, dimensions: {}, gaps: [], ratio, met: complete, cells: [], recalled };
}
