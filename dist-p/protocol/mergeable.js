/** What a finding must tell to be compared with others, and the one order in which findings are compared (FACT-09). */
import { compareSeverity } from './severity.js';
export const sittingOf = ({ agent, sitting }) => sitting ?? agent;
export const isPlaced = ({ file, line }) => file !== null && line !== null;
export const firstLine = ({ line }) => line ?? 0;
export const lastLine = ({ line, endLine }) => Math.max(line ?? 0, endLine ?? 0);
/** Names of the dependencies a finding is about (FACT-12), without their versions. */
export const subjectsOf = ({ dependency }) => typeof dependency !== 'string'
    ? []
    : dependency.split(',').flatMap((name) => name
        .trim()
        .toLowerCase()
        .replace(/(?<=.)@[^@/]*$/u, '') || []);
const ORDER_KEYS = ['cwe', 'rule', 'category', 'agent', 'id', 'title', 'issue', 'evidence', 'source', 'flow'];
/** A total order on everything that tells two findings apart, by place first. */
export function compareFindings(a, b) {
    const byPlace = firstLine(a) - firstLine(b) || lastLine(a) - lastLine(b) || compareSeverity(a.severity, b.severity);
    if (byPlace !== 0)
        return byPlace;
    for (const key of ORDER_KEYS) {
        const left = a[key] ?? '';
        const right = b[key] ?? '';
        if (left !== right)
            return left < right ? -1 : 1;
    }
    const [left, right] = [sittingOf(a), sittingOf(b)];
    if (left !== right)
        return left < right ? -1 : 1;
    return b.confidence - a.confidence;
}
/** Its words; a title that only repeats the beginning counts once. */
export const textOf = ({ title, issue }) => (issue.includes(title) ? issue : `${title}\n${issue}`);
/** The one that tells it best: the surest, then with a flow, then the gravest, then an agent before a rule (FACT-09). */
export const pickTelling = (members) => members.reduce((best, member) => (compareTelling(member, best) < 0 ? member : best));
const compareTelling = (a, b) => b.confidence - a.confidence ||
    Number(b.flow !== null) - Number(a.flow !== null) ||
    compareSeverity(a.severity, b.severity) ||
    Number(a.rule !== null) - Number(b.rule !== null);
