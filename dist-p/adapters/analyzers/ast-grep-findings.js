import { CONFIDENCE, claimFinding } from '../../protocol/finding.js';
const MAX_EVIDENCE_LINES = 3;
const MAX_EVIDENCE_WIDTH = 300;
const SHOWN_CHARACTERS = 5;
/** Where a finding is shown: of a chain over several lines the line of the method, not that of the first call. */
export function startOf(node) {
    const { start } = node.range();
    const callee = node.field('function')?.range();
    const isChain = callee !== undefined && callee.start.index === start.index && callee.end.line > start.line;
    return isChain ? { line: callee.end.line, column: 0 } : start;
}
const linesOf = (text) => text.split('\n').map((line) => line.replace(/\r$/u, ''));
/** The lines of the match, or of the source where the rule says so. */
export function placeOf({ taint }, { node, trace }) {
    if (taint?.place === 'source' && trace)
        return { start: { line: trace.sourceLine - 1, column: 0 }, endLine: trace.sourceLine - 1 };
    return { start: startOf(node), endLine: node.range().end.line };
}
export function toFinding(rule, file, { node, trace }) {
    const { start, endLine } = placeOf(rule, { node, trace });
    const line = start.line + 1;
    const assumed = trace !== null && trace.kind !== 'source';
    const claim = claimFinding({
        severity: assumed ? (rule.taint?.assumed ?? easeSeverity(rule.severity)) : rule.severity,
        category: rule.category,
        dimension: rule.dimension,
        // The CWE of a finding marks a security alarm; the weakness behind a matter of quality is linked under references.
        cwe: rule.dimension !== null || rule.alarm ? rule.cwe : null,
        title: rule.title,
        issue: rule.message,
        evidence: maskSecret(quote(linesOf(file.text), start, endLine), node, rule),
        recommendation: rule.fix,
        references: rule.references,
        extra: {
            ...rule.extra,
            ...(rule.category === 'secrets' ? { redacted: true } : {}),
            ...(assumed ? { assumed_source: true } : {}),
        },
        confidence: CONFIDENCE[assumed ? lower(rule.confidence) : rule.confidence],
        ...(trace ? describeTrace(trace, node, startOf(node).line + 1) : {}),
    });
    return { ...claim, reviewer: rule.reviewer, file: file.path, line, endLine: endLine + 1, rule: rule.id };
}
/** A parameter is untrusted only if some caller makes it so: a step milder, and no ground to block (veto.ts). */
const MILDER = { CRITICAL: 'HIGH', HIGH: 'MEDIUM' };
const easeSeverity = (severity) => MILDER[severity] ?? severity;
const lower = (confidence) => (confidence === 'high' ? 'medium' : 'low');
/** The matched lines as they stand in the file; of a very long line the part that matched. */
function quote(lines, start, endLine) {
    const quoted = lines.slice(start.line, Math.min(endLine + 1, start.line + MAX_EVIDENCE_LINES));
    return quoted
        .map((text, at) => {
        if (text.length <= MAX_EVIDENCE_WIDTH)
            return text;
        const from = at === 0 ? Math.min(start.column, text.length - MAX_EVIDENCE_WIDTH) : 0;
        return text.slice(from, from + MAX_EVIDENCE_WIDTH);
    })
        .join('\n');
}
/** A rule about secrets names the literal SECRET; a report shows only how it begins. */
function maskSecret(evidence, node, { category }) {
    const secret = category === 'secrets' ? node.getMatch('SECRET')?.text() : undefined;
    return secret ? evidence.replaceAll(secret, `${secret.slice(0, SHOWN_CHARACTERS)}…${secret.slice(-1)}`) : evidence;
}
function describeTrace(trace, sink, line) {
    const steps = [...trace.lines, line].filter((step, at, all) => step !== all[at - 1]);
    return {
        source: `${brief(trace.source)} :${trace.sourceLine}`,
        sink: `${brief(sink.text())} :${line}`,
        flow: steps.map((step) => `:${step}`).join(' → '),
    };
}
const brief = (text) => {
    const flat = text.replace(/\s+/gu, ' ');
    return flat.length > 120 ? `${flat.slice(0, 119)}…` : flat;
};
