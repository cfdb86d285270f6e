/**
 * Describes in words how a finding of an audit was validated: who decided, which steps were taken with what result, the proof; and
 * what became of the hits of Semgrep. Called by the pages, the HTML report and SARIF.
 */

import { compareSeverity } from '../protocol/findings/severity.ts';
import { parseSteps, STEP_NAMES } from '../protocol/output/validation-steps.ts';
import type { AuditDocument } from '../protocol/report/audit-document.ts';
import type { ReportDocument, ReportFinding } from '../protocol/report/report-document.ts';
import { parseVerification } from '../protocol/rounds/semgrep-verify.ts';

const HOST_VERDICTS: Readonly<Record<string, string>> = {
  undecided: 'undecided: no validator could confirm or refute it',
  accepted: "accepted on the agent's own check",
};

export interface Check {
  /** Who decided, how and why. */
  readonly verdict: string;
  /** `1 flow: pass (…)`, each step that was taken. */
  readonly steps: readonly string[];
  /** Of Critical and High findings; null elsewhere. */
  readonly proof: string | null;
}

/** Null where nobody was to validate it. */
export function describeCheck(audit: AuditDocument | null, finding: ReportFinding): Check | null {
  const row = audit?.validation.find((each) => each.finding === finding.id);
  if (row === undefined) return null;
  const how =
    row.method === null
      ? (HOST_VERDICTS[row.verdict] ?? row.verdict)
      : `${row.verdict} by ${row.validator} (${row.method})`;
  const reason = row.reason === null ? '' : `: ${row.reason}`;
  return {
    verdict: `${how}${reason}${describeRating(row, finding)}`,
    steps: row.verification === null ? [] : describeSteps(row.verification),
    proof: describeProof(row, finding),
  };
}

type Row = AuditDocument['validation'][number];

function describeRating(row: Row, { severity }: ReportFinding): string {
  if (row.rating_dispute !== null)
    return `; rating dispute: stated ${row.rating_dispute.stated}, scored ${row.rating_dispute.scored}`;
  if (row.stated_severity === severity) return '';
  const stated = `; stated as ${row.stated_severity}`;
  if (row.score !== null) return `${stated}, rated by its score of ${row.score}`;
  if (row.verdict === 'downgraded') return stated;
  return compareSeverity(severity, row.stated_severity) < 0
    ? `${stated}, raised to the rating of its class`
    : `${stated}, lowered because not everything about it is decided`;
}

function describeSteps(verification: string): readonly string[] {
  const steps = parseSteps(verification);
  if (steps.length === 0) return [verification];
  return steps.map(
    ({ step, result, reason }) => `${step} ${STEP_NAMES[step]}: ${result}${reason === null ? '' : ` (${reason})`}`,
  );
}

function describeProof({ poc }: Row, { extra }: ReportFinding): string | null {
  if (poc.status === 'not_required') return null;
  const said = poc.status === 'provided' && typeof extra.proof === 'string' ? extra.proof : poc.reason;
  return `${poc.status}${said === null ? '' : `: ${said}`}`;
}

/** Semgrep in one sentence: its version, how it ended, and what became of its hits. */
export function describeSemgrep({ audit, analyzers }: ReportDocument): string {
  const semgrep = audit?.semgrep;
  if (semgrep === undefined) return '';
  const version = analyzers.find(({ name }) => name === 'semgrep')?.version;
  const status = `${version == null ? '' : `${version}, `}${semgrep.status}`;
  const reason = semgrep.reason === null ? '' : `: ${semgrep.reason}`;
  const told = parseVerification(semgrep.verification.join('\n'));
  if (told === null) return `${status}${reason}; the embedded analyzers were the baseline`;
  const parts = [
    `${told.confirmed.length} confirmed`,
    `${told.rejected.length} rejected`,
    `${told.needsManual.length} to check by hand`,
    `${told.unresolved} undecided`,
  ];
  return `${status}${reason}; hits: ${told.total} (${parts.join(', ')})`;
}
