/**
 * Findings that mean the same, put together, weighed, ranked and numbered (FACT-09, FACT-14, AUD-22, AUD-27). Nothing is
 * dropped: every finding is a member of exactly one group. The result does not depend on the order of the findings.
 */
import { groupPlaced } from './group-placed.js';
import { groupVague } from './group-vague.js';
import { compareFindings, firstLine, isPlaced, lastLine, pickTelling } from './mergeable.js';
import { comparePaths } from './priority.js';
import { compareSeverity, highestSeverity } from './severity.js';
/** Two near lines of one agent are two problems. */
export const REVIEW_RULES = { joinsOwn: false };
/** Near findings are one, whoever reported them (FACT-09). */
export const AUDIT_RULES = { joinsOwn: true };
export function mergeFindings(findings, rules = REVIEW_RULES) {
    const merged = [];
    for (const [, { placed, vague }] of [...sortIntoFiles(findings)].sort(([a], [b]) => comparePaths(a, b))) {
        const places = groupPlaced(placed.sort(compareFindings), rules);
        for (const members of groupVague(places, vague.sort(compareFindings)))
            merged.push(summarize(members));
    }
    return merged;
}
function sortIntoFiles(findings) {
    const files = new Map();
    for (const finding of findings) {
        const key = finding.file ?? '';
        let file = files.get(key);
        if (file === undefined) {
            file = { placed: [], vague: [] };
            files.set(key, file);
        }
        (isPlaced(finding) ? file.placed : file.vague).push(finding);
    }
    return files;
}
function summarize(members) {
    const placed = members.filter(isPlaced);
    return {
        representative: pickTelling(placed.length > 0 ? placed : members),
        members,
        severity: members.map(({ severity }) => severity).reduce(highestSeverity),
        line: placed.length > 0 ? placed.reduce((line, member) => Math.min(line, firstLine(member)), Infinity) : null,
        endLine: placed.length > 0 ? placed.reduce((line, member) => Math.max(line, lastLine(member)), 0) : null,
    };
}
/** Confidence of all voices together: each once with its best, so that a second one raises it and a partial one counts less. */
export function consensusConfidence(votes) {
    const best = new Map();
    for (const { agent, confidence, weight } of votes)
        best.set(agent, Math.max(best.get(agent) ?? 0, confidence * weight));
    return 1 - [...best.values()].reduce((doubt, sureness) => doubt * (1 - sureness), 1);
}
/** Most severe first, then the surest, then the one more agents agree on, then by place. */
export const rankFindings = (findings) => findings.toSorted((a, b) => compareSeverity(a.severity, b.severity) ||
    b.confidence - a.confidence ||
    b.agreement.k - a.agreement.k ||
    comparePaths(a.file, b.file) ||
    a.line - b.line ||
    comparePaths(a.title, b.title));
/** Final ids `C-01`, `H-01`, `M-01`, `L-01`, in the order given. */
export function numberFindings(sorted) {
    const counts = new Map();
    return sorted.map((finding) => {
        const number = (counts.get(finding.severity) ?? 0) + 1;
        counts.set(finding.severity, number);
        return { ...finding, id: `${finding.severity.charAt(0)}-${String(number).padStart(2, '0')}` };
    });
}
