/**
 * Phase 4: candidates are routed, checked by somebody who did not report them, spot-checked, rated and calibrated (FACT-08,
 * FACT-10, AUD-23, AUD-32). Every candidate leaves with a decision or with the reason why there is none (CONVERGE-03).
 */
import type { FlowOutcome, ValidationOutcome, ValidatorDecision } from '../../audit-port.ts';
import type { Account } from '../../ports.ts';
import { placeOf } from '../../protocol/audit-recon.ts';
import { type CalibratedFinding, calibrateFindings, type RiskFactors } from '../../protocol/calibration.ts';
import { CONFIDENCE, type FindingStatus } from '../../protocol/finding.ts';
import { estimateFactors } from '../../protocol/risk-factors.ts';
import type { Severity } from '../../protocol/severity.ts';
import type { UsageShare } from '../../protocol/signal-build.ts';
import { turnBudgetTokens } from '../../protocol/turns.ts';
import {
  applyVerdict,
  mayValidate,
  planValidation,
  reopenPasses,
  takeOverBatch,
  VALIDATOR_TURNS,
  type ValidationBatch,
} from '../../protocol/validation-plan.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';
import type { AuditState } from './audit-state.ts';
import type { DeepDive } from './deep-dive-phase.ts';
import { openDesk } from './open-desk.ts';
import { isQuoted } from './quoted-code.ts';
import { BASELINE_AGENT, type Candidate, listCandidates, listSetAside, toValidated } from './validation-candidates.ts';

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
  /** Of the claim, at most medium where a Critical has no full flow (FACT-07). */
  readonly confidence: number;
  readonly flow: FlowOutcome | null;
}

export interface Validation {
  readonly status: 'completed' | 'partial';
  readonly findings: readonly ValidatedFinding[];
  readonly batches: readonly ValidationBatch[];
  readonly failedBatches: readonly string[];
  readonly evidence: Readonly<Record<string, string>>;
  readonly usage: UsageShare;
}

interface Decision extends ValidatorDecision {
  readonly validator: string;
  readonly method: string;
}

type ValidationPorts = Pick<AuditPorts, 'driver' | 'openTools' | 'emit' | 'host' | 'signal'> &
  Pick<AuditRequest, 'thresholds'>;

export async function validateFindings(
  state: AuditState,
  dive: DeepDive,
  seed: string,
  ports: ValidationPorts,
): Promise<Validation> {
  const candidates = listCandidates(state);
  const own = candidates.filter(({ isSemgrepOnly }) => !isSemgrepOnly);
  const plan = planValidation(
    own,
    {
      status: state.baseline?.semgrep.status === 'partial' ? 'partial' : 'completed',
      ids: candidates.filter(({ isSemgrepOnly }) => isSemgrepOnly).map(({ id }) => id),
    },
    seed,
  );
  const desk = new ValidationDesk(candidates, state, ports);
  await desk.run(plan.batches);
  const wrong = plan.batches
    .filter(({ purpose }) => purpose === 'spot-check')
    .flatMap(({ ids }) =>
      ids.filter((id) => desk.held.has(id) || (desk.decisions.get(id)?.verdict ?? 'confirmed') !== 'confirmed'),
    );
  const reopened = reopenPasses(own, wrong).filter((id) => !desk.decisions.has(id));
  if (reopened.length > 0)
    await desk.run([{ track: '4c', purpose: 'findings', by: 'agent', steps: [1, 2, 3, 4], ids: reopened }]);
  const accepted = new Set(plan.accepted.filter((id) => !reopened.includes(id)));
  const findings = [
    ...rateAll(candidates, desk.decisions, accepted, { state, dive }),
    ...listSetAside(state).map(rejectByHost),
  ];
  for (const finding of findings) announce(finding, ports);
  const undecided = findings.filter(({ verdict }) => verdict === 'undecided').length;
  return {
    status: undecided > 0 || desk.failed.length > 0 ? 'partial' : 'completed',
    findings,
    batches: desk.batches,
    failedBatches: desk.failed,
    evidence: {
      candidates: String(candidates.length),
      decided: String(findings.length - undecided),
      rejected: String(findings.filter(({ verdict }) => verdict === 'rejected').length),
      batches: String(desk.batches.length),
    },
    usage: desk.usage,
  };
}

/** Where batches are handed to validators and decisions come back. */
class ValidationDesk {
  readonly decisions = new Map<string, Decision>();
  readonly batches: ValidationBatch[] = [];
  readonly failed: string[] = [];
  /** Rejections that do not count for want of contradicting code. */
  readonly held = new Set<string>();
  readonly #accounts: Account[] = [];
  readonly #byId: ReadonlyMap<string, Candidate>;
  readonly #state: AuditState;
  readonly #ports: ValidationPorts;

  constructor(candidates: readonly Candidate[], state: AuditState, ports: ValidationPorts) {
    this.#byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
    this.#state = state;
    this.#ports = ports;
  }

  get usage(): UsageShare {
    return {
      used: this.#accounts.reduce((sum, { usedTokens }) => sum + usedTokens, 0),
      allowance: this.#accounts.reduce((sum, { budgetTokens }) => sum + budgetTokens, 0),
    };
  }

  /** 4a beside 4c: all batches at once; one that fails is taken over inline, once. */
  async run(batches: readonly ValidationBatch[]): Promise<void> {
    const numbered = batches.map((batch, i) => ({ batch, name: this.#nameOf(batch, this.batches.length + i + 1) }));
    this.batches.push(...batches);
    await Promise.all(numbered.map(({ batch, name }) => this.#validate(batch, name)));
  }

  #nameOf = (batch: ValidationBatch, number: number): string =>
    batch.by === 'inline'
      ? `orchestrator-${String(number).padStart(2, '0')}`
      : `validator-${String(number).padStart(2, '0')}`;

  async #validate(batch: ValidationBatch, validator: string): Promise<void> {
    let outcome = await this.#ask(batch, validator);
    if (outcome.kind === 'failed' && batch.by === 'agent')
      outcome = await this.#ask(takeOverBatch(batch), `${validator}-inline`);
    if (outcome.kind === 'failed') this.failed.push(`${validator}: ${outcome.reason ?? 'no reason given'}`);
    for (const decision of outcome.decisions) await this.#record(decision, batch, validator, outcome.method);
  }

  async #ask(batch: ValidationBatch, validator: string): Promise<ValidationOutcome> {
    const { driver, host, signal, openTools, thresholds } = this.#ports;
    const findings = batch.ids.flatMap((id) => {
      const candidate = this.#byId.get(id);
      return candidate === undefined || !mayValidate(validator, candidate) ? [] : [toValidated(candidate)];
    });
    const { recon, survey } = this.#state;
    const means = { snapshot: survey.snapshot, openTools, thresholds };
    const desk = openDesk(turnBudgetTokens(VALIDATOR_TURNS), means);
    this.#accounts.push(desk.account);
    const task = { agentId: validator, batch, findings, recon, files: survey.files };
    return host
      .run({ key: `audit/${validator}`, kind: 'validate', input: task }, () => driver.validate(task, desk, signal))
      .catch((error: unknown) => ({
        kind: 'failed' as const,
        reason: error instanceof Error ? error.message : String(error),
        decisions: [],
        method: driver.name,
      }));
  }

  /**
   * One decision per finding of the batch, the first. A Critical falls only to code that contradicts it, quoted rightly; what
   * an analyzer of the baseline found falls to nobody's word.
   */
  async #record(decision: ValidatorDecision, batch: ValidationBatch, validator: string, method: string): Promise<void> {
    const candidate = this.#byId.get(decision.id);
    if (candidate === undefined || !batch.ids.includes(decision.id) || this.decisions.has(decision.id)) return;
    const isHeld =
      decision.verdict === 'rejected' &&
      (candidate.members.some(({ agent }) => agent === BASELINE_AGENT) ||
        (candidate.severity === 'CRITICAL' && !(await isQuoted(decision.contradiction, this.#state.survey.snapshot))));
    if (isHeld) this.held.add(decision.id);
    else this.decisions.set(decision.id, { ...decision, validator, method });
  }
}

interface RatingContext {
  readonly state: AuditState;
  readonly dive: DeepDive;
}

function rateAll(
  candidates: readonly Candidate[],
  decisions: ReadonlyMap<string, Decision>,
  accepted: ReadonlySet<string>,
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
    const isCapped = flow?.kind !== 'complete' && flow?.kind !== 'in-place' && ids.some((id) => capped.has(id));
    const confidence = Math.min(candidate.lead.claim.confidence, isCapped ? CONFIDENCE.medium : 1);
    const factors = factorsOf(candidate, flow, chain, context.state);
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
    rated.map(({ candidate, severity, status, factors, decision, confidence, patternOnly }) => ({
      id: candidate.id,
      // A downgrade is the validator's word on this one finding; others of its type do not lift it again.
      type: status === 'confirmed' && decision?.verdict !== 'downgraded' ? candidate.lead.claim.cwe : null,
      severity,
      factors: status === 'confirmed' ? factors : null,
      confidence: wordOf(confidence),
      verified: decision?.verdict === 'confirmed' && status === 'confirmed',
      patternOnly,
      originallyTruncated: candidate.members.some(({ claim }) => claim.originallyTruncated),
    })),
  );
  return rated.map(({ candidate, decision, severity, status, verdict, flow, factors, confidence, patternOnly }, i) => {
    const calibration = calibrated[i] ?? { id: candidate.id, severity, score: null, ratingDispute: null };
    return {
      candidate,
      // Only what was confirmed is calibrated: nothing that nobody decided may rise with others of its type.
      severity: status === 'confirmed' ? calibration.severity : capUndecided(severity, status, patternOnly),
      status,
      verdict,
      validator: decision?.validator ?? null,
      method: decision?.method ?? null,
      verification: decision?.verification ?? null,
      reason: decision?.reason ?? null,
      factors,
      calibration,
      confidence,
      flow,
    };
  });
}

/** A rule spoke, nobody decided, and no way leads there: a pattern match, Low at most (FACT-10). */
const isPatternOnly = (candidate: Candidate, decision: Decision | null, flow: FlowOutcome | null): boolean =>
  candidate.lead.claim.rule !== null && decision === null && (flow === null || flow.kind === 'unknown');

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

function factorsOf(
  { lead }: Candidate,
  flow: FlowOutcome | null,
  chain: RiskFactors['chain'],
  { recon }: AuditState,
): RiskFactors | null {
  const steps = flow?.kind === 'complete' ? flow.steps : [];
  const entry = flow?.kind === 'complete' ? flow.entry : null;
  const endpoint = recon.endpoints.find((candidate) => placeOf(candidate) === entry);
  return estimateFactors({ cwe: lead.claim.cwe, guards: endpoint?.guards ?? null, steps: steps.length, chain });
}

function announce(finding: ValidatedFinding, { emit }: Pick<AuditPorts, 'emit'>): void {
  const outcome =
    finding.verdict === 'accepted' ? 'confirmed' : finding.verdict === 'undecided' ? 'needs_manual' : finding.verdict;
  emit({
    kind: 'validation',
    finding: finding.candidate.id,
    validator: finding.validator ?? 'host',
    outcome,
    severity: finding.severity,
    reason: finding.reason ?? (finding.verdict === 'accepted' ? 'accepted on its own check' : 'nobody decided it'),
  });
}
