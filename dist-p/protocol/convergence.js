/**
 * What comes after a round: another one, the emergency round, the deep dive, or the end of hunting (CONVERGE-01..06,
 * EVALUATE-03..04, AUD-02, AUD-03, AUD-06). The order of the checks is the rule: cap, questions, gaps.
 */
import { countLaterRoundAgents } from './agent-count.js';
import { coverageOf, isCoverageMet } from './audit-coverage.js';
import { AUDIT_MODE_PROFILES } from './audit-mode.js';
import { DIMENSIONS } from './dimension.js';
import { decideEmergency, settleRatings } from './emergency.js';
import { answersCallForRound } from './evaluation.js';
import { listGaps, TOLERATED_GAPS } from './gaps.js';
import { planTurns } from './turns.js';
export function decideNextRound(state) {
    if (state.huntFailed)
        return { kind: 'incomplete', ...endHunt(state, 'audit incomplete: the restart failed too') };
    const gaps = listGaps(coverageOf(state.ratings));
    const verdict = judgeRound(state, gaps);
    if (verdict.kind === 'continue') {
        const round = state.round + 1;
        return {
            kind: 'next-round',
            reason: verdict.reason,
            round,
            agents: countLaterRoundAgents(state),
            maxTurns: planTurns(round).maxTurns,
            dimensions: chooseDimensions(state, gaps),
        };
    }
    const emergency = decideEmergency(state);
    if (emergency.kind === 'refused')
        return { kind: 'converge', ...endHunt(state, verdict.reason) };
    return {
        kind: 'emergency',
        reason: `${verdict.reason}; ${emergency.dimensions.join(', ')} still open`,
        round: state.round + 1,
        agents: emergency.agents,
        maxTurns: emergency.maxTurns,
        dimensions: emergency.dimensions,
    };
}
function chooseDimensions(state, gaps) {
    if (gaps.length > 0)
        return gaps;
    const applicable = DIMENSIONS.filter((dimension) => state.ratings[dimension] !== 'not-applicable');
    const alarming = applicable.filter((dimension) => state.alarmingDimensions.includes(dimension));
    return alarming.length > 0 ? alarming : applicable;
}
function judgeRound(state, gaps) {
    const { maxRounds, asksQuestions } = AUDIT_MODE_PROFILES[state.mode];
    if (state.emergencyUsed)
        return { kind: 'stop', reason: 'the emergency round is over' };
    if (state.round >= maxRounds)
        return { kind: 'stop', reason: `round limit of ${maxRounds} reached` };
    if (asksQuestions && state.answers === null)
        return { kind: 'continue', reason: 'the three questions are unanswered' };
    if (asksQuestions && state.answers !== null && answersCallForRound(state.answers))
        return { kind: 'continue', reason: describeAnswers(state.answers) };
    if (gaps.length > TOLERATED_GAPS)
        return { kind: 'continue', reason: `${gaps.length} gaps: ${gaps.join(', ')}` };
    return { kind: 'stop', reason: gaps.length === 0 ? 'no gaps' : `only ${gaps.length} gaps: ${gaps.join(', ')}` };
}
function describeAnswers({ unsearched, allTraced, combinations }) {
    const open = [
        unsearched ? 'planned areas are unsearched' : null,
        allTraced ? null : 'entry points are not traced to their sinks',
        combinations ? 'findings of different modules may combine' : null,
    ];
    return open.filter((text) => text !== null).join('; ');
}
function endHunt(state, reason) {
    const coverage = coverageOf(AUDIT_MODE_PROFILES[state.mode].fullProtocol ? settleRatings(state.ratings) : state.ratings);
    return { reason, coverage, met: isCoverageMet(coverage, state), notMet: listGaps(coverage) };
}
