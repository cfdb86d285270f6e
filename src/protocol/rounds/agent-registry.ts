/**
 * Keeps the registry of all hunt agents of an audit as plain data: adds rows, moves their status, decides on the one retry of
 * each, and says when a round may be evaluated (REGISTRY-01..07, AUD-19, AUD-24, AUD-28, AUD-30). Called by
 * engine/audit/hunt-round.ts and engine/audit/hunt-rounds.ts, which start the agents.
 */

import { ReviewError } from '../../errors.ts';
import type { Dimension } from '../findings/dimension.ts';
import { halveAssignment, RETRY_MAX_FINDINGS } from '../output/halving.ts';
import type { RegistryRow, RegistryStatus } from './agent-registry-wire.ts';

export type AgentRegistry = readonly RegistryRow[];

const STATUS_MOVES: Readonly<Record<RegistryStatus, readonly RegistryStatus[]>> = {
  PENDING: ['RUNNING', 'FAILED'],
  RUNNING: ['COMPLETED', 'FAILED', 'TRUNCATED'],
  COMPLETED: [],
  FAILED: [],
  TRUNCATED: [],
};

export const isFinished = (row: RegistryRow): boolean => STATUS_MOVES[row.status].length === 0;

/** `agent-r1-01`; numbers above 99 simply grow. */
export const formatAgentId = (round: number, number: number): string =>
  `agent-r${round}-${String(number).padStart(2, '0')}`;

export interface NewAgent {
  readonly taskId: string;
  readonly round: number;
  readonly dimensions: readonly Dimension[];
  readonly startedAt: string;
  readonly retryOf?: string;
  readonly emergency?: boolean;
}

/** Appends a row; its id is the next number of the round. */
export function registerAgent(
  registry: AgentRegistry,
  agent: NewAgent,
): { readonly registry: AgentRegistry; readonly row: RegistryRow } {
  const number = registry.filter(({ round }) => round === agent.round).length + 1;
  const row: RegistryRow = {
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

export type AgentChange =
  | { readonly status: 'RUNNING'; readonly startedAt: string }
  | { readonly status: 'COMPLETED'; readonly completedAt: string; readonly findingsCount: number }
  | { readonly status: 'TRUNCATED'; readonly completedAt: string; readonly findingsCount: number }
  | { readonly status: 'FAILED'; readonly completedAt: string; readonly reason: string };

const OUTPUT_OF = { RUNNING: 'MISSING', COMPLETED: 'COMPLETE', TRUNCATED: 'TRUNCATED', FAILED: 'MISSING' } as const;

/** Moves one agent on; an unknown agent or an illegal move throws. */
export function updateAgent(registry: AgentRegistry, agentId: string, change: AgentChange): AgentRegistry {
  const row = registry.find((candidate) => candidate.agentId === agentId);
  if (row === undefined || !STATUS_MOVES[row.status].includes(change.status))
    throw new ReviewError(
      'internal',
      `illegal agent transition of ${agentId}: ${row?.status ?? 'unregistered'} -> ${change.status}`,
    );
  const next: RegistryRow = { ...row, ...change, outputStatus: OUTPUT_OF[change.status] };
  return registry.map((candidate) => (candidate === row ? next : candidate));
}

export type TaskAnswer =
  | 'completed'
  | 'running'
  | 'failed'
  | 'sibling_error'
  | 'not_found'
  | 'timeout'
  | 'severe_truncation';

export type RetryDecision =
  | { readonly kind: 'wait' }
  | { readonly kind: 'done' }
  | {
      readonly kind: 'retry';
      readonly retryOf: string;
      readonly dimensions: readonly Dimension[];
      readonly deferred: readonly Dimension[];
      readonly maxTurns: number;
      /** Findings accepted from the retry; null = no limit. */
      readonly maxFindings: number | null;
    }
  /** No second retry: the agent counts as timed out and its dimensions as shallow. */
  | { readonly kind: 'timed-out'; readonly shallow: readonly Dimension[] };

/** One retry per agent and round for any cause; after a severe truncation with half the work (TRUNC-12). */
export function decideRetry(
  registry: AgentRegistry,
  agentId: string,
  answer: TaskAnswer,
  maxTurns: number,
): RetryDecision {
  if (answer === 'completed') return { kind: 'done' };
  if (answer === 'running') return { kind: 'wait' };
  const row = registry.find((candidate) => candidate.agentId === agentId);
  if (row === undefined) return { kind: 'timed-out', shallow: [] };
  const wasRetried = row.retryOf !== null || registry.some(({ retryOf }) => retryOf === agentId);
  if (wasRetried) return { kind: 'timed-out', shallow: row.assignedDimensions };
  const whole = { kind: 'retry', retryOf: agentId, deferred: [], maxFindings: null } as const;
  if (answer !== 'severe_truncation') return { ...whole, dimensions: row.assignedDimensions, maxTurns };
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
export function listFinalAttempts(registry: AgentRegistry, round: number): AgentRegistry {
  const retried = new Set(registry.map(({ retryOf }) => retryOf));
  return registry.filter((row) => row.round === round && !retried.has(row.agentId));
}

export type ScanStatus = 'running' | 'completed' | 'partial' | 'absent' | 'failed';

export interface EvaluationReadiness {
  readonly ready: boolean;
  /** Agent ids, `semgrep` or `embedded baseline`. */
  readonly waitingFor: readonly string[];
  /** The scan the evaluation rests on; null where both came to nothing, which the report must say. */
  readonly baseline: 'semgrep' | 'embedded' | null;
}

const hasResult = (status: ScanStatus): boolean => status === 'completed' || status === 'partial';

/** Evaluation waits for every agent of the round and for a baseline scan. */
export function checkReadiness(
  registry: AgentRegistry,
  round: number,
  scans: { readonly semgrep: ScanStatus; readonly embedded: ScanStatus },
): EvaluationReadiness {
  const waitingFor = registry.filter((row) => row.round === round && !isFinished(row)).map(({ agentId }) => agentId);
  const fallback = scans.semgrep === 'absent' || scans.semgrep === 'failed';
  if (scans.semgrep === 'running') waitingFor.push('semgrep');
  if (fallback && scans.embedded === 'running') waitingFor.push('embedded baseline');
  const embedded = fallback && hasResult(scans.embedded) ? 'embedded' : null;
  return { ready: waitingFor.length === 0, waitingFor, baseline: hasResult(scans.semgrep) ? 'semgrep' : embedded };
}
