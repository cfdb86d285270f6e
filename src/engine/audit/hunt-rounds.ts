/**
 * Runs phases 2 and 2.5 of an audit: hunt rounds until the rules say stop (ROUND, EVALUATE, CONVERGE, EMERGENCY, TRANSFER). Each round
 * hunts while the baseline scan runs, waits for all, evaluates, decides, and hands its results to the next. Returns the new state.
 * Called by run-audit.ts.
 */

import { ReviewError } from '../../errors.ts';
import type { BaselineScan, HuntTask } from '../../ports/auditor.ts';
import { planTurns } from '../../protocol/budget/turns.ts';
import { buildRatings, coverageOf } from '../../protocol/coverage/audit-coverage.ts';
import { AUDIT_MODE_PROFILES } from '../../protocol/coverage/audit-mode.ts';
import type { DimensionCoverage } from '../../protocol/findings/dimension.ts';
import { evaluationEvents } from '../../protocol/report/event-document.ts';
import { checkReadiness } from '../../protocol/rounds/agent-registry.ts';
import type { AuditPhase } from '../../protocol/rounds/audit-phases.ts';
import { decideNextRound, endWithoutRound, type RoundMove } from '../../protocol/rounds/convergence.ts';
import type { Evaluation } from '../../protocol/rounds/evaluation.ts';
import { buildStateTransfer } from '../../protocol/rounds/state-transfer.ts';
import { indexHistory, judgeRead } from '../../protocol/rounds/state-transfer-rules.ts';
import { validateStateTransfer } from '../../protocol/rounds/state-transfer-validation.ts';
import { addMarker, enter, tell } from './audit-log.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';
import {
  type AuditState,
  buildHistory,
  type HuntRecord,
  listAlarming,
  listCounted,
  listFindings,
  listHotspots,
} from './audit-state.ts';
import { composeRoundSignal } from './compose-audit-signals.ts';
import { huntRound } from './hunt-round.ts';
import { measureAudit } from './measure-audit.ts';
import { type PlannedAgent, planAgents, type TaskFacts } from './plan-audit.ts';
import { askedDimensions } from './prepare-audit.ts';
import { evaluate } from './rate-round.ts';

/** Why the signal is aborted where the audit must not go on: what is there is nobody's report. */
export const HALTED = 'halt';

export interface HuntStart {
  readonly state: AuditState;
  readonly scan: Promise<BaselineScan>;
  /** Decides samples, the same on a resumed run. */
  readonly seed: string;
}

type Running = Extract<AuditPhase, { kind: 'running' }>;

interface RoundStart {
  readonly running: Running;
  readonly agents: readonly PlannedAgent[];
  readonly transfer: HuntTask['transfer'];
}

export async function huntRounds(start: HuntStart, request: AuditRequest, ports: AuditPorts): Promise<AuditState> {
  let { state } = start;
  let next: RoundStart = {
    running: { kind: 'running', round: 1, emergency: false },
    agents: state.plan.agents,
    transfer: null,
  };
  for (;;) {
    const { running } = next;
    state = enter(state, running, ports);
    const [hunted, baseline] = await Promise.all([hunt(state, next, request, ports), start.scan]);
    state = { ...hunted.state, baseline };
    if (ports.signal.reason === HALTED) return state;
    requireReady(state, running.round);
    state = addHuntMarker(state, running.round, ports);

    state = enter(state, { ...running, kind: 'evaluation' }, ports);
    const evaluation = evaluate(state, hunted.records, askedDimensions(request));
    for (const event of evaluationEvents(running.round, evaluation)) ports.emit(event);
    const move = decide({ state, running, evaluation, seed: start.seed }, request);
    ports.emit({ kind: 'decision', wave: running.round, decision: move.kind, reason: move.reason });
    const { round, emergency } = running;
    state = { ...state, rounds: [...state.rounds, { round, emergency, evaluation, move, transferLosses: null }] };
    state = addMergeMarker(state, ports);
    state = signalRound(state, ports);
    if (move.kind === 'converge' || move.kind === 'incomplete') return state;

    state = enter(state, { kind: 'next-round', round }, ports);
    const handed = handOver(state, move, start.seed, ports);
    state = handed.state;
    next = {
      running: { kind: 'running', round: move.round, emergency: move.kind === 'emergency' },
      agents: planRoundAgents(state, move),
      transfer: handed.transfer,
    };
  }
}

function signalRound(state: AuditState, ports: Pick<AuditPorts, 'emit' | 'account'>): AuditState {
  const last = state.rounds.at(-1);
  if (last === undefined) return state;
  return tell(state, composeRoundSignal(state, last, measureAudit(state, ports.account)), ports);
}

async function hunt(
  state: AuditState,
  { running, agents, transfer }: RoundStart,
  request: AuditRequest,
  ports: AuditPorts,
): Promise<{ readonly state: AuditState; readonly records: readonly HuntRecord[] }> {
  announceRound(running, agents, null, ports);
  const result = await huntRound(
    {
      facts: taskFacts(state, running, transfer),
      agents,
      registry: state.registry,
      restartUsed: state.restartUsed,
      files: state.survey.files,
      knownFindings: listFindings(state).length,
    },
    state.survey.snapshot,
    request,
    ports,
  );
  announceRound(running, agents, result.records, ports);
  return {
    state: {
      ...state,
      registry: result.registry,
      hunts: [...state.hunts, ...result.records],
      restartUsed: result.restartUsed,
      huntFailure: state.huntFailure ?? whyStopped(ports) ?? result.failure,
    },
    records: result.records,
  };
}

const whyStopped = ({ signal, account }: Pick<AuditPorts, 'signal' | 'account'>): string | null => {
  if (signal.aborted) return signal.reason === 'deadline' ? 'the deadline was reached' : 'the run was interrupted';
  return account?.isSpent === true ? 'the limit of the run is used up' : null;
};

interface EvaluatedRound {
  readonly state: AuditState;
  readonly running: Running;
  readonly evaluation: Evaluation;
  readonly seed: string;
}

function decide({ state, running: { round }, evaluation, seed }: EvaluatedRound, request: AuditRequest): RoundMove {
  const asked = askedDimensions(request);
  const facts = {
    mode: request.mode,
    round,
    ratings: evaluation.ratings,
    isLibrary: state.recon.isLibrary,
    ...(asked === null ? {} : { asked }),
    answers: evaluation.answers,
    alarmingDimensions: listAlarming(state),
    emergencyUsed: state.progress.emergencyUsed,
    huntFailed: state.huntFailure !== null,
  };
  const move = decideNextRound(facts);
  if (move.kind === 'next-round' && !hasSomethingToRead(state, move, coverageOf(evaluation.ratings), seed))
    return endWithoutRound(facts, `${move.reason}; nothing is left that round ${move.round} may read`);
  return move.kind === 'incomplete' ? { ...move, reason: `audit incomplete: ${state.huntFailure}` } : move;
}

/** Whether a further round could be shown code: files nobody has read, or what the rules of the rounds let it read again. */
function hasSomethingToRead(
  state: AuditState,
  { round, dimensions }: Extract<RoundMove, { kind: 'next-round' }>,
  coverage: DimensionCoverage,
  seed: string,
): boolean {
  const index = indexHistory(buildHistory(state, coverage), { round, seed });
  // Analyzers read whole files and find the same in them the second time.
  const isByRules = state.hunts.every(({ result }) => result.trail.delivered === null);
  const range = { start: 1, end: 1 };
  return state.survey.files.some(({ path: file }) =>
    isByRules
      ? !index.filesRead.has(file)
      : dimensions.some((dimension) => judgeRead(index, { file, range, dimension }).kind === 'allowed'),
  );
}

function announceRound(
  { round, emergency }: { readonly round: number; readonly emergency: boolean },
  agents: readonly PlannedAgent[],
  records: readonly HuntRecord[] | null,
  { emit }: Pick<AuditPorts, 'emit'>,
): void {
  emit({
    kind: 'round',
    round,
    isEmergency: emergency,
    status: records === null ? 'started' : 'finished',
    agents: records?.length ?? agents.length,
    dimensions: [...new Set(agents.flatMap(({ dimensions }) => dimensions))],
    findings: (records ?? []).flatMap(({ findings }) => findings).length,
  });
}

const taskFacts = (
  state: AuditState,
  { round, emergency }: { readonly round: number; readonly emergency: boolean },
  transfer: HuntTask['transfer'],
): TaskFacts => ({
  mode: state.plan.mode,
  round,
  emergency,
  loc: state.survey.loc,
  recon: state.recon,
  hotspots: round === 1 ? [] : listHotspots(state),
  findings: listCounted(state),
  transfer,
});

const planRoundAgents = (
  { survey, rounds, plan }: AuditState,
  move: Extract<RoundMove, { kind: 'next-round' | 'emergency' }>,
): readonly PlannedAgent[] =>
  planAgents({
    dimensions: move.dimensions,
    agents: move.agents,
    turns: planTurns(move.round, { emergency: move.kind === 'emergency', maxTurns: move.maxTurns }),
    files: survey.files,
    gaps: rounds.at(-1)?.evaluation.gaps ?? [],
    cellPaths: plan.cellPaths,
  });

/** Builds, checks and indexes the state for the next round; what may not be injected is not, and is said (TRANSFER-16, AUD-11). */
function handOver(
  state: AuditState,
  move: Extract<RoundMove, { kind: 'next-round' | 'emergency' }>,
  seed: string,
  { counter }: Pick<AuditPorts, 'counter'>,
): { readonly state: AuditState; readonly transfer: HuntTask['transfer'] } {
  const last = state.rounds.at(-1);
  const coverage = coverageOf(last?.evaluation.ratings ?? buildRatings(() => 'missing'));
  const history = buildHistory(state, coverage);
  const built = buildStateTransfer({ nextRound: move.round, history, count: (text) => counter.count(text) });
  const errors = built.kind === 'transfer' ? validateStateTransfer(built.context) : [];
  if (built.kind === 'nothing' || errors.length > 0) {
    const reason = built.kind === 'nothing' ? built.reason : errors.map(({ message }) => message).join('; ');
    const warning = `round ${move.round} starts without the state of the rounds before: ${reason}`;
    return { state: { ...state, transferWarnings: [...state.transferWarnings, warning] }, transfer: null };
  }
  const rounds = state.rounds.map((round) => (round === last ? { ...round, transferLosses: built.losses } : round));
  const isEmergency = move.kind === 'emergency';
  return {
    state: { ...state, rounds, transferWarnings: [...state.transferWarnings, ...built.warnings] },
    transfer: {
      context: built.context,
      history: indexHistory(history, { round: move.round, emergency: isEmergency, seed }),
    },
  };
}

/** Agents and baseline are awaited before this; where one were still out, evaluating would be a defect (REGISTRY-06). */
function requireReady({ registry, baseline }: AuditState, round: number): void {
  const readiness = checkReadiness(registry, round, {
    semgrep: baseline?.semgrep.status ?? 'running',
    embedded: baseline?.embedded.status ?? 'running',
  });
  if (!readiness.ready)
    throw new ReviewError('internal', `round ${round} is not over: ${readiness.waitingFor.join(', ')}`);
}

function addHuntMarker(state: AuditState, round: number, ports: Pick<AuditPorts, 'emit'>): AuditState {
  const rows = state.registry.filter((row) => row.round === round);
  const isWhole = rows.some(({ status }) => status === 'COMPLETED') && state.huntFailure === null;
  return addMarker(
    state,
    {
      phase: '2',
      status: isWhole ? 'completed' : 'partial',
      next: '2.5',
      evidence: {
        round: String(round),
        agents: String(rows.length),
        findings: String(state.hunts.filter((hunt) => hunt.round === round).flatMap(({ findings }) => findings).length),
      },
    },
    ports,
  );
}

function addMergeMarker(state: AuditState, ports: Pick<AuditPorts, 'emit'>): AuditState {
  const last = state.rounds.at(-1);
  const isLast = last?.move.kind === 'converge' || last?.move.kind === 'incomplete';
  const next = !isLast ? '2' : AUDIT_MODE_PROFILES[state.plan.mode].fullProtocol ? '3' : 'report';
  return addMarker(
    state,
    {
      phase: '2.5',
      status: last?.move.kind === 'incomplete' ? 'partial' : 'completed',
      next,
      evidence: {
        merged_findings: String(listFindings(state).length),
        gaps: last?.evaluation.gaps.join('+') || 'none',
        hotspots: String(listHotspots(state).length),
      },
    },
    ports,
  );
}
