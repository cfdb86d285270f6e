/**
 * ROUND_N_EVALUATION: first truncation, then coverage, then the three questions, always in this order (EVALUATE-01..03,
 * AUD-01). What follows from it is decided in convergence.ts.
 */
import { hasCombination } from './attack-chains.js';
import { coverageOf, coverageRatio, isCoverageMet, limitRatings, mergeAgents, mergeRounds, } from './audit-coverage.js';
import { AUDIT_MODE_PROFILES } from './audit-mode.js';
import { listGaps } from './gaps.js';
export function evaluateRound(evidence) {
    const steps = ['detect-truncation'];
    const interrupted = evidence.agents.filter(({ ending }) => ending !== 'completed');
    steps.push('rate-coverage');
    const roundRatings = mergeAgents(rateAgents(evidence.agents));
    const merged = mergeRounds([...evidence.earlierRounds, roundRatings], evidence.isLibrary);
    const ratings = limitRatings(merged, evidence.asked);
    const coverage = coverageOf(ratings);
    const asks = AUDIT_MODE_PROFILES[evidence.mode].asksQuestions;
    if (asks)
        steps.push('ask-questions');
    return {
        steps,
        interruptedAgents: interrupted.map(({ agentId }) => agentId),
        roundRatings,
        ratings,
        coverage,
        gaps: listGaps(coverage),
        ratio: coverageRatio(coverage),
        met: isCoverageMet(coverage, evidence),
        answers: asks ? answerQuestions(evidence.questions) : null,
    };
}
/** An agent that was retried still answers for the dimensions its retry did not take over. */
function rateAgents(agents) {
    const retried = new Map(agents.filter(({ retryOf }) => retryOf !== null).map((retry) => [retry.retryOf, retry]));
    return agents.map((agent) => {
        const takenOver = retried.get(agent.agentId)?.dimensions ?? [];
        return rateAgent(agent, agent.dimensions.filter((dimension) => !takenOver.includes(dimension)));
    });
}
/** An interrupted agent's dimensions are shallow, whatever it claims (TRUNC-09, TRUNC-11, REGISTRY-07). */
function rateAgent(agent, dimensions) {
    const interruption = agent.keptFindings > 0 ? 'interrupted' : 'interrupted-empty';
    const rate = (dimension) => agent.ending === 'completed' ? (agent.ratings[dimension] ?? 'missing') : interruption;
    return Object.fromEntries(dimensions.map((dimension) => [dimension, rate(dimension)]));
}
export function answerQuestions(evidence) {
    const searched = new Set(evidence.searchedAreas);
    const traced = new Set(evidence.tracedEntryPoints);
    return {
        unsearched: evidence.plannedAreas.some((area) => !searched.has(area)),
        allTraced: evidence.entryPoints.every((entry) => traced.has(entry)),
        combinations: hasCombination(evidence.findings, new Set(evidence.followedFindings)),
    };
}
/** Only (no, yes, no) ends the rounds: full tracing is the good answer to the second question. */
export const answersCallForRound = ({ unsearched, allTraced, combinations }) => unsearched || !allTraced || combinations;
