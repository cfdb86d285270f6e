/** The findings of an audit's report, numbered by their final severity, with every source kept (FACT-10, AUD-27). */
import type { FlowStep, RequestValue } from '../../ports/auditor.ts';
import { DIMENSION_PROFILES } from '../../protocol/findings/dimension.ts';
import type { Finding } from '../../protocol/findings/finding.ts';
import { fingerprintAll } from '../../protocol/findings/fingerprint.ts';
import { numberFindings, rankFindings } from '../../protocol/findings/merge.ts';
import { subjectsOf } from '../../protocol/findings/mergeable.ts';
import { relateFindings } from '../../protocol/findings/related-findings.ts';
import { describeImpact } from '../../protocol/findings/risk-factors.ts';
import type { AuditState } from './audit-state.ts';
import { proofOf, rejectByHost, type ValidatedFinding } from './rate-findings.ts';
import { type Candidate, listCandidates, listSetAside } from './validation-candidates.ts';
import type { Validation } from './validation-phase.ts';

export interface ComposedFindings {
  readonly findings: readonly Finding[];
  /** From the ids of the phases to the final ones. */
  readonly finalIds: ReadonlyMap<string, string>;
}

type Draft = Finding & { readonly depth: 'full' | 'reduced'; readonly memberIds: readonly string[] };

export function composeAuditFindings(state: AuditState, validation: Validation | null): ComposedFindings {
  const validated = validation?.findings ?? [
    ...listCandidates(state).map(leaveUnverified),
    ...listSetAside(state).map(rejectByHost),
  ];
  const fingerprints = fingerprintAll(
    validated.map(({ candidate }) => ({
      ...candidate.lead.claim,
      evidence: candidate.lead.claim.quote,
      subjects: subjectsOf(candidate.lead.claim.extra),
    })),
  );
  const drafts = validated.map((entry, i) => draft(entry, fingerprints[i] ?? '', state));
  const numbered = numberFindings(rankFindings(drafts));
  const finalIds = new Map(numbered.flatMap(({ id, memberIds }) => memberIds.map((member) => [member, id] as const)));
  return { findings: relateFindings(numbered), finalIds };
}

/** In `quick` nobody validated anything (AUD-33). */
const leaveUnverified = (candidate: Candidate): ValidatedFinding => ({
  candidate,
  severity: candidate.severity,
  status: 'unverified',
  verdict: 'undecided',
  validator: null,
  method: null,
  verification: null,
  reason: null,
  factors: null,
  calibration: { id: candidate.id, severity: candidate.severity, score: null, ratingDispute: null },
  confidence: candidate.lead.claim.confidence,
  flow: null,
  proof: proofOf(candidate),
});

function draft(entry: ValidatedFinding, fingerprint: string, state: AuditState): Draft {
  const { candidate, severity, status, flow } = entry;
  const { claim } = candidate.lead;
  const agents = new Set(candidate.members.map(({ agent }) => agent));
  const asked = state.hunts.filter(
    ({ dimensions, round, result }) =>
      round === candidate.lead.round &&
      claim.dimension !== null &&
      dimensions.includes(claim.dimension) &&
      // Agents share a dimension by area: who never had the file has no say about it.
      result.trail.filesRead.includes(claim.file),
  );
  return {
    id: candidate.id,
    memberIds: candidate.members.map(({ id }) => id),
    fingerprint,
    severity,
    category:
      claim.category ?? (claim.dimension === null ? 'general' : DIMENSION_PROFILES[claim.dimension].name.toLowerCase()),
    dimension: claim.dimension,
    cwe: claim.cwe,
    file: claim.file,
    line: candidate.line,
    endLine: candidate.endLine,
    title: claim.title,
    issue: claim.issue,
    evidence: claim.evidence,
    recommendation: claim.recommendation,
    references: claim.references,
    related: [],
    source: flow?.kind === 'complete' && flow.value !== undefined ? formatValue(flow.value, claim.file) : claim.source,
    sink: claim.sink,
    flow: flow?.kind === 'complete' ? formatSteps(flow.steps, claim.file) : claim.flow,
    impact: claim.impact ?? stateImpact(claim.cwe),
    confidence: entry.confidence,
    status,
    originallyTruncated: candidate.members.some((member) => member.claim.originallyTruncated),
    introduced: candidate.members.some((member) => member.claim.introduced),
    agreement: { k: agents.size, n: Math.max(agents.size, new Set(asked.map(({ agentId }) => agentId)).size) },
    reportedBy: candidate.members.map((member) => ({
      agent: member.agent,
      round: member.round,
      rule: member.claim.rule,
      model: member.claim.model,
    })),
    vetoReason: null,
    extra: {
      ...claim.extra,
      ...(claim.doubt === null ? {} : { doubt: claim.doubt }),
      ...(flow?.kind === 'broken' ? { chain_status: 'broken', chain_reason: flow.reason } : {}),
      ...listPlaces(candidate),
      ...('request' in entry.proof ? { proof: entry.proof.request } : {}),
      ...(entry.calibration.ratingDispute === null ? {} : { rating_dispute: entry.calibration.ratingDispute }),
    },
    depth: claim.depth,
  };
}

/** What the class of weakness gives away, where its finder has not said (FACT-11). */
function stateImpact(cwe: string | null): string | null {
  const words = describeImpact(cwe);
  return words === null ? null : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Where the merged ones lie, if not all in one place: a range of lines hides them (AUD-27). */
function listPlaces({ members }: Candidate): { readonly also_at?: readonly string[] } {
  const places = [...new Set(members.map(({ claim }) => `${claim.file}:${claim.line}`))];
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
    .replace(/\s*:\d+$/u, '')
    .replace(/[()→\n].*$/su, '')
    .trim();
  return name === '' ? '' : `(${name})`;
};
