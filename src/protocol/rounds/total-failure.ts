/**
 * Decides what follows when every agent of a round failed or was cut off: one restart per audit with smaller assignments, then
 * the hunt ends as incomplete (FAILURE-01..03, AUD-25). Called by engine/audit/hunt-round.ts.
 */
import { compareDimensions, type Dimension } from '../findings/dimension.ts';
import { halveAssignment } from '../output/halving.ts';

/** The last attempt of one agent: a retry replaces what it retried. */
export interface FinalAttempt {
  readonly status: 'COMPLETED' | 'FAILED' | 'TRUNCATED';
  readonly dimensions: readonly Dimension[];
  readonly maxTurns: number;
}

export interface RestartAgent {
  readonly dimensions: readonly Dimension[];
  readonly maxTurns: number;
}

export type FailureDecision =
  | { readonly kind: 'go-on' }
  | { readonly kind: 'restart'; readonly agents: readonly RestartAgent[]; readonly deferred: readonly Dimension[] }
  /** No more hunting; Phases 3 and 4 still run on what exists. */
  | { readonly kind: 'incomplete'; readonly reason: string };

const MAX_RESTART_AGENTS = 2;

export const isTotalFailure = (attempts: readonly Pick<FinalAttempt, 'status'>[]): boolean =>
  attempts.length > 0 && attempts.every(({ status }) => status !== 'COMPLETED');

export function decideAfterFailure(attempts: readonly FinalAttempt[], restartUsed: boolean): FailureDecision {
  if (!isTotalFailure(attempts)) return { kind: 'go-on' };
  if (restartUsed) return { kind: 'incomplete', reason: 'every agent failed or was truncated, also after the restart' };
  const largest = attempts.reduce((a, b) => (b.dimensions.length > a.dimensions.length ? b : a));
  const { kept, maxTurns } = halveAssignment(largest.dimensions, largest.maxTurns);
  const failed = [...new Set(attempts.flatMap(({ dimensions }) => dimensions))].sort(compareDimensions);
  if (failed.length === 0) return { kind: 'incomplete', reason: 'every agent failed, and none had a dimension' };
  const size = kept.length;
  const agents: RestartAgent[] = [];
  for (let i = 0; i < MAX_RESTART_AGENTS && i * size < failed.length; i++)
    agents.push({ dimensions: failed.slice(i * size, (i + 1) * size), maxTurns });
  return { kind: 'restart', agents, deferred: failed.slice(MAX_RESTART_AGENTS * size) };
}
