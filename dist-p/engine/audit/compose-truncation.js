/** Cut agents, how each was recovered, and how many findings are known to be lost (REPORT-01..03, AUD-16). */
import { formatRecovery, listTruncationGaps, } from '../../protocol/audit-disclosure.js';
export function listTruncated({ hunts }) {
    const retries = new Map(hunts.flatMap((hunt) => (hunt.retryOf === null ? [] : [[hunt.retryOf, hunt]])));
    return hunts.filter(isCut).map((hunt) => {
        const retry = retries.get(hunt.agentId);
        const agent = {
            agentId: hunt.agentId,
            severity: hunt.result.output.truncation === 'severe' ? 'severe' : 'mild',
            keptFindings: hunt.findings.length,
            retry: retry === undefined ? null : endOf(retry),
            dimensions: hunt.dimensions,
        };
        return { ...agent, recovery: formatRecovery(agent) };
    });
}
const isCut = ({ result }) => result.ending === 'replied' && result.output.truncation !== 'none';
function endOf(hunt) {
    if (hunt.result.ending !== 'replied')
        return 'failed';
    return isCut(hunt) ? 'truncated' : 'completed';
}
/** Findings begun and not usable, of every output, and those a reduced retry brought beyond its limit. */
export function countLost({ hunts }) {
    const lost = hunts.map(({ result }) => result.output.unrecovered);
    return {
        count: lost.reduce((sum, { count }) => sum + count, 0) + hunts.reduce((sum, hunt) => sum + hunt.refusedFindings, 0),
        isLowerBound: hunts.some((hunt) => isCut(hunt) && hunt.result.output.unrecovered.atLeast),
    };
}
export const composeTruncation = (state, coverage) => {
    const truncatedAgents = listTruncated(state);
    return {
        agents: truncatedAgents.map(({ agentId, severity, recovery }) => ({ agent: agentId, severity, recovery })),
        coverage_gaps: listTruncationGaps({ truncatedAgents, coverage }),
        unrecovered_findings: countLost(state).count,
        needs_reaudit: state.hunts.flatMap(({ agentId, needsReaudit }) => needsReaudit.map(({ id, file }) => ({ agent: agentId, id, file }))),
    };
};
