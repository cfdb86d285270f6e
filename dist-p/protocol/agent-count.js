/** How many hunt agents a round gets (AGENTS-01..06, AUD-07, AUD-08); what each of them gets is dealt in deal-dimensions.ts. */
import { statusOf } from './audit-coverage.js';
import { DIMENSIONS } from './dimension.js';
import { CORE_DIMENSIONS } from './gaps.js';
const MAX_AGENTS = 9;
export function countFirstRoundAgents({ loc, applicableDimensions, requestedAgents }) {
    if (requestedAgents !== null)
        return Math.max(1, requestedAgents);
    return Math.max(1, Math.min(agentsForLoc(loc), applicableDimensions));
}
function agentsForLoc(loc) {
    if (loc < 500)
        return 1;
    if (loc < 5_000)
        return 2;
    if (loc < 40_000)
        return 3;
    if (loc < 70_000)
        return 4;
    if (loc <= 100_000)
        return 5;
    return Math.min(MAX_AGENTS, 5 + Math.floor((loc - 100_001) / 100_000));
}
/** Core dimensions that were only searched although something alarming lies in them (AUD-07). */
export const listCriticalShallow = ({ ratings, alarmingDimensions }) => CORE_DIMENSIONS.filter((dimension) => statusOf(ratings[dimension]) === 'shallow' && alarmingDimensions.includes(dimension));
export function countLaterRoundAgents(situation) {
    if (listCriticalShallow(situation).length > 0)
        return 3;
    const untouched = DIMENSIONS.filter((dimension) => ['missing', 'interrupted-empty'].includes(situation.ratings[dimension])).length;
    if (untouched >= 4)
        return 3;
    return untouched >= 2 ? 2 : 1;
}
