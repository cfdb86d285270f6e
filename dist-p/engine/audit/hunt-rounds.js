import { ReviewError } from '../../errors.js';
import { checkReadiness } from '../../protocol/agent-registry.js';
import { buildRatings, coverageOf } from '../../protocol/audit-coverage.js';
import { AUDIT_MODE_PROFILES } from '../../protocol/audit-mode.js';
import { decideNextRound } from '../../protocol/convergence.js';
import { evaluationEvents } from '../../protocol/run-events.js';
import { buildStateTransfer } from '../../protocol/state-transfer.js';
import { indexHistory } from '../../protocol/state-transfer-rules.js';
import { validateStateTransfer } from '../../protocol/state-transfer-validation.js';
import { planTurns } from '../../protocol/turns.js';
import { enter, mark, tell } from './audit-log.js';
import { buildHistory, listAlarming, listCounted, listFindings, listHotspots, toKnown, } from './audit-state.js';
import { composeRoundSignal } from './compose-audit-signals.js';
import { huntRound } from './hunt-round.js';
import { measureAudit } from './measure-audit.js';
import { seatAgents } from './plan-audit.js';
import { askedDimensions } from './prepare-audit.js';
import { evaluate } from './rate-round.js';
/** Why the signal is aborted where the audit must not go on: what is there is nobody's report. */
export const HALTED = 'halt';
export async function huntRounds(start, request, ports) {
    let { state } = start;
    let next = {
        running: { kind: 'running', round: 1, emergency: false },
        seats: state.plan.seats,
        transfer: null,
    };
    for (;;) {
        const { running } = next;
        state = enter(state, running, ports);
        const [hunted, baseline] = await Promise.all([hunt(state, next, request, ports), start.scan]);
        state = { ...hunted.state, baseline };
        if (ports.signal.reason === HALTED)
            return state;
        requireReady(state, running.round);
        state = markHunt(state, running.round, ports);
        state = enter(state, { ...running, kind: 'evaluation' }, ports);
        const evaluation = evaluate(state, hunted.records, askedDimensions(request));
        for (const event of evaluationEvents(running.round, evaluation))
            ports.emit(event);
        const move = decide(state, running, evaluation, request);
        ports.emit({ kind: 'decision', wave: running.round, decision: move.kind, reason: move.reason });
        const { round, emergency } = running;
        state = { ...state, rounds: [...state.rounds, { round, emergency, evaluation, move, transferLosses: null }] };
        state = markMerge(state, ports);
        state = signalRound(state, ports);
        if (move.kind === 'converge' || move.kind === 'incomplete')
            return state;
        state = enter(state, { kind: 'next-round', round }, ports);
        const handed = handOver(state, move, start.seed, ports);
        state = handed.state;
        next = {
            running: { kind: 'running', round: move.round, emergency: move.kind === 'emergency' },
            seats: seatRound(state, move),
            transfer: handed.transfer,
        };
    }
}
function signalRound(state, ports) {
    const last = state.rounds.at(-1);
    if (last === undefined)
        return state;
    return tell(state, composeRoundSignal(state, last, measureAudit(state, ports.account)), ports);
}
async function hunt(state, { running, seats, transfer }, request, ports) {
    announceRound(running, seats, null, ports);
    const result = await huntRound({
        facts: taskFacts(state, running, transfer),
        seats,
        registry: state.registry,
        restartUsed: state.restartUsed,
        files: state.survey.files,
        knownFindings: listFindings(state).length,
    }, state.survey.snapshot, request, ports);
    announceRound(running, seats, result.records, ports);
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
const whyStopped = ({ signal, account }) => {
    if (signal.aborted)
        return signal.reason === 'deadline' ? 'the deadline was reached' : 'the run was interrupted';
    return account?.isSpent === true ? 'the limit of the run is spent' : null;
};
function decide(state, { round }, evaluation, request) {
    const asked = askedDimensions(request);
    const move = decideNextRound({
        mode: request.mode,
        round,
        ratings: evaluation.ratings,
        isLibrary: state.recon.isLibrary,
        ...(asked === null ? {} : { asked }),
        answers: evaluation.answers,
        alarmingDimensions: listAlarming(state),
        emergencyUsed: state.progress.emergencyUsed,
        huntFailed: state.huntFailure !== null,
    });
    return move.kind === 'incomplete' ? { ...move, reason: `audit incomplete: ${state.huntFailure}` } : move;
}
function announceRound({ round, emergency }, seats, records, { emit }) {
    emit({
        kind: 'round',
        round,
        isEmergency: emergency,
        status: records === null ? 'started' : 'finished',
        agents: records?.length ?? seats.length,
        dimensions: [...new Set(seats.flatMap(({ dimensions }) => dimensions))],
        findings: (records ?? []).flatMap(({ findings }) => findings).length,
    });
}
const taskFacts = (state, { round, emergency }, transfer) => ({
    mode: state.plan.mode,
    round,
    emergency,
    loc: state.survey.loc,
    recon: state.recon,
    hotspots: round === 1 ? [] : listHotspots(state),
    findings: listCounted(state).map(toKnown),
    transfer,
});
const seatRound = ({ survey, rounds, plan }, move) => seatAgents({
    dimensions: move.dimensions,
    agents: move.agents,
    turns: planTurns(move.round, { emergency: move.kind === 'emergency', maxTurns: move.maxTurns }),
    files: survey.files,
    gaps: rounds.at(-1)?.evaluation.gaps ?? [],
    cellPaths: plan.cellPaths,
});
/** Builds, checks and indexes the state for the next round; what may not be injected is not, and is said (TRANSFER-16, AUD-11). */
function handOver(state, move, seed, { counter }) {
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
function requireReady({ registry, baseline }, round) {
    const readiness = checkReadiness(registry, round, {
        semgrep: baseline?.semgrep.status ?? 'running',
        embedded: baseline?.embedded.status ?? 'running',
    });
    if (!readiness.ready)
        throw new ReviewError('internal', `round ${round} is not over: ${readiness.waitingFor.join(', ')}`);
}
function markHunt(state, round, ports) {
    const rows = state.registry.filter((row) => row.round === round);
    const isWhole = rows.some(({ status }) => status === 'COMPLETED') && state.huntFailure === null;
    return mark(state, {
        phase: '2',
        status: isWhole ? 'completed' : 'partial',
        next: '2.5',
        evidence: {
            round: String(round),
            agents: String(rows.length),
            findings: String(state.hunts.filter((hunt) => hunt.round === round).flatMap(({ findings }) => findings).length),
        },
    }, ports);
}
function markMerge(state, ports) {
    const last = state.rounds.at(-1);
    const isLast = last?.move.kind === 'converge' || last?.move.kind === 'incomplete';
    const next = !isLast ? '2' : AUDIT_MODE_PROFILES[state.plan.mode].fullProtocol ? '3' : 'report';
    return mark(state, {
        phase: '2.5',
        status: last?.move.kind === 'incomplete' ? 'partial' : 'completed',
        next,
        evidence: {
            merged_findings: String(listFindings(state).length),
            gaps: last?.evaluation.gaps.join('+') || 'none',
            hotspots: String(listHotspots(state).length),
        },
    }, ports);
}
