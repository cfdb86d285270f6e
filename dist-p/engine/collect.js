/**
 * A report from agent outputs alone, whole or cut: the truncation protocol without a run (TRUNC, REV-23, HOST-03..05).
 * No code is at hand, so nothing is confirmed; what was cut is disclosed, and what an output says of itself only lowers.
 */
import { parseAgentOutputs } from '../protocol/agent-output.js';
import { mergeAgents, mergeRounds, statusOf } from '../protocol/audit-coverage.js';
import { DIMENSION_PROFILES, DIMENSIONS, formatCoverageMark } from '../protocol/dimension.js';
import { REPORT_SCHEMA } from '../protocol/report-document.js';
import { toWireSignal } from '../protocol/signal.js';
import { buildResearchSignal } from '../protocol/signal-build.js';
import { synthesize } from '../protocol/synthesis.js';
import { agentVerdict, decideVerdict } from '../protocol/verdict.js';
import { vetoReasonOf } from '../protocol/veto.js';
import { composeFinding, mergeReported } from './compose-findings.js';
import { composeUsage } from './compose-usage.js';
export function collectOutputs(texts, ignoreVetoes, facts) {
    const collected = nameOutputs(texts);
    const findings = mergeReported(collected.flatMap((entry) => entry.findings));
    const verdict = decideVerdict({ findings, agents: collected.map(judge), ignoreVetoes });
    const synthesis = synthesize(collected.map(totalOf));
    const complete = collected.every(({ output }) => output.complete && !isPartial(output) && !output.anomalous && isWhole(output));
    const isAudit = collected.some(({ output }) => output.format === 'text');
    return {
        schema: REPORT_SCHEMA,
        run: {
            id: facts.runId,
            playbook: isAudit ? 'audit' : 'review',
            mode: isAudit ? 'standard' : 'review',
            model: 'external',
            started_at: new Date(facts.startedAt).toISOString(),
            finished_at: new Date(facts.finishedAt).toISOString(),
            resumed: 0,
        },
        scope: {
            selection: texts.map((text) => text.origin).join(', '),
            files: 0,
            tokens: 0,
            loc: 0,
            languages: {},
            ignored: [],
            change: false,
        },
        budget: { total_tokens: 0, scale: 1, isolation: 'shared' },
        verdict: verdict.verdict,
        complete,
        verdict_trace: verdict.trace,
        warnings: [...synthesis.warnings, ...verdict.warnings, ...collected.flatMap(warnOf)],
        notes: synthesis.notes,
        suggestions: synthesis.suggestions,
        agents: collected.map(composeRow),
        findings: findings.map(composeFinding),
        coverage: composeDimensions(collected, complete),
        rounds: [],
        attack_chains: [],
        analyzers: [],
        truncation: composeTruncation(collected),
        signals: [toWireSignal(composeSignal(collected, complete))],
        usage: composeUsage(null),
        audit: null,
    };
}
function nameOutputs(texts) {
    return texts.flatMap(({ origin, text }) => parseAgentOutputs(text).map((output, i) => {
        const name = output.agent ?? (i === 0 ? origin : `${origin} (${i + 1})`);
        return { name, output, findings: output.findings.map((claim, at) => acceptClaim(claim, name, output, at)) };
    }));
}
/** Without the code a place can be repeated, not checked. */
function acceptClaim(claim, agent, output, at) {
    const line = Math.max(1, claim.line ?? 1);
    const finding = {
        ...claim,
        category: claim.category ?? (claim.dimension && DIMENSION_PROFILES[claim.dimension].name.toLowerCase()),
        file: claim.file ?? 'unknown',
        line,
        endLine: Math.max(line, claim.endLine ?? line),
        status: 'unverified',
        introduced: true,
        doubt: 'collected without the code',
        depth: 'full',
        isPlaced: claim.file !== null && claim.line !== null,
        model: null,
        quote: claim.evidence,
    };
    return {
        ...finding,
        id: `${agent}/${at}`,
        agent,
        wave: 1,
        voice: agent,
        sitting: agent,
        weight: 1,
        attribution: { agent, round: output.claimed.round ?? 1, rule: claim.rule, model: null },
        vetoReason: vetoReasonOf(agent, finding),
    };
}
/** Nothing that was begun is missing from the findings. */
const isWhole = ({ unrecovered, needsReaudit }) => unrecovered.count === 0 && needsReaudit.length === 0;
const isPartial = ({ claimed }) => claimed.partial === true || (claimed.filesSkipped ?? 0) > 0 || claimed.skippedFiles.length > 0;
const judge = ({ name, output }) => ({
    agent: name,
    canVeto: true,
    verdict: output.claimed.verdict,
    vetoReasons: output.claimed.vetoReasons,
});
const cutoffOf = ({ output }) => {
    if (!output.complete)
        return 'truncated';
    return output.claimed.cutoffReason ?? (isPartial(output) ? 'budget' : null);
};
function totalOf(entry) {
    const { claimed } = entry.output;
    const cutoffReason = cutoffOf(entry);
    return {
        agent: entry.name,
        reviewedCount: claimed.filesReviewed ?? claimed.filesReadCount ?? 0,
        skippedFiles: cutoffReason === null || claimed.skippedFiles.length > 0
            ? claimed.skippedFiles.map((path) => ({ path, reason: cutoffReason ?? 'budget' }))
            : null,
        unnamedCount: Math.max(0, (claimed.filesSkipped ?? 0) - claimed.skippedFiles.length),
        cutoffReason,
    };
}
function composeRow(entry) {
    const { claimed } = entry.output;
    const { verdict, vetoReasons } = agentVerdict(judge(entry), entry.findings);
    const cutoffReason = cutoffOf(entry);
    const usedPercent = claimed.budgetUsedPercent ?? (claimed.budgetRemainingPercent === null ? 0 : 100 - claimed.budgetRemainingPercent);
    return {
        agent: entry.name,
        round: claimed.round ?? 1,
        wave: 1,
        budget_tokens: 0,
        used_tokens: 0,
        partial: cutoffReason !== null,
        cutoff_reason: cutoffReason,
        mode: claimed.mode ?? (cutoffReason === 'budget' ? 'force_return' : 'full'),
        budget_used_percent: usedPercent,
        budget_remaining_percent: 100 - usedPercent,
        files_reviewed: claimed.filesReviewed ?? claimed.filesReadCount ?? 0,
        files_skipped: Math.max(claimed.filesSkipped ?? 0, claimed.skippedFiles.length),
        skipped_files: claimed.skippedFiles,
        skipped: { medium_count: claimed.skippedMedium ?? 0, low_count: claimed.skippedLow ?? 0 },
        verdict,
        veto_reasons: vetoReasons,
        status: statusOfOutput(entry.output),
        recommendation: claimed.recommendation,
        model: null,
        files_recalled: 0,
    };
}
function statusOfOutput(output) {
    if (output.format === 'none')
        return 'failed';
    return output.complete ? 'completed' : 'truncated';
}
function warnOf({ name, output }) {
    const cut = output.format === 'none' ? [`⚠️ ${name}: no agent output was found in the text`] : [];
    const lost = isWhole(output)
        ? []
        : [`⚠️ ${name}: ${output.unrecovered.count} findings could not be read and are not in this report`];
    return [...cut, ...lost, ...output.warnings.map((warning) => `⚠️ ${name}: ${warning}`)];
}
/** Dimensions as the agents claim them, lowered to shallow where the output was cut or not as agreed (TRUNC-09, AUD-18). */
function rate({ output }) {
    const { coverage, dimensions } = output.claimed;
    const named = [...new Set([...dimensions, ...Object.keys(coverage)])];
    return Object.fromEntries(named.map((dimension) => {
        const claimed = coverage[dimension] ?? 'shallow';
        if (output.complete && !output.anomalous)
            return [dimension, claimed];
        return [
            dimension,
            claimed === 'missing' ? 'missing' : output.findings.length > 0 ? 'interrupted' : 'interrupted-empty',
        ];
    }));
}
function composeDimensions(collected, complete) {
    const audits = collected.filter(({ output }) => output.format === 'text');
    const empty = {
        files: [],
        dimensions: {},
        gaps: [],
        ratio: complete ? 1 : 0,
        met: complete,
        cells: [],
        recalled: [],
    };
    if (audits.length === 0)
        return empty;
    const rounds = Map.groupBy(audits, ({ output }) => output.claimed.round ?? 1);
    const ratings = mergeRounds([...rounds.values()].map((agents) => mergeAgents(agents.map(rate))), true);
    const statuses = DIMENSIONS.map((dimension) => [dimension, statusOf(ratings[dimension])]);
    const applicable = statuses.filter(([, status]) => status !== 'not-applicable');
    const covered = applicable.filter(([, status]) => status === 'covered').length;
    return {
        ...empty,
        dimensions: Object.fromEntries(statuses.map(([dimension, status]) => [dimension, formatCoverageMark(status)])),
        gaps: applicable.filter(([, status]) => status !== 'covered').map(([dimension]) => dimension),
        ratio: applicable.length === 0 ? 1 : Math.floor((10_000 * covered) / applicable.length) / 10_000,
        met: complete && covered === applicable.length,
    };
}
function composeTruncation(collected) {
    const cut = collected.filter(({ output }) => !output.complete);
    return {
        agents: cut.map(({ name, output }) => {
            const severe = output.truncation === 'severe';
            return {
                agent: name,
                severity: severe ? 'severe' : 'mild',
                recovery: severe ? 'discarded: retry with half the scope' : `${output.findings.length} whole findings kept`,
            };
        }),
        coverage_gaps: [...new Set(cut.flatMap(gapsOf))],
        unrecovered_findings: collected.reduce((sum, { output }) => sum + output.unrecovered.count, 0),
        needs_reaudit: collected.flatMap(({ name, output }) => output.needsReaudit.map(({ id, file }) => ({ agent: name, id: id ?? '', file }))),
    };
}
const gapsOf = ({ name, output }) => output.claimed.dimensions.length > 0 ? output.claimed.dimensions : [`files of ${name}`];
function composeSignal(collected, complete) {
    const open = collected.filter(({ output }) => !output.complete || isPartial(output)).map(({ name }) => name);
    return buildResearchSignal({
        topics: collected.map(({ name }) => name),
        findingsTotal: collected.reduce((sum, { findings }) => sum + findings.length, 0),
        reportsCreated: collected.length,
        usagePercent: 0,
        workRemaining: open.length === 0 ? 0 : open,
        requiresContinuation: !complete,
        next: complete ? 'COMPLETE' : 'Follow up',
    });
}
