/** Severity by score, and how far it may stand against the stated one (FACT-10). Uses what Phase 4 decided; validates nothing. */
import { compareSeverity, highestSeverity, SEVERITIES } from './severity.js';
const REACH = { 'no-login': 2, 'low-privilege': 1, admin: 0 };
const IMPACT = { total: 3, 'partial-sensitive': 2, local: 1 };
const COMPLEXITY = { simple: 0, 'multi-step': -1, 'special-environment': -2 };
const ENVIRONMENT = { default: 1, neutral: 0, custom: -1 };
const CHAIN = { none: 0, member: 1, root: 2 };
export function scoreRisk(factors) {
    const friction = Math.min(3, Math.max(0, factors.stringentConditions));
    return (REACH[factors.reach] +
        IMPACT[factors.impact] +
        COMPLEXITY[factors.complexity] -
        friction +
        ENVIRONMENT[factors.environment] +
        CHAIN[factors.chain]);
}
export function severityOfScore(score) {
    if (score >= 6)
        return 'CRITICAL';
    if (score >= 4)
        return 'HIGH';
    return score >= 1 ? 'MEDIUM' : 'LOW';
}
const distance = (a, b) => Math.abs(SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b));
const lowestSeverity = (a, b) => (compareSeverity(a, b) >= 0 ? a : b);
/** The highest severity the evidence allows. */
export function severityCap({ confidence, verified, patternOnly, }) {
    if (verified)
        return 'CRITICAL';
    if (patternOnly)
        return 'LOW';
    return confidence === 'high' ? 'CRITICAL' : 'MEDIUM';
}
/** Scores each finding, aligns findings of one type, then applies the caps of confidence and truncation. */
export function calibrateFindings(findings) {
    const scored = findings.map(applyScore);
    const highestOfType = new Map();
    findings.forEach(({ type }, index) => {
        const severity = scored[index]?.severity;
        if (type === null || severity === undefined)
            return;
        highestOfType.set(type, highestSeverity(highestOfType.get(type) ?? severity, severity));
    });
    return findings.map((finding, index) => {
        const own = scored[index] ?? applyScore(finding);
        const aligned = finding.type === null ? own.severity : (highestOfType.get(finding.type) ?? own.severity);
        return { ...own, severity: capSeverity(finding, aligned) };
    });
}
function applyScore(finding) {
    if (finding.factors === null)
        return { id: finding.id, severity: finding.severity, score: null, ratingDispute: null };
    const score = scoreRisk(finding.factors);
    const scored = severityOfScore(score);
    if (distance(finding.severity, scored) < 2)
        return { id: finding.id, severity: scored, score, ratingDispute: null };
    return { id: finding.id, severity: finding.severity, score, ratingDispute: { stated: finding.severity, scored } };
}
/** A finding that was cut is never raised to Critical or High (FACT-08). */
function capSeverity(finding, severity) {
    const isRaised = compareSeverity(severity, finding.severity) < 0;
    const raiseCap = finding.originallyTruncated && isRaised ? highestSeverity(finding.severity, 'MEDIUM') : 'CRITICAL';
    return lowestSeverity(lowestSeverity(severity, severityCap(finding)), raiseCap);
}
/** Critical and High findings show a proof of concept or say why there is none; their status does not change. */
export function stateProof(severity, proof, reason) {
    if (proof !== null && proof.trim() !== '')
        return { kind: 'provided' };
    return severity === 'CRITICAL' || severity === 'HIGH'
        ? { kind: 'not_reproducible', reason }
        : { kind: 'not-required' };
}
