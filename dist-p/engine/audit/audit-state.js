import { moduleOf } from '../../protocol/audit-recon.js';
import { findTraits } from '../../protocol/chain-traits.js';
import { isAskedCell } from './plan-audit.js';
export const listFindings = (state) => state.hunts.flatMap(({ findings }) => findings);
/** What the host set aside: known false positives, and what its own check did not find in the code. */
export const listRefused = (state) => listFindings(state).filter(({ isFlagged, claim }) => isFlagged || claim.status === 'rejected');
export const listCounted = (state) => listFindings(state).filter(({ isFlagged, claim }) => !isFlagged && claim.status !== 'rejected');
export const toKnown = ({ id, agent, round, claim }) => ({ ...claim, id, agent, round });
/** Hotspots agents named and the places of grave findings of the baseline in what was asked for, each once. */
export function listHotspots(state) {
    const named = state.hunts.flatMap(({ result }) => result.trail.hotspots);
    const scanned = (state.baseline?.embedded.findings ?? []).flatMap((finding) => {
        const { file, line, dimension } = finding;
        const isGrave = finding.severity === 'CRITICAL' || finding.severity === 'HIGH';
        if (!isGrave || file === null || line === null)
            return [];
        if (dimension !== null && !isAskedCell(state.plan, dimension, file))
            return [];
        return [{ file, lines: { start: line, end: finding.endLine ?? line }, reason: finding.title }];
    });
    const seen = new Set();
    return [...named, ...scanned].filter(({ file, lines }) => {
        const key = `${file}:${lines.start}-${lines.end}`;
        return !seen.has(key) && seen.add(key);
    });
}
const isGrave = ({ claim }) => claim.severity === 'CRITICAL' || claim.severity === 'HIGH';
/** Dimensions with a hotspot or a Critical or High finding (AUD-07). */
export function listAlarming(state) {
    const dimensions = new Set();
    for (const finding of listCounted(state))
        if (isGrave(finding) && finding.claim.dimension !== null)
            dimensions.add(finding.claim.dimension);
    const spots = Map.groupBy(state.recon.spots, ({ file }) => file);
    for (const { file, lines } of listHotspots(state))
        for (const spot of spots.get(file) ?? [])
            if (spot.line >= lines.start && spot.line <= lines.end)
                dimensions.add(spot.dimension);
    return [...dimensions];
}
const summaryStatusOf = ({ claim, selfCheck, isFlagged }) => {
    if (isFlagged || claim.status === 'rejected')
        return 'rejected';
    if (claim.originallyTruncated)
        return 'originally_truncated';
    return selfCheck === 'pass' ? 'pre_validated' : 'unvalidated';
};
/** What is handed to the next round, from the records of all rounds so far. */
export const buildHistory = (state, coverage) => ({
    coverage,
    filesRead: state.hunts.flatMap(({ result }) => result.trail.filesRead),
    cleanFiles: state.hunts.flatMap(({ result }) => result.trail.cleanFiles),
    falsePositives: state.hunts.flatMap(({ result }) => result.trail.falsePositives),
    hotspots: listHotspots(state),
    searches: state.hunts.flatMap(({ result }) => result.trail.searches),
    findings: [
        ...listFindings(state).map((finding) => ({
            id: finding.id,
            severity: finding.claim.severity,
            cwe: finding.claim.cwe,
            file: finding.claim.file,
            status: summaryStatusOf(finding),
        })),
        ...state.hunts.flatMap(({ agentId, needsReaudit }) => needsReaudit.flatMap(({ id, file }) => file === null
            ? []
            : [{ id: `${agentId}/${id}`, severity: 'LOW', cwe: null, file, status: 'needs_reaudit' }])),
    ],
});
export const toModuleFinding = (recon, { id, claim }) => ({
    id,
    severity: claim.severity,
    dimension: claim.dimension,
    traits: findTraits(claim),
    title: claim.title,
    file: claim.file,
    line: claim.line,
    module: moduleOf(recon, claim.file),
});
export const cellKey = ({ dimension, path, endpoint }) => `${dimension}\0${endpoint === undefined ? path : `${endpoint.place} ${endpoint.label}`}`;
/** Best status of each dimension and file, or endpoint, over all agents and rounds. */
export function mergeCells(hunts) {
    const rank = { missing: 0, shallow: 1, covered: 2 };
    const best = new Map();
    for (const { result } of hunts)
        for (const cell of result.trail.cells) {
            const key = cellKey(cell);
            const known = best.get(key);
            if (known === undefined || rank[cell.status] > rank[known.status])
                best.set(key, cell);
        }
    return [...best.values()];
}
export const roundRatingsOf = (rounds) => rounds.map(({ evaluation }) => evaluation.roundRatings);
