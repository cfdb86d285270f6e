/**
 * What the decisions of Phase 4 make of a finding: status, confidence, severity by score and by the gates of evidence (FACT-08,
 * FACT-10). Pure; asks nobody.
 */
import type { FlowOutcome, ValidatorDecision } from '../../ports/auditor.ts';
import { isAdvisory } from '../../protocol/findings/advisory-finding.ts';
import { type CalibratedFinding, calibrateFindings, type RiskFactors } from '../../protocol/findings/calibration.ts';
import { CONFIDENCE, type FindingStatus } from '../../protocol/findings/finding.ts';
import { estimateFactors } from '../../protocol/findings/risk-factors.ts';
import { compareSeverity, type Severity } from '../../protocol/findings/severity.ts';
import { applyVerdict } from '../../protocol/rounds/validation-plan.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import type { AuditState } from './audit-state.ts';
import type { DeepDive } from './deep-dive-phase.ts';
import { findWay, SECRETS } from './find-access-path.ts';
import type { Candidate } from './validation-candidates.ts';
import type { Decision, OpenLook } from './validation-queue.ts';

export interface ValidatedFinding {
  readonly candidate: Candidate;
  readonly severity: Severity;
  readonly status: FindingStatus;
  readonly verdict: ValidatorDecision['verdict'] | 'accepted' | 'undecided';
  readonly validator: string | null;
  readonly method: string | null;
  readonly verification: string | null;
  readonly reason: string | null;
  readonly factors: RiskFactors | null;
  readonly calibration: CalibratedFinding;
  /** Of the claim; at most medium where a Critical has no full flow (FACT-07), or a step of the validation is open. */
  readonly confidence: number;
  readonly flow: FlowOutcome | null;
  /** What its finder would send, else what its validator composed; else why there is nothing to send (FACT-10). */
  readonly proof: NonNullable<ValidatorDecision['proof']>;
}

interface RatingContext {
  readonly state: AuditState;
  readonly dive: DeepDive;
}

/** What Phase 4 came to. */
export interface Looks {
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly undecided: ReadonlyMap<string, OpenLook>;
  /** Accepted on the agent's own check. */
  readonly accepted: ReadonlySet<string>;
}

export function rateAll(
  candidates: readonly Candidate[],
  { decisions, undecided, accepted }: Looks,
  context: RatingContext,
): readonly ValidatedFinding[] {
  // A chain that nobody followed makes nothing graver.
  const shown = context.dive.chains.filter(({ standing }) => standing === 'shown');
  const roots = new Set(shown.map(({ findings }) => findings[0]));
  const members = new Set(shown.flatMap(({ findings }) => findings));
  const capped = new Set(context.dive.verdict.cappedConfidence);
  const rated = candidates.map((candidate) => {
    const decision = decisions.get(candidate.id) ?? null;
    const rating = rate(candidate, decision, accepted.has(candidate.id));
    const flow = flowOf(candidate, context.dive);
    const ids = candidate.members.map(({ id }) => id);
    const chain = ids.some((id) => roots.has(id)) ? 'root' : ids.some((id) => members.has(id)) ? 'member' : 'none';
    const hasNoFlow = flow?.kind !== 'complete' && flow?.kind !== 'in-place' && ids.some((id) => capped.has(id));
    // Somebody looked, and a step did not pass: it is as sure as that, whatever its finder said.
    const isCapped = hasNoFlow || (decision?.openSteps ?? []).length > 0;
    const confidence = Math.min(candidate.lead.claim.confidence, isCapped ? CONFIDENCE.medium : 1);
    const factors = factorsOf(candidate, { flow, chain, entry: decision?.entry ?? null }, context.state);
    return {
      candidate,
      decision,
      ...rating,
      flow,
      factors,
      confidence,
      patternOnly: isPatternOnly(candidate, decision, flow),
    };
  });
  const calibrated = calibrateFindings(
    rated.map(({ candidate, severity, status, flow, factors, decision, confidence, patternOnly }) => ({
      id: candidate.id,
      // A downgrade is the validator's word on this one finding; others of its type do not lift it again.
      type: status === 'confirmed' && decision?.verdict !== 'downgraded' ? typeOf(candidate) : null,
      severity,
      factors: status === 'confirmed' ? factors : null,
      confidence: wordOf(confidence),
      verified: decision?.verdict === 'confirmed' && status === 'confirmed' && decision.openSteps.length === 0,
      patternOnly,
      originallyTruncated: candidate.members.some(({ claim }) => claim.originallyTruncated),
      isFromRequest: flow?.kind === 'complete' && flow.value !== undefined,
      isRatedByKind: isSecret(candidate) && !isForDevelopment(candidate.lead.claim.file),
    })),
  );
  return rated.map(({ candidate, decision, severity, status, verdict, flow, factors, confidence, patternOnly }, i) => {
    const calibration = calibrated[i] ?? { id: candidate.id, severity, score: null, ratingDispute: null };
    return {
      candidate,
      // Only what was confirmed is calibrated: nothing that nobody decided may rise with others of its type.
      severity:
        status === 'confirmed'
          ? holdRaise(severity, calibration.severity, decision)
          : capUndecided(severity, status, patternOnly),
      status,
      verdict,
      ...describeLook(decision ?? undecided.get(candidate.id) ?? null),
      factors,
      calibration,
      confidence,
      flow,
      proof: proofOf(candidate, decision?.proof),
    };
  });
}

const isSecret = ({ lead }: Candidate): boolean => SECRETS.has(lead.claim.cwe ?? '');

/** What shares the highest rating: one class of weakness. Secrets differ by what they open, advisories have ratings of their own. */
const typeOf = (candidate: Candidate): string | null =>
  isSecret(candidate) || isAdvisory(candidate.lead.claim.extra) ? null : candidate.lead.claim.cwe;

const NOT_RUN = 'nothing of the audited code is run; the flow was read';

/** A word of the finder goes before what the validator composed. */
export function proofOf({ lead }: Candidate, composed?: ValidatorDecision['proof']): ValidatedFinding['proof'] {
  const said = lead.claim.extra.proof;
  if (typeof said === 'string' && said.trim() !== '') return { request: said };
  return composed ?? { reason: NOT_RUN };
}

const describeLook = (
  look: Decision | OpenLook | null,
): Pick<ValidatedFinding, 'validator' | 'method' | 'verification' | 'reason'> => ({
  validator: look?.validator ?? null,
  method: look?.method ?? null,
  verification: look === null || look.verification === '' ? null : look.verification,
  reason: look?.reason ?? null,
});

/** A rule spoke, nobody decided, and no way leads there: a pattern match, Low at most (FACT-10). */
const isPatternOnly = (candidate: Candidate, decision: Decision | null, flow: FlowOutcome | null): boolean =>
  candidate.lead.claim.rule !== null && decision === null && (flow === null || flow.kind === 'unknown');

/** Nothing becomes Critical or High whose four steps did not all pass (FACT-08). */
function holdRaise(stated: Severity, rated: Severity, decision: Decision | null): Severity {
  const isRaised = compareSeverity(rated, stated) < 0 && (rated === 'CRITICAL' || rated === 'HIGH');
  return isRaised && decision?.isWhole !== true ? stated : rated;
}

const capUndecided = (severity: Severity, status: FindingStatus, patternOnly: boolean): Severity =>
  status === 'unverified' && patternOnly ? 'LOW' : severity;

/** What the host's own check turned down is in the report as rejected, with the reason. */
export const rejectByHost = (candidate: Candidate): ValidatedFinding => {
  const { claim, isFlagged } = candidate.lead;
  return {
    candidate,
    severity: candidate.severity,
    status: 'rejected',
    verdict: 'rejected',
    validator: 'host',
    method: 'check against the code',
    verification: null,
    reason: isFlagged ? 'at the place of a known false positive' : (claim.doubt ?? 'not in the code'),
    factors: null,
    calibration: { id: candidate.id, severity: candidate.severity, score: null, ratingDispute: null },
    confidence: claim.confidence,
    flow: null,
    proof: proofOf(candidate),
  };
};

interface Rating {
  readonly severity: Severity;
  readonly status: FindingStatus;
  readonly verdict: ValidatedFinding['verdict'];
}

/** The host's own check comes first: what it could not find in the code is nobody's confirmed finding (AUD-32). */
function rate(candidate: Candidate, decision: Decision | null, isAccepted: boolean): Rating {
  const isSeen = candidate.members.some(({ claim }) => claim.status === 'confirmed');
  if (decision !== null) {
    const rating = applyVerdict(candidate.severity, decision.verdict);
    if (isSeen || rating.status === 'rejected') return { ...rating, verdict: decision.verdict };
    return { ...applyVerdict(candidate.severity, null), status: 'needs_manual', verdict: decision.verdict };
  }
  if (isAccepted)
    return { severity: candidate.severity, status: isSeen ? 'confirmed' : 'unverified', verdict: 'accepted' };
  return { ...applyVerdict(candidate.severity, null), verdict: 'undecided' };
}

const wordOf = (confidence: number): 'high' | 'medium' | 'low' =>
  confidence >= 0.75 ? 'high' : confidence >= 0.45 ? 'medium' : 'low';

const flowOf = (candidate: Candidate, { flows }: DeepDive): FlowOutcome | null => {
  const found = candidate.members.map(({ id }) => flows.get(id)).filter((flow) => flow !== undefined);
  return found.find(({ kind }) => kind === 'complete') ?? found[0] ?? null;
};

/** `requirements-dev.txt`, `compose.local.yml`, `settings_test.py`. */
const DEVELOPMENT = /(?:^|[/._-])(?:dev|develop|development|local|tests?)(?:[._-][^/]*)?$/iu;
const isForDevelopment = (file: string): boolean => DEVELOPMENT.test(file) || isTestPath(file);

interface Known {
  readonly flow: FlowOutcome | null;
  readonly chain: RiskFactors['chain'];
  /** As the validator found it. */
  readonly entry: string | null;
}

function factorsOf(candidate: Candidate, { flow, chain, entry }: Known, state: AuditState): RiskFactors | null {
  const steps = flow?.kind === 'complete' ? flow.steps.length : 0;
  const way = findWay(candidate, (flow !== null && 'entry' in flow ? flow.entry : null) ?? entry, state);
  const { cwe, file } = candidate.lead.claim;
  return estimateFactors({ cwe, way, steps, chain, isForDevelopment: isForDevelopment(file) });
}
