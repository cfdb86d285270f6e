import { CONFIDENCE, claimFinding } from '../../protocol/finding.js';
import { AUDIT_RULES, mergeFindings } from '../../protocol/merge.js';
import { subjectsOf } from '../../protocol/mergeable.js';
import { listCounted, listRefused } from './audit-state.js';
import { isAskedCell } from './plan-audit.js';
export const BASELINE_AGENT = 'baseline';
export const SEMGREP_AGENT = 'semgrep';
export function listCandidates(state) {
    const voices = [...listCounted(state), ...listBaseline(state), ...listSemgrep(state)].map(toVoice);
    return mergeFindings(voices, AUDIT_RULES).map(({ representative, members, severity, line, endLine }) => {
        const all = members.map(({ finding }) => finding);
        const lead = representative.finding;
        return {
            id: [...all].sort(compareIds)[0]?.id ?? lead.id,
            agent: lead.agent,
            severity,
            selfCheck: all.some(({ claim }) => claim.originallyTruncated) ? 'skip' : lead.selfCheck,
            lead,
            members: all,
            line: line ?? lead.claim.line,
            endLine: Math.max(line ?? lead.claim.line, endLine ?? lead.claim.endLine),
            isSemgrepOnly: all.every(({ agent }) => agent === SEMGREP_AGENT),
        };
    });
}
/** What the host itself turned down: at the place of a known false positive, or not in the code. Each stays on its own. */
export function listSetAside(state) {
    const paths = new Set(state.survey.files.map(({ path }) => path));
    return listRefused(state)
        .filter(({ claim }) => paths.has(claim.file))
        .map((lead) => ({
        id: lead.id,
        agent: lead.agent,
        severity: lead.claim.severity,
        selfCheck: lead.selfCheck,
        lead,
        members: [lead],
        line: lead.claim.line,
        endLine: lead.claim.endLine,
        isSemgrepOnly: false,
    }));
}
/** Findings that name no file of the scope: there is no place to show them at. */
export function countHomeless(state) {
    const paths = new Set(state.survey.files.map(({ path }) => path));
    return listRefused(state).filter(({ claim }) => !paths.has(claim.file)).length;
}
/** Agents' numbers before those of scanners, then by number. */
const compareIds = (a, b) => rankId(a) - rankId(b) || (a.id < b.id ? -1 : 1);
const rankId = ({ agent }) => (agent === SEMGREP_AGENT ? 2 : agent === BASELINE_AGENT ? 1 : 0);
const toVoice = (finding) => ({
    ...finding.claim,
    subjects: subjectsOf(finding.claim.extra),
    id: finding.id,
    agent: finding.agent,
    line: finding.claim.isPlaced ? finding.claim.line : null,
    endLine: finding.claim.isPlaced ? finding.claim.endLine : null,
    finding,
});
/** What the analyzers found and no agent reported: no model can talk it away. */
export function listBaseline(state) {
    const reported = new Set(listCounted(state).flatMap(({ claim }) => (claim.rule === null ? [] : [keyOf(claim.rule, claim.file, claim.line)])));
    const paths = new Set(state.survey.files.map(({ path }) => path));
    const own = (state.baseline?.embedded.findings ?? []).filter(({ rule, file, line, dimension }) => file !== null &&
        line !== null &&
        paths.has(file) &&
        dimension !== null &&
        isAskedCell(state.plan, dimension, file) &&
        !reported.has(keyOf(rule ?? '', file, line)));
    return own.map((claim, i) => toAuditFinding(claim, `B${String(i + 1).padStart(3, '0')}`, BASELINE_AGENT));
}
const keyOf = (rule, file, line) => `${rule}\0${file}\0${line}`;
const SEVERITY_OF = {
    ERROR: 'HIGH',
    WARNING: 'MEDIUM',
    INFO: 'LOW',
    UNKNOWN: 'LOW',
};
function listSemgrep(state) {
    const paths = new Set(state.survey.files.map(({ path }) => path));
    return (state.baseline?.semgrep.findings ?? [])
        .filter(({ path }) => paths.has(path))
        .map((hit) => toAuditFinding(claimFinding({
        severity: SEVERITY_OF[hit.severity],
        title: hit.check_id,
        issue: hit.message ?? hit.check_id,
        cwe: hit.cwe ?? null,
        file: hit.path,
        line: hit.start_line,
        endLine: hit.end_line,
        confidence: CONFIDENCE.medium,
        rule: hit.check_id,
    }), hit.finding_id, SEMGREP_AGENT));
}
const toAuditFinding = (claim, id, agent) => ({
    id,
    agent,
    round: 1,
    claim: acceptScanned(claim),
    selfCheck: 'skip',
    isFlagged: false,
});
/** A scanner's place is the scanner's word: it read the file itself. */
const acceptScanned = (claim) => {
    const line = Math.max(1, claim.line ?? 1);
    return {
        ...claim,
        file: claim.file ?? 'unknown',
        line,
        endLine: Math.max(line, claim.endLine ?? line),
        status: 'confirmed',
        introduced: true,
        doubt: null,
        depth: 'full',
        isPlaced: claim.line !== null,
        model: null,
        quote: claim.evidence,
    };
};
/** The candidate as a validator sees it: under its own id, at its merged place, with the rule of an analyzer that found it too. */
export const toValidated = ({ id, severity, lead, members, line, endLine }) => ({
    ...lead.claim,
    rule: lead.claim.rule ?? members.find(({ agent }) => agent === BASELINE_AGENT)?.claim.rule ?? null,
    id,
    severity,
    line,
    endLine,
    agent: lead.agent,
    round: lead.round,
});
