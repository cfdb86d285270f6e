/** Attack chains as the report shows them: under final ids and severities, each pair once, those followed first (FACT-07). */
import { combineSeverity } from '../../protocol/attack-chains.js';
import { compareSeverity } from '../../protocol/severity.js';
export function composeChains(chains, findings, finalIds) {
    const byId = new Map(findings.map((finding) => [finding.id, finding]));
    const kept = new Map();
    for (const chain of chains) {
        const ids = chain.findings.map((id) => finalIds.get(id) ?? id);
        const [opener, follower] = ids.map((id) => byId.get(id));
        const isWhole = opener !== undefined && follower !== undefined && opener !== follower;
        if (!isWhole || opener.status === 'rejected' || follower.status === 'rejected')
            continue;
        const key = `${chain.title}\0${ids.join('\0')}`;
        const known = kept.get(key);
        if (known !== undefined && rank(known) <= rank(chain))
            continue;
        kept.set(key, toReport(chain, ids, combineSeverity(opener.severity, follower.severity)));
    }
    return [...kept.values()]
        .sort(compareChains)
        .map((chain, i) => ({ ...chain, id: `AC-${String(i + 1).padStart(2, '0')}` }));
}
const toReport = (chain, ids, severity) => ({
    id: chain.id,
    title: chain.title,
    findings: ids,
    preconditions: chain.preconditions,
    steps: chain.steps.map((step, i) => step.replace(/^[A-Z]+-?\d+/u, ids[i] ?? '')),
    severity,
    standing: chain.standing,
    amplification: chain.amplification,
    reason: chain.reason,
});
const STANDINGS = ['shown', 'unverified', 'candidate'];
const rank = ({ standing }) => STANDINGS.indexOf(standing);
const compareChains = (a, b) => rank(a) - rank(b) || compareSeverity(a.severity, b.severity);
