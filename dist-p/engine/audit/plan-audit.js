import { countFirstRoundAgents } from '../../protocol/agent-count.js';
import { LIBRARY_INAPPLICABLE } from '../../protocol/coverage-evidence.js';
import { dealDimensions } from '../../protocol/deal-dimensions.js';
import { DIMENSIONS } from '../../protocol/dimension.js';
import { orderDimensions } from '../../protocol/state-transfer-rules.js';
import { planTurns, toolCallLimit } from '../../protocol/turns.js';
import { mapLanguages } from './language-areas.js';
/** Whether this file is to be looked at in this dimension. */
export const isAskedCell = ({ dimensions, cellPaths }, dimension, path) => dimensions.includes(dimension) && (cellPaths === null || (cellPaths[dimension] ?? []).includes(path));
export function planAudit(facts) {
    const wanted = facts.dimensions ?? DIMENSIONS;
    const isOut = (dimension) => facts.recon.isLibrary && LIBRARY_INAPPLICABLE.includes(dimension);
    const dimensions = wanted.filter((dimension) => !isOut(dimension));
    const agents = countFirstRoundAgents({
        loc: facts.loc,
        applicableDimensions: dimensions.length,
        requestedAgents: facts.requestedAgents,
    });
    return {
        mode: facts.mode,
        loc: facts.loc,
        files: facts.files.length,
        isLibrary: facts.recon.isLibrary,
        dimensions,
        notApplicable: wanted.filter(isOut),
        cellPaths: facts.cellPaths,
        seats: seatAgents({
            dimensions,
            agents,
            turns: planTurns(1),
            files: facts.files,
            gaps: [],
            cellPaths: facts.cellPaths,
        }),
    };
}
/** One seat for every set of files: an agent that has two dimensions looks at the same files in both. */
function seatCells({ dimensions, turns, files, gaps }, cellPaths) {
    const bySet = Map.groupBy(dimensions, (dimension) => (cellPaths[dimension] ?? []).join('\n'));
    return [...bySet.values()].map((hand) => {
        const paths = new Set(hand.flatMap((dimension) => cellPaths[dimension] ?? []));
        return {
            dimensions: orderDimensions(hand, gaps),
            turns,
            files: files.filter(({ path }) => paths.has(path)),
            maxFindings: null,
        };
    });
}
/** Deals the dimensions by track and language, gaps first; agents that share all of that split the files between them. */
export function seatAgents(request) {
    const { dimensions, agents, turns, files, gaps, cellPaths } = request;
    if (cellPaths !== null)
        return seatCells(request, cellPaths);
    const { shares, areaOf } = mapLanguages(files);
    return dealDimensions(dimensions, agents, shares).map(({ dimensions: hand, languages, part, parts }) => {
        const area = languages === null
            ? files
            : files.filter(({ path }) => languages.includes(areaOf(path) ?? shares[0]?.language ?? ''));
        return {
            dimensions: orderDimensions(hand, gaps),
            turns,
            files: splitFiles(area, part, parts),
            maxFindings: null,
        };
    });
}
/** Consecutive shares, so that a folder stays together. */
const splitFiles = (files, part, parts) => files.slice(Math.floor((part * files.length) / parts), Math.floor(((part + 1) * files.length) / parts));
export const toTask = (seat, agentId, facts) => ({
    agentId,
    round: facts.round,
    emergency: facts.emergency,
    mode: facts.mode,
    dimensions: seat.dimensions,
    turns: seat.turns,
    maxToolCalls: toolCallLimit(facts.loc, seat.turns.documentTurns > 0),
    maxFindings: seat.maxFindings,
    files: seat.files,
    recon: facts.recon,
    hotspots: facts.hotspots,
    findings: facts.findings,
    transfer: facts.transfer,
});
/** The seats as an estimate sees them. */
export const toHunters = ({ seats }) => seats.map(({ turns, files }) => ({
    maxTurns: turns.maxTurns,
    budgetTokens: turns.budgetTokens,
    scopeTokens: files.reduce((sum, { tokens }) => sum + tokens, 0),
}));
