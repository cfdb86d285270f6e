/**
 * Composes the findings of an audit's report from the validated records, or from unvalidated candidates where phase 4 did not run
 * (mode `quick`): numbered by final severity, with everyone who reported them (FACT-10, AUD-27). Returns also the map from earlier to
 * final ids. Called by compose-audit.ts.
 */
import type { FlowStep, RequestValue } from '../../ports/auditor.ts';
import type { MergedFinding } from '../../protocol/findings/finding.ts';
import { describeImpact } from '../../protocol/findings/risk-factors.ts';
import { numberAll } from '../report-findings.ts';
import type { AuditState } from './audit-state.ts';
import { leaveUnverified, rejectByHost, type ValidationRecord } from './rate-findings.ts';
import { listCandidates, listSetAside } from './validation-candidates.ts';
import type { Validation } from './validation-phase.ts';

export interface NumberedFindings {
  readonly findings: readonly MergedFinding[];
  /** From the ids of the phases to the final ones. */
  readonly finalIds: ReadonlyMap<string, string>;
}

export function composeAuditFindings(
  state: AuditState,
  validation: Validation | null,
  facts: Parameters<typeof numberAll>[1] = {},
): NumberedFindings {
  const records = validation?.records ?? [
    ...listCandidates(state).map(leaveUnverified),
    ...listSetAside(state).map(rejectByHost),
  ];
  const findings = numberAll(
    records.map((record) => completeFinding(record, state)),
    facts,
  );
  const finalIds = new Map(findings.flatMap(({ id, members }) => members.map((member) => [member.id, id] as const)));
  return { findings, finalIds };
}

/** With what the phases have found out about it: the flow that was followed, who was asked, what would show it. */
function completeFinding({ finding, flow, proof, calibration }: ValidationRecord, state: AuditState): MergedFinding {
  const { dimension, file, members } = finding;
  const agents = new Set(members.map(({ agent }) => agent));
  const asked = state.hunts.filter(
    ({ dimensions, round, result }) =>
      round === finding.round &&
      dimension !== null &&
      dimensions.includes(dimension) &&
      // Agents share a dimension by area: who never had the file has no say about it.
      result.trail.filesRead.includes(file),
  );
  return {
    ...finding,
    source: flow?.kind === 'complete' && flow.value !== undefined ? formatValue(flow.value, file) : finding.source,
    flow: flow?.kind === 'complete' ? formatSteps(flow.steps, file) : finding.flow,
    impact: finding.impact ?? stateImpact(finding.cwe),
    agreement: { k: agents.size, n: Math.max(agents.size, new Set(asked.map(({ agentId }) => agentId)).size) },
    remarks: {
      ...(flow?.kind === 'broken' ? { chain_status: 'broken', chain_reason: flow.reason } : {}),
      ...listPlaces(finding),
      ...('request' in proof ? { proof: proof.request } : {}),
      ...(calibration.ratingDispute === null ? {} : { rating_dispute: calibration.ratingDispute }),
    },
  };
}

/** What the class of weakness gives away, where its finder has not said (FACT-11). */
function stateImpact(cwe: string | null): string | null {
  const words = describeImpact(cwe);
  return words === null ? null : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Where the merged ones lie, if not all in one place: a range of lines hides them (AUD-27). */
function listPlaces({ members }: MergedFinding): { readonly also_at?: readonly string[] } {
  const places = [...new Set(members.map(({ file, line }) => `${file}:${line}`))];
  return places.length > 1 ? { also_at: places } : {};
}

/** `src/a.ts:3(http GET /x) → :8(calls f) → :12(db.query)`: the file only where it is another than the finding's (FACT-05). */
export const formatSteps = (steps: readonly FlowStep[], home: string): string =>
  steps.map(({ file, line, what }) => `${file === home ? '' : file}:${line}${nameStep(what)}`).join(' → ');

/** `req.params.id src/server.js:4`: the file only where it is another than the finding's. */
const formatValue = ({ text, file, line }: RequestValue, home: string): string =>
  `${text.replace(/\s+/gu, ' ')} ${file === home ? '' : file}:${line}`;

/** The call without its arguments and its line: both stand elsewhere. */
const nameStep = (what: string): string => {
  const name = what
    .replace(/(?<!\s)\s*:\d+$/u, '')
    .replace(/[()→\n].*$/su, '')
    .trim();
  return name === '' ? '' : `(${name})`;
};
