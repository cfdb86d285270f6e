/**
 * Turns merged findings into findings of the report: `numberAll` gives fingerprints, applies suppressions, sorts, numbers and
 * cross-references them; `toReportFinding` converts one to the JSON names. Called by review/compose-findings.ts,
 * review/compose-report.ts, audit/compose-audit*.ts and collect.ts.
 */
import { DIMENSION_PROFILES } from '../protocol/findings/dimension.ts';
import type { MergedFinding } from '../protocol/findings/finding.ts';
import { fingerprintAll } from '../protocol/findings/fingerprint.ts';
import { numberFindings, rankFindings } from '../protocol/findings/merge.ts';
import { relateFindings } from '../protocol/findings/related-findings.ts';
import { applyPolicy, type FindingPolicy, NO_POLICY, partsOf } from '../protocol/findings/suppression.ts';
import { orderByProblem } from '../protocol/report/problems.ts';
import type { ReportFinding } from '../protocol/report/report-document.ts';

/** The day of a time, UTC. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** All findings of a run, in the order of the report and under their final ids; suppressed and rated by the policy of the run. */
export function numberAll(
  merged: readonly MergedFinding[],
  { policy = NO_POLICY, startedAt = 0 }: { readonly policy?: FindingPolicy; readonly startedAt?: number } = {},
): readonly MergedFinding[] {
  const fingerprints = fingerprintAll(merged.map(({ lead }) => partsOf(lead)));
  const known = merged.map((finding, i) => ({ ...finding, fingerprint: fingerprints[i] ?? '' }));
  return relateFindings(numberFindings(rankAll(applyPolicy(known, policy, dayOf(startedAt)))));
}

/** As the problems of the report come, so that the first to fix is `C-01` or `H-01`. */
function rankAll(findings: readonly MergedFinding[]): readonly MergedFinding[] {
  const reported = new Map(rankFindings(findings).map((finding) => [toReportFinding(finding), finding]));
  return orderByProblem([...reported.keys()]).map((finding) => reported.get(finding) as MergedFinding);
}

export const toReportFinding = (finding: MergedFinding): ReportFinding => ({
  id: finding.id,
  fingerprint: finding.fingerprint,
  severity: finding.severity,
  category: finding.category ?? nameDimension(finding),
  dimension: finding.dimension,
  cwe: finding.cwe,
  file: finding.file,
  line: finding.line,
  end_line: finding.endLine,
  title: finding.title,
  issue: finding.issue,
  evidence: finding.evidence,
  recommendation: finding.recommendation,
  references: finding.references,
  related: finding.related,
  source: finding.source,
  sink: finding.sink,
  flow: finding.flow,
  impact: finding.impact,
  confidence: finding.confidence,
  status: finding.status,
  originally_truncated: finding.originallyTruncated,
  introduced: finding.introduced,
  agreement: finding.agreement,
  reported_by: finding.reportedBy,
  extra: {
    ...dropVerdicts(finding.extra),
    ...citeConvention(finding),
    ...(finding.doubt === null ? {} : { doubt: finding.doubt }),
    ...finding.remarks,
  },
});

/** Of the member that cites one; what was cited and not found is not repeated. */
function citeConvention({ members }: MergedFinding): { readonly convention?: object } {
  const convention = members.find((member) => member.convention !== undefined)?.convention;
  return convention === undefined ? {} : { convention };
}

const nameDimension = ({ dimension }: MergedFinding): string =>
  dimension === null ? 'general' : DIMENSION_PROFILES[dimension].name.toLowerCase();

/** What the host alone may say about a finding. */
const HOST_REMARKS: ReadonlySet<string> = new Set([
  'doubt',
  'rejection_reason',
  'suppression_reason',
  'suppression',
  'severity_override',
  'refuted_by',
  'verification',
  'convention',
]);

const dropVerdicts = (extra: MergedFinding['extra']): MergedFinding['extra'] =>
  Object.fromEntries(Object.entries(extra).filter(([key]) => !HOST_REMARKS.has(key)));
