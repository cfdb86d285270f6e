/**
 * The registry of every hunt agent of every round: rows, their legal life, one retry each, and when a round may be
 * evaluated (REGISTRY-01..07, AUD-19, AUD-24, AUD-28, AUD-30). Plain data; starts and asks nobody itself.
 */
import { ReviewError } from '../errors.js';
import { halveAssignment } from './halving.js';
export const REGISTRY_STATUSES = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'TRUNCATED'];
export const OUTPUT_STATUSES = ['COMPLETE', 'TRUNCATED', 'MISSING'];
const STATUS_MOVES = {
    PENDING: ['RUNNING', 'FAILED'],
    RUNNING: ['COMPLETED', 'FAILED', 'TRUNCATED'],
    COMPLETED: [],
    FAILED: [],
    TRUNCATED: [],
};
export const isFinished = (row) => STATUS_MOVES[row.status].length === 0;
/** `agent-r1-01`; numbers above 99 simply grow. */
export const formatAgentId = (round, number) => `agent-r${round}-${String(number).padStart(2, '0')}`;
/** Appends a row; its id is the next number of the round. */
export function registerAgent(registry, agent) {
    const number = registry.filter(({ round }) => round === agent.round).length + 1;
    const row = {
        agentId: formatAgentId(agent.round, number),
        taskId: agent.taskId,
        status: 'PENDING',
        round: agent.round,
        assignedDimensions: agent.dimensions,
        outputStatus: 'MISSING',
        findingsCount: 0,
        startedAt: agent.startedAt,
        completedAt: null,
        reason: null,
        retryOf: agent.retryOf ?? null,
        emergency: agent.emergency ?? false,
    };
    return { registry: [...registry, row], row };
}
const OUTPUT_OF = { RUNNING: 'MISSING', COMPLETED: 'COMPLETE', TRUNCATED: 'TRUNCATED', FAILED: 'MISSING' };
/** Moves one agent on; an unknown agent or an illegal move throws. */
export function updateAgent(registry, agentId, change) {
    const row = registry.find((candidate) => candidate.agentId === agentId);
    if (row === undefined || !STATUS_MOVES[row.status].includes(change.status))
        throw new ReviewError('internal', `illegal agent transition of ${agentId}: ${row?.status ?? 'unregistered'} -> ${change.status}`);
    const next = { ...row, ...change, outputStatus: OUTPUT_OF[change.status] };
    return registry.map((candidate) => (candidate === row ? next : candidate));
}
/** Only registered tasks are ever asked for (REGISTRY-05). */
export const mayQueryTask = (registry, taskId) => registry.some((row) => row.taskId === taskId);
export const RETRY_MAX_FINDINGS = 5;
/** One retry per agent and round for any cause; after a severe truncation with half the work (TRUNC-12). */
export function decideRetry(registry, agentId, answer, maxTurns) {
    if (answer === 'completed')
        return { kind: 'done' };
    if (answer === 'running')
        return { kind: 'wait' };
    const row = registry.find((candidate) => candidate.agentId === agentId);
    if (row === undefined)
        return { kind: 'timed-out', shallow: [] };
    const wasRetried = row.retryOf !== null || registry.some(({ retryOf }) => retryOf === agentId);
    if (wasRetried)
        return { kind: 'timed-out', shallow: row.assignedDimensions };
    const whole = { kind: 'retry', retryOf: agentId, deferred: [], maxFindings: null };
    if (answer !== 'severe_truncation')
        return { ...whole, dimensions: row.assignedDimensions, maxTurns };
    const half = halveAssignment(row.assignedDimensions, maxTurns);
    return {
        ...whole,
        dimensions: half.kept,
        deferred: half.deferred,
        maxTurns: half.maxTurns,
        maxFindings: RETRY_MAX_FINDINGS,
    };
}
/** The rows of a round that count: a retried agent is represented by its retry. */
export function listFinalAttempts(registry, round) {
    const retried = new Set(registry.map(({ retryOf }) => retryOf));
    return registry.filter((row) => row.round === round && !retried.has(row.agentId));
}
const hasResult = (status) => status === 'completed' || status === 'partial';
/** Evaluation waits for every agent of the round and for a baseline scan. */
export function checkReadiness(registry, round, scans) {
    const waitingFor = registry.filter((row) => row.round === round && !isFinished(row)).map(({ agentId }) => agentId);
    const fallback = scans.semgrep === 'absent' || scans.semgrep === 'failed';
    if (scans.semgrep === 'running')
        waitingFor.push('semgrep');
    if (fallback && scans.embedded === 'running')
        waitingFor.push('embedded baseline');
    const embedded = fallback && hasResult(scans.embedded) ? 'embedded' : null;
    return { ready: waitingFor.length === 0, waitingFor, baseline: hasResult(scans.semgrep) ? 'semgrep' : embedded };
}
