/** Severities of reviews (upper case) and audits (title case), mapped one to one at the border (AUD-21). */
export declare const SEVERITIES: readonly ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];
export type Severity = (typeof SEVERITIES)[number];
export declare const AUDIT_SEVERITIES: readonly ['Critical', 'High', 'Medium', 'Low'];
export type AuditSeverity = (typeof AUDIT_SEVERITIES)[number];
export type SeverityCounts = Readonly<Record<Severity, number>>;
export declare const isSeverity: (value: unknown) => value is Severity;
export declare const isAuditSeverity: (value: unknown) => value is AuditSeverity;
export declare const toAuditSeverity: (severity: Severity) => AuditSeverity;
export declare const fromAuditSeverity: (severity: AuditSeverity) => Severity;
/** Sort order: most severe first. */
export declare const compareSeverity: (a: Severity, b: Severity) => number;
export declare const highestSeverity: (a: Severity, b: Severity) => Severity;
export declare const reachesSeverity: (severity: Severity, level: Severity) => boolean;
export declare function countSeverities(findings: Iterable<{
    readonly severity: Severity;
}>): SeverityCounts;
