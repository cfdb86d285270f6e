/**
 * Defines severities of reviews (`HIGH`) and audits (`High`) and maps the first to the second (AUD-21); also verdicts, levels of
 * `--fail-on`, comparing and counting. Used all over the program.
 */

export const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const AUDIT_SEVERITIES = ['Critical', 'High', 'Medium', 'Low'] as const;
export type AuditSeverity = (typeof AUDIT_SEVERITIES)[number];

/** What a review comes to: something must be mended first, something is worth a look, nothing to object. */
export const VERDICTS = ['VETO', 'WARN', 'OK'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** From which severity a run fails, `--fail-on`. */
export const FAIL_ON_LEVELS = ['veto', 'critical', 'high', 'medium', 'low', 'never'] as const;
export type FailOn = (typeof FAIL_ON_LEVELS)[number];

export type SeverityCounts = Readonly<Record<Severity, number>>;

const RANK: Readonly<Record<Severity, number>> = { CRITICAL: 0, HIGH: 1, MEDIUM: 2, LOW: 3 };
const TO_AUDIT: Readonly<Record<Severity, AuditSeverity>> = {
  CRITICAL: 'Critical',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
};
export const isSeverity = (value: unknown): value is Severity => SEVERITIES.includes(value as Severity);
export const isAuditSeverity = (value: unknown): value is AuditSeverity =>
  AUDIT_SEVERITIES.includes(value as AuditSeverity);
export const toAuditSeverity = (severity: Severity): AuditSeverity => TO_AUDIT[severity];

/** Sort order: most severe first. */
export const compareSeverity = (a: Severity, b: Severity): number => RANK[a] - RANK[b];
export const highestSeverity = (a: Severity, b: Severity): Severity => (RANK[a] <= RANK[b] ? a : b);
/** Critical or High: what nobody may leave open. */
export const isGrave = ({ severity }: { readonly severity: Severity }): boolean => RANK[severity] <= RANK.HIGH;
export const reachesSeverity = (severity: Severity, level: Severity): boolean => RANK[severity] <= RANK[level];

export function countSeverities(findings: Iterable<{ readonly severity: Severity }>): SeverityCounts {
  const counts = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}
