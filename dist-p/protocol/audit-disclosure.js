/** What an audit report must admit: cut agents, the gaps they left, lost findings, dimensions not met (REPORT-01..04). */
import { DIMENSION_PROFILES, formatCoverageMark } from './dimension.js';
import { listGaps } from './gaps.js';
const RETRY_WORDS = {
    completed: 'retry completed',
    truncated: 'retry cut too, left to the next round',
    failed: 'retry failed, left to the next round',
};
/** How an agent's cut output was recovered: `3 kept`, `output discarded; retry completed`. */
export function formatRecovery(agent) {
    const kept = agent.severity === 'mild' ? `${agent.keptFindings} kept` : 'output discarded';
    return agent.retry === null ? kept : `${kept}; ${RETRY_WORDS[agent.retry]}`;
}
/** Dimensions of cut agents that are still open at the end. */
export function listTruncationGaps(record) {
    const touched = new Set(record.truncatedAgents.flatMap(({ dimensions }) => dimensions));
    return listGaps(record.coverage).filter((dimension) => touched.has(dimension));
}
export const formatLostFindings = ({ count, isLowerBound }) => `Findings that could not be recovered: ${isLowerBound ? 'at least ' : ''}${count}`;
export const formatNotMet = (dimension, coverage, shortfalls = []) => `${dimension} ${DIMENSION_PROFILES[dimension].name}: not met (${formatCoverageMark(coverage[dimension])})${shortfalls.length === 0 ? '' : `: ${shortfalls.join('; ')}`}`;
/** Every limitation as one line of the report; the count of lost findings is always among them. */
export function listDisclosures(record) {
    const gaps = listTruncationGaps(record);
    return [
        ...(record.incompleteReason === null ? [] : [`audit incomplete: ${record.incompleteReason}`]),
        ...(record.validated ? [] : ['findings were not validated']),
        ...record.truncatedAgents.map((agent) => `${agent.agentId}: ${agent.severity} truncation, ${formatRecovery(agent)}`),
        ...(gaps.length === 0 ? [] : [`Coverage gaps that truncation may have caused: ${gaps.join(', ')}`]),
        formatLostFindings(record.lostFindings),
        ...listGaps(record.coverage).map((dimension) => formatNotMet(dimension, record.coverage, record.shortfalls?.[dimension])),
    ];
}
