import { DIMENSION_PROFILES, DIMENSIONS } from '../protocol/dimension.js';
import { SEVERITIES } from '../protocol/severity.js';
export function listDimensionRows(report) {
    return DIMENSIONS.flatMap((dimension) => {
        const mark = report.coverage.dimensions[dimension];
        if (mark === undefined)
            return [];
        const cells = report.coverage.cells.filter((cell) => cell.dimension === dimension);
        const claims = new Set((report.audit?.agents ?? []).flatMap(({ claimed_coverage: said }) => said[dimension] ?? []));
        const { name, track } = DIMENSION_PROFILES[dimension];
        return [
            {
                dimension,
                name,
                track,
                mark,
                files: countCells(cells.filter(({ endpoint }) => endpoint === null)),
                endpoints: countCells(cells.filter(({ endpoint }) => endpoint !== null)),
                claimed: claims.has('✅') && mark !== '✅' ? 'claimed ✅' : null,
                reason: report.audit?.not_applicable.find((each) => each.dimension === dimension)?.reason ?? null,
            },
        ];
    });
}
function countCells(cells) {
    const count = (mark) => cells.filter(({ status }) => status === mark).length;
    return { covered: count('✅'), shallow: count('⚠️'), missing: count('❌') };
}
const describeCounts = ({ covered, shallow, missing }) => [
    covered > 0 ? `${covered} deep` : null,
    shallow > 0 ? `${shallow} searched` : null,
    missing > 0 ? `${missing} untouched` : null,
]
    .filter((part) => part !== null)
    .join(', ');
export function describeCells({ mark, files, endpoints, reason }) {
    if (mark === 'N/A')
        return reason ?? 'does not occur in this project';
    const [ofFiles, ofEndpoints] = [describeCounts(files), describeCounts(endpoints)];
    if (ofEndpoints === '')
        return ofFiles || 'no place in scope';
    return `endpoints: ${ofEndpoints}${ofFiles === '' ? '' : `; files: ${ofFiles}`}`;
}
export const listRoundLines = (report) => report.rounds.map(({ round, agents, findings, gaps, decision, reason }) => ({
    name: isEmergency(report.audit, round) ? `${round} (emergency)` : String(round),
    agents,
    findings,
    gaps: gaps.join(', ') || 'none',
    decision: `${decision}: ${reason}`,
}));
const isEmergency = (audit, round) => audit?.evaluations.some((evaluation) => evaluation.round === round && evaluation.emergency) ?? false;
/** How many findings of each severity ended how. */
export function countOutcomes(report) {
    return SEVERITIES.map((severity) => {
        const own = report.findings.filter((finding) => finding.severity === severity);
        const count = (status) => own.filter((finding) => finding.status === status).length;
        return {
            severity,
            counts: {
                confirmed: count('confirmed'),
                needs_manual: count('needs_manual'),
                unverified: count('unverified'),
                rejected: count('rejected'),
            },
        };
    });
}
/** One sentence for a reader who reads no further. */
export function summarizeAudit(report) {
    const { audit, coverage, findings, rounds } = report;
    const confirmed = findings.filter(({ status }) => status === 'confirmed');
    const grave = confirmed.filter(({ severity }) => severity === 'CRITICAL' || severity === 'HIGH').length;
    const open = coverage.gaps.length;
    const kind = audit?.recon.library ? 'a library' : 'an application';
    return [
        `${report.scope.files} files of ${kind} with ${audit?.permission_matrix.length ?? 0} HTTP endpoints were audited in ${rounds.length} round${rounds.length === 1 ? '' : 's'}.`,
        describeConfirmed(confirmed.length, grave),
        ...describeOpenFindings(findings),
        open === 0
            ? `Every dimension${Object.keys(coverage.dimensions).length < DIMENSIONS.length ? ' that was asked for' : ''} is covered.`
            : `${open} dimension${open === 1 ? ' is' : 's are'} not met: ${coverage.gaps.join(', ')}.`,
    ].join(' ');
}
const describeConfirmed = (confirmed, grave) => {
    if (confirmed === 0)
        return 'No finding is confirmed.';
    const grade = grave === 0 ? 'none of them' : grave === confirmed ? 'all of them' : `${grave} of them`;
    return confirmed === 1
        ? `1 finding is confirmed${grave === 1 ? ', critical or high' : ''}.`
        : `${confirmed} findings are confirmed, ${grade} critical or high.`;
};
/** What a person still has to look at. */
function describeOpenFindings(findings) {
    const manual = findings.filter(({ status }) => status === 'needs_manual').length;
    const unverified = findings.filter(({ status }) => status === 'unverified').length;
    if (manual + unverified === 0)
        return [];
    const parts = [
        ...(manual > 0 ? [`${manual} must be checked by hand`] : []),
        ...(unverified > 0 ? [`${unverified} nobody has verified`] : []),
    ];
    return [`${parts.join(', ')}.`];
}
const LISTED_IDS = 12;
/** Which grave findings have no score of their path, and why; null where all have one. */
export function describeUnscored({ audit, findings }) {
    const scored = new Set((audit?.path_scores ?? []).map(({ finding }) => finding));
    const open = findings.filter(({ id, severity, status }) => (severity === 'CRITICAL' || severity === 'HIGH') && status === 'confirmed' && !scored.has(id));
    if (audit === null || open.length === 0)
        return null;
    const rest = open.length - LISTED_IDS;
    const ids = open.slice(0, LISTED_IDS).map(({ id }) => id);
    return `Not scored, since no HTTP endpoint is known to lead there: ${ids.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
