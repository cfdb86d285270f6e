import { compareSeverity } from '../protocol/severity.js';
export const groupCandidates = ({ attack_chains: chains }) => [
    ...Map.groupBy(chains.filter(({ standing }) => standing === 'candidate'), ({ title }) => title),
].map(([title, own]) => ({
    title,
    severity: own.map(({ severity }) => severity).toSorted(compareSeverity)[0] ?? 'LOW',
    pairs: own.length,
    preconditions: [...new Set(own.flatMap(({ preconditions }) => preconditions))],
    openers: listSteps(own, 0),
    followers: listSteps(own, 1),
    amplification: own[0]?.amplification ?? '',
}));
const listSteps = (chains, at) => [...new Set(chains.flatMap(({ steps }) => steps.slice(at, at + 1)))].sort();
/** How a chain that is no mere candidate stands, in words. */
export const describeLink = ({ standing, reason }) => standing === 'shown'
    ? `link: ${reason ?? 'followed in the deep dive'}`
    : `not verified: an agent says it holds${reason ? ` (${reason})` : ''}, but its lines were not all delivered to it`;
