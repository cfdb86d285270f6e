/**
 * Rates each candidate finding after phase 4: from the validators' decisions, flows and chains to its status, confidence and severity,
 * by score and by the limits for missing evidence (FACT-08, FACT-10). Pure. Called by validation-phase.ts; compose-audit-findings.ts
 * uses it for findings nobody validated.
 */

import type { FlowOutcome, ValidatorDecision } from '../../ports/auditor.ts';
import { isAdvisory } from '../../protocol/findings/advisory-finding.ts';
import {
  type CalibratedFinding,
  calibrateFindings,
  type RiskFactors,
  scoreRisk,
  severityOfScore,
} from '../../protocol/findings/calibration.ts';
import { CONFIDENCE, type Finding, type FindingStatus, type MergedFinding } from '../../protocol/findings/finding.ts';
import { estimateFactors } from '../../protocol/findings/risk-factors.ts';
import { compareSeverity, isGrave, type Severity } from '../../protocol/findings/severity.ts';
import { isMeasured } from '../../protocol/findings/standing.ts';
import { needsNoFlow } from '../../protocol/findings/stated-in-place.ts';
import { applyVerdict } from '../../protocol/rounds/validation-plan.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import type { AuditState } from './audit-state.ts';
import type { DeepDive } from './deep-dive-phase.ts';
import { findAccessPath, SECRETS } from './find-access-path.ts';
import type { Decision, UndecidedExamination } from './validation-queue.ts';

/** What Phase 4 says of a finding (CONVERGE-03). */
export interface ValidationRecord {
  /**
   * As rated: severity, status, and its confidence, at most medium where a Critical has no full flow (FACT-07) or a step of the
   * validation is open.
   */
  readonly finding: MergedFinding;
  /** Before anybody rated it. */
  readonly statedSeverity: Severity;
  readonly verdict: ValidatorDecision['verdict'] | 'accepted' | 'undecided';
  readonly validator: string | null;
  readonly method: string | null;
  readonly verification: string | null;
  readonly reason: string | null;
  readonly factors: RiskFactors | null;
  readonly calibration: CalibratedFinding;
  readonly flow: FlowOutcome | null;
  /** What its finder would send, else what its validator composed; else why there is nothing to send (FACT-10). */
  readonly proof: NonNullable<ValidatorDecision['proof']>;
}

interface RatingContext {
  readonly state: AuditState;
  readonly dive: DeepDive;
}

/** What Phase 4 came to. */
export interface Examinations {
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly undecided: ReadonlyMap<string, UndecidedExamination>;
  /** Accepted on the agent's own check. */
  readonly accepted: ReadonlySet<string>;
}

export function rateAll(
  candidates: readonly MergedFinding[],
  { decisions, undecided, accepted }: Examinations,
  context: RatingContext,
): readonly ValidationRecord[] {
  // A chain that nobody followed makes nothing graver.
  const shown = context.dive.chains.filter(({ standing }) => standing === 'shown');
  const roots = new Set(shown.map(({ findings }) => findings[0]));
  const members = new Set(shown.flatMap(({ findings }) => findings));
  const capped = new Set(context.dive.verdict.cappedConfidence);
  const judged = candidates.map((candidate) => {
    const decision = decisions.get(candidate.id) ?? null;
    const rating = rate(candidate, decision, accepted.has(candidate.id));
    const flow = flowOf(candidate, context.dive);
    const ids = candidate.members.map(({ id }) => id);
    const chain = ids.some((id) => roots.has(id)) ? 'root' : ids.some((id) => members.has(id)) ? 'member' : 'none';
    const rated = listRated(candidate).map(({ id }) => id);
    const hasNoFlow = flow?.kind !== 'complete' && flow?.kind !== 'in-place' && rated.some((id) => capped.has(id));
    // Somebody looked, and a step did not pass: it is as sure as that, whatever its finder said.
    const isCapped = hasNoFlow || (decision?.openSteps ?? []).length > 0;
    const confidence = Math.min(candidate.confidence, isCapped ? CONFIDENCE.medium : 1);
    const factors = chooseFactors(candidate, { flow, chain, entry: decision?.entry ?? null }, context.state);
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
    judged.map(({ candidate, severity, status, flow, factors, decision, confidence, patternOnly }) => ({
      id: candidate.id,
      // A downgrade is the validator's word on this one finding; others of its type do not lift it again.
      type: status === 'confirmed' && decision?.verdict !== 'downgraded' ? typeOf(candidate) : null,
      severity,
      factors: status === 'confirmed' ? factors : null,
      confidence: wordOf(confidence),
      verified: decision?.verdict === 'confirmed' && status === 'confirmed' && decision.openSteps.length === 0,
      patternOnly,
      originallyTruncated: candidate.originallyTruncated,
      isFromRequest: flow?.kind === 'complete' && flow.value !== undefined,
      isRatedByKind: (isSecret(candidate) || isRatedInPlace(candidate)) && !isForDevelopment(candidate.file),
    })),
  );
  return judged.map(({ candidate, decision, severity, status, verdict, flow, factors, confidence, patternOnly }, i) => {
    const calibration = calibrated[i] ?? { id: candidate.id, severity, score: null, ratingDispute: null };
    // Only what was confirmed is calibrated: nothing that nobody decided may rise with others of its type.
    const rated =
      status === 'confirmed'
        ? holdRaise(severity, calibration.severity, decision)
        : capUndecided(severity, status, patternOnly);
    return {
      finding: { ...candidate, severity: rated, status, confidence },
      statedSeverity: candidate.severity,
      verdict,
      ...describeLook(decision ?? undecided.get(candidate.id) ?? null),
      factors,
      calibration,
      flow,
      proof: proofOf(candidate, decision?.proof),
    };
  });
}

/** The reports its rating rests on: those of analyzers where there are some, whatever an agent adds to them (REV-27). */
function listRated({ members }: MergedFinding): readonly Finding[] {
  const measured = members.filter(isMeasured);
  return measured.length > 0 ? measured : members;
}

const isSecret = ({ cwe }: MergedFinding): boolean => SECRETS.has(cwe ?? '');

/** An analyzer's rule rates what it reads in one place: a way to it makes it graver, the lack of one no milder. */
const isRatedInPlace = ({ members }: MergedFinding): boolean =>
  members.some((member) => isMeasured(member) && needsNoFlow(member));

/**
 * What shares the highest rating: one class of weakness, in one place one rule. Secrets differ by what they open, advisories
 * have ratings of their own.
 */
const typeOf = (candidate: MergedFinding): string | null => {
  if (isSecret(candidate) || isAdvisory(candidate.extra)) return null;
  return isRatedInPlace(candidate) ? candidate.rule : candidate.cwe;
};

const NOT_RUN = 'the code was read, not run';

/** A word of the finder goes before what the validator composed. */
function proofOf({ extra }: MergedFinding, composed?: ValidatorDecision['proof']): ValidationRecord['proof'] {
  const said = extra.proof;
  if (typeof said === 'string' && said.trim() !== '') return { request: said };
  return composed ?? { reason: NOT_RUN };
}

const describeLook = (
  look: Decision | UndecidedExamination | null,
): Pick<ValidationRecord, 'validator' | 'method' | 'verification' | 'reason'> => ({
  validator: look?.validator ?? null,
  method: look?.method ?? null,
  verification: look === null || look.verification === '' ? null : look.verification,
  reason: look?.reason ?? null,
});

/**
 * A rule spoke, nobody decided, and no way leads there: a pattern match, Low at most (FACT-10). A flaw that lies in one place
 * (a setting, a missing guard) has no way to follow and is none.
 */
const isPatternOnly = (candidate: MergedFinding, decision: Decision | null, flow: FlowOutcome | null): boolean =>
  candidate.rule !== null &&
  decision === null &&
  (flow === null || flow.kind === 'unknown') &&
  !isRatedInPlace(candidate);

/** Nothing becomes Critical or High whose four steps did not all pass (FACT-08). */
function holdRaise(stated: Severity, rated: Severity, decision: Decision | null): Severity {
  const isRaised = compareSeverity(rated, stated) < 0 && isGrave({ severity: rated });
  return isRaised && decision?.isWhole !== true ? stated : rated;
}

const capUndecided = (severity: Severity, status: FindingStatus, patternOnly: boolean): Severity =>
  status === 'unverified' && patternOnly ? 'LOW' : severity;

const leaveAs = (finding: MergedFinding, status: FindingStatus): Omit<ValidationRecord, 'verdict'> => ({
  finding: { ...finding, status },
  statedSeverity: finding.severity,
  ...describeLook(null),
  factors: null,
  calibration: { id: finding.id, severity: finding.severity, score: null, ratingDispute: null },
  flow: null,
  proof: proofOf(finding),
});

/** What the host's own check turned down is in the report as rejected, with the reason. */
export const rejectByHost = (finding: MergedFinding): ValidationRecord => ({
  ...leaveAs(finding, 'rejected'),
  verdict: 'rejected',
  validator: 'host',
  method: 'check against the code',
  reason: finding.doubt ?? 'not in the code',
});

/** In `quick` nobody validated anything (AUD-33). */
export const leaveUnverified = (finding: MergedFinding): ValidationRecord => ({
  ...leaveAs(finding, 'unverified'),
  verdict: 'undecided',
});

interface Rating {
  readonly severity: Severity;
  readonly status: FindingStatus;
  readonly verdict: ValidationRecord['verdict'];
}

/** The host's own check comes first: what it could not find in the code is nobody's confirmed finding (AUD-32). */
function rate(candidate: MergedFinding, decision: Decision | null, isAccepted: boolean): Rating {
  const isSeen = candidate.members.some(({ status }) => status === 'confirmed');
  if (decision !== null) {
    // A Critical or High of which a step is open is not validated, whoever looked.
    const isOpen = decision.verdict === 'confirmed' && decision.openSteps.length > 0 && isGrave(candidate);
    const rating = applyVerdict(candidate.severity, isOpen ? null : decision.verdict);
    if (isSeen || rating.status === 'rejected') return { ...rating, verdict: decision.verdict };
    return { ...applyVerdict(candidate.severity, null), status: 'needs_manual', verdict: decision.verdict };
  }
  if (isAccepted)
    return { severity: candidate.severity, status: isSeen ? 'confirmed' : 'unverified', verdict: 'accepted' };
  return { ...applyVerdict(candidate.severity, null), verdict: 'undecided' };
}

const wordOf = (confidence: number): 'high' | 'medium' | 'low' =>
  confidence >= 0.75 ? 'high' : confidence >= 0.45 ? 'medium' : 'low';

const flowOf = (candidate: MergedFinding, { flows }: DeepDive): FlowOutcome | null => {
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

/** A flow that a model states makes what an analyzer found no milder. */
function chooseFactors(candidate: MergedFinding, known: Known, state: AuditState): RiskFactors | null {
  const factors = factorsOf(candidate, known, state);
  const isMilder = factors !== null && compareSeverity(severityOfScore(scoreRisk(factors)), candidate.severity) > 0;
  return isMilder && known.flow?.byModel === true && candidate.members.some(isMeasured)
    ? factorsOf(candidate, { ...known, flow: null }, state)
    : factors;
}

function factorsOf(candidate: MergedFinding, { flow, chain, entry }: Known, state: AuditState): RiskFactors | null {
  const steps = flow?.kind === 'complete' ? flow.steps.length : 0;
  const basis = candidate.members.find(isMeasured) ?? candidate.lead;
  const way = findAccessPath(basis, (flow !== null && 'entry' in flow ? flow.entry : null) ?? entry, state);
  const { cwe, file } = candidate;
  return estimateFactors({ cwe, way, steps, chain, isForDevelopment: isForDevelopment(file) });
}
