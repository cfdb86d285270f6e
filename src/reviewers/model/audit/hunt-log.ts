/**
 * Declares the log of one hunt agent on a model (its searches, findings, false positives, documents and tool calls) and opens an empty
 * one. Written by hunt-tools.ts while the agent works; hunt-trail.ts makes evidence of it.
 */
import type { Dimension } from '../../../protocol/findings/dimension.ts';
import type { ClaimedFinding } from '../../../protocol/findings/finding.ts';
import type { AgentClaims } from '../../../protocol/output/agent-claims.ts';
import type { FalsePositive, PastSearch } from '../../../protocol/rounds/round-context.ts';

export interface LoggedSearch extends PastSearch {
  /** What it was for, as the agent named it. */
  readonly dimension: Dimension | null;
  readonly isEmpty: boolean;
}

export interface HuntLog {
  readonly searches: LoggedSearch[];
  /** Of the searches: those whose answers the agent has read. */
  searchesRead: number;
  readonly findings: ClaimedFinding[];
  readonly falsePositives: FalsePositive[];
  readonly documents: string[];
  readonly toolCalls: Record<string, number>;
  refusals: number;
  rereads: number;
  /** Whether a finding of this answer was rejected, and the result that came as a call in it. */
  hasRejected: boolean;
  /** Why a result that came in it was not taken. */
  refusal: string | null;
  returned: Pick<AgentClaims, 'coverage' | 'hotspots' | 'gaps'> | null;
}

export const openHuntLog = (): HuntLog => ({
  searches: [],
  searchesRead: 0,
  findings: [],
  falsePositives: [],
  documents: [],
  toolCalls: {},
  refusals: 0,
  rereads: 0,
  hasRejected: false,
  refusal: null,
  returned: null,
});
