/** Severities of reviews (upper case) and audits (title case), mapped one to one at the border (AUD-21). */
export const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];
export const AUDIT_SEVERITIES = ['Critical', 'High', 'Medium', 'Low'];
const RANK = { CRITICAL: 0, HIGH: 1, MEDIUM: 2, LOW: 3 };
const TO_AUDIT = {
    CRITICAL: 'Critical',
    HIGH: 'High',
    MEDIUM: 'Medium',
    LOW: 'Low',
};
const FROM_AUDIT = {
    Critical: 'CRITICAL',
    High: 'HIGH',
    Medium: 'MEDIUM',
    Low: 'LOW',
};
export const isSeverity = (value) => SEVERITIES.includes(value);
export const isAuditSeverity = (value) => AUDIT_SEVERITIES.includes(value);
export const toAuditSeverity = (severity) => TO_AUDIT[severity];
export const fromAuditSeverity = (severity) => FROM_AUDIT[severity];
/** Sort order: most severe first. */
export const compareSeverity = (a, b) => RANK[a] - RANK[b];
export const highestSeverity = (a, b) => (RANK[a] <= RANK[b] ? a : b);
export const reachesSeverity = (severity, level) => RANK[severity] <= RANK[level];
export function countSeverities(findings) {
    const counts = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 };
    for (const { severity } of findings)
        counts[severity] += 1;
    return counts;
}
