/**
 * Runs the second look of a review (`--verify`): puts blocking claims that only models made to another conversation, and returns the
 * state with the outcome. A refutation needs code that contradicts the claim, a confirmation every step; a claim nobody could check
 * stays as it was, with a warning. Called by run-review.ts; fleet/perform-agent.ts opens its session.
 */
import type { ValidationOutcome, ValidatorDecision } from '../../ports/auditor.ts';
import type { ReviewTools } from '../../ports/driver.ts';
import { underSignals } from '../../ports/join-signals.ts';
import { mapAtOnce } from '../../ports/map-at-once.ts';
import type { Verifier } from '../../ports/verifier.ts';
import { MOST_VERIFIED, VERIFY_BUDGET_TOKENS } from '../../protocol/budget/verify-limits.ts';
import { applyCheck, needsSecondLook, planSecondLook, type VerifyBatch } from '../../protocol/findings/claim-check.ts';
import type { ClaimCheck, MergedFinding } from '../../protocol/findings/finding.ts';
import { listOpenSteps, parseSteps } from '../../protocol/output/validation-steps.ts';
import { openSession, type SessionPorts } from '../open-session.ts';
import { isQuoted } from '../quoted-code.ts';
import { composeFindings } from './compose-findings.ts';
import { nameStop } from './decide-wave.ts';
import { listMembers } from './panel-members.ts';
import type { EnginePorts, ReviewRequest } from './review-request.ts';
import { type ReviewState, totalMembers, type Verification } from './review-state.ts';
import { sizeFor } from './verify-bound.ts';

export const openVerifySession = (ports: SessionPorts): ReviewTools => openSession(VERIFY_BUDGET_TOKENS, ports);

type VerifyPorts = Pick<
  EnginePorts,
  'verifierOn' | 'driversFor' | 'openTools' | 'host' | 'clock' | 'emit' | 'signal' | 'account'
>;

export async function verifyClaims(
  state: ReviewState,
  request: ReviewRequest,
  ports: VerifyPorts,
): Promise<ReviewState> {
  const { protocol, minAgreement, verify = 'never' } = request;
  const { verifierOn } = ports;
  if (verify === 'never' || verifierOn === undefined) return state;
  const findings = composeFindings({ members: totalMembers(state), protocol, minAgreement });
  const candidates = findings.filter((finding) => needsSecondLook(finding, verify));
  if (candidates.length === 0) return state;
  const stop = nameStop(ports);
  if (stop !== null)
    return { ...state, verification: { notes: [], warnings: warnOfUnchecked(candidates.length, stop) } };
  const models = listMembers(state.survey.reviewers, ports.driversFor).flatMap(({ model }) => model ?? []);
  const verifiers = new Map([...new Set(models)].map((model) => [model, verifierOn(model)]));
  const looked = candidates.slice(0, MOST_VERIFIED);
  const batches = planSecondLook(looked, [...verifiers.keys()], (model) => sizeFor(verifiers.get(model) ?? {}));
  const wave = state.waves.length;
  ports.emit({ kind: 'phase', phase: 4, name: 'second look', status: 'started', wave });
  const tasks = batches.map((batch, i) => ({ batch, agentId: `verifier-${String(i + 1).padStart(2, '0')}` }));
  const outcomes = await mapAtOnce(tasks, atOnce(request, [...verifiers.values()]), ({ batch, agentId }) =>
    askVerifier(batch, agentId, { state, request, ports, verifierOn }),
  );
  ports.emit({ kind: 'phase', phase: 4, name: 'second look', status: 'finished', wave });
  const checks = new Map(outcomes.flatMap(({ checks: own }) => own));
  const unchecked = Map.groupBy(
    outcomes.flatMap((outcome) => outcome.unchecked ?? []),
    ({ reason }) => reason,
  );
  const failures = [...unchecked].flatMap(([reason, own]) =>
    warnOfUnchecked(
      own.reduce((sum, { count }) => sum + count, 0),
      reason,
    ),
  );
  const left = candidates.length - looked.length;
  return {
    ...applyChecks(state, looked, checks),
    verification: {
      notes: noteChecks([...checks.values()]),
      warnings: [
        ...failures,
        ...(left === 0 ? [] : warnOfUnchecked(left, `a review looks at ${MOST_VERIFIED} at most`)),
      ],
    },
  };
}

/** As many conversations as the slowest server has slots. */
function atOnce({ concurrency }: ReviewRequest, verifiers: readonly Verifier[]): number | null {
  const limits = [concurrency, ...verifiers.map(({ limits: own }) => own?.slots ?? null)].filter(
    (each) => each !== null,
  );
  return limits.length === 0 ? null : Math.min(...limits);
}

const warnOfUnchecked = (count: number, reason: string): readonly string[] => [
  `⚠️ ${count === 1 ? '1 claim of a model' : `${count} claims of models`} got no second look (--verify), so nobody but ${count === 1 ? 'its author confirms it' : 'their authors confirms them'}: ${reason}`,
];

function noteChecks(checks: readonly ClaimCheck[]): Verification['notes'] {
  if (checks.length === 0) return [];
  const count = (wanted: ClaimCheck['outcome']): number => checks.filter(({ outcome }) => outcome === wanted).length;
  return [
    `second look at ${checks.length === 1 ? '1 claim' : `${checks.length} claims`} of models: ${count('confirmed')} confirmed, ${count('refuted')} refuted, ${count('undecided')} undecided`,
  ];
}

interface BatchOutcome {
  /** By the id of the candidate. */
  readonly checks: readonly (readonly [string, ClaimCheck])[];
  /** Claims that nobody looked at; null where there are none. */
  readonly unchecked: { readonly count: number; readonly reason: string } | null;
}

const numberOf = (i: number): string => `F${String(i + 1).padStart(3, '0')}`;

async function askVerifier(
  batch: VerifyBatch,
  agentId: string,
  {
    state,
    request,
    ports,
    verifierOn,
  }: {
    readonly state: ReviewState;
    readonly request: ReviewRequest;
    readonly ports: VerifyPorts;
    readonly verifierOn: (model: string) => Verifier;
  },
): Promise<BatchOutcome> {
  const { snapshot } = state.survey;
  const verifier = verifierOn(batch.model);
  const session = openVerifySession({
    snapshot,
    openTools: ports.openTools,
    thresholds: request.thresholds,
    driver: verifier,
  });
  // Numbered anew: the same claims are the same question in the next run.
  const findings = batch.findings.map(({ lead, severity, line, endLine }, i) => ({
    ...lead,
    id: numberOf(i),
    severity,
    line,
    endLine,
  }));
  const task = { agentId, findings };
  const input = { task, driver: verifier.name };
  const work = { key: `verify/${agentId}`, kind: 'verify', input, account: session.account } as const;
  const timeout = ports.clock.timeout(verifier.limits?.agentTimeoutMs ?? request.agentTimeoutMs);
  const outcome = await ports.host
    .run(work, () => underSignals([ports.signal, timeout], (signal) => verifier.verify(task, session, signal)))
    .catch(
      (error: unknown): ValidationOutcome => ({
        kind: 'failed',
        reason: error instanceof Error ? error.message : String(error),
        decisions: [],
        method: verifier.name,
      }),
    );
  if (outcome.kind === 'failed')
    return {
      checks: [],
      unchecked: {
        count: batch.findings.length,
        reason: outcome.reason ?? 'the model gave no answer that could be used',
      },
    };
  const by = outcome.method.replace(/^model /u, '');
  const unread = new Set((outcome.undecided ?? []).map(({ id }) => id));
  const judged = await Promise.all(
    batch.findings.map(async (finding, i) => {
      if (unread.has(numberOf(i))) return [];
      const check = await judge(outcome, numberOf(i), (quote) => isQuoted(quote, snapshot));
      return [[finding.id, { ...check, by, isOther: batch.isOther }] as const];
    }),
  );
  const reason = outcome.undecided?.[0]?.reason ?? '';
  return { checks: judged.flat(), unchecked: unread.size === 0 ? null : { count: unread.size, reason } };
}

const STEPS = [1, 2, 3] as const;

/** What counts of a decision: nothing is refuted without contradicting code, nothing confirmed with an open step. */
async function judge(
  { decisions }: ValidationOutcome,
  id: string,
  isInCode: (quote: ValidatorDecision['contradiction']) => Promise<boolean>,
): Promise<Pick<ClaimCheck, 'outcome' | 'reason'>> {
  const open = (reason: string): Pick<ClaimCheck, 'outcome' | 'reason'> => ({ outcome: 'undecided', reason });
  const decision = decisions.find((each) => each.id === id);
  if (decision === undefined) return open('it was not decided');
  const { verdict, verification, contradiction, reason } = decision;
  if (verdict === 'rejected')
    return (await isInCode(contradiction))
      ? { outcome: 'refuted', reason }
      : open(`rejected without the code that contradicts it: ${reason}`);
  if (verdict === 'downgraded') return open(`real, but weaker than stated: ${reason}`);
  const steps = listOpenSteps(STEPS, parseSteps(verification));
  return steps.length === 0
    ? { outcome: 'confirmed', reason }
    : open(`confirmed, although step ${steps.join(' and ')} did not pass: ${reason}`);
}

/** Every report behind a claim shares what became of it. */
function applyChecks(
  state: ReviewState,
  candidates: readonly MergedFinding[],
  checks: ReadonlyMap<string, ClaimCheck>,
): ReviewState {
  const byReport = new Map(
    candidates.flatMap(({ id, members }) => {
      const check = checks.get(id);
      return check === undefined ? [] : members.map((member) => [member.id, check] as const);
    }),
  );
  return {
    ...state,
    runs: state.runs.map((run) => ({
      ...run,
      findings: run.findings.map((finding) => {
        const check = byReport.get(finding.id);
        return check === undefined ? finding : applyCheck(finding, check);
      }),
    })),
  };
}
