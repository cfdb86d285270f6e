/**
 * Computes how much an audit agent gets: turns by round, tokens by turns, search and read calls by lines of code and loaded documents
 * (TURNS-01..03, AUD-09, AUD-26, FACT-04). `turnBudgetTokens` also serves triage and repairs; REVIEW_TURNS is the most turns of a
 * reviewer. Called by engine/audit/, protocol/rounds/, wiring/triage.ts and wiring/write-repairs.ts.
 */

/** Of a reviewer in one wave: an agent that goes on longer is going in circles. */
export const REVIEW_TURNS = 60;
export const AUDIT_TOKENS_PER_TURN = 4096;
export const DOCUMENT_TURNS = 5;
/** Turns at the end in which an agent writes instead of exploring (FACT-04). */
export const WRITING_TURNS = 5;

const MAX_TURNS = { first: 25, second: 20, later: 15, emergency: 15 } as const;

export interface TurnPlan {
  readonly maxTurns: number;
  /** Part of maxTurns that is reserved for language and framework documents. */
  readonly documentTurns: number;
  readonly analysisTurns: number;
  /** Last turn in which the agent may still explore. */
  readonly lastExplorationTurn: number;
  readonly budgetTokens: number;
  /** False where only flows of known findings and hotspots are followed. */
  readonly allowsBreadthSearch: boolean;
}

export const turnBudgetTokens = (maxTurns: number): number => AUDIT_TOKENS_PER_TURN * Math.max(0, maxTurns);

/** The turns of an agent of this round; `maxTurns` replaces the round's figure where the assignment was halved. */
export function planTurns(
  round: number,
  options: { readonly emergency?: boolean; readonly maxTurns?: number } = {},
): TurnPlan {
  const maxTurns = Math.max(1, options.maxTurns ?? roundTurns(round, options.emergency ?? false));
  const reserved = round <= 1 && !options.emergency ? DOCUMENT_TURNS : 0;
  const documentTurns = Math.min(reserved, maxTurns - 1);
  return {
    maxTurns,
    documentTurns,
    analysisTurns: maxTurns - documentTurns,
    lastExplorationTurn: Math.max(1, maxTurns - WRITING_TURNS),
    budgetTokens: turnBudgetTokens(maxTurns),
    allowsBreadthSearch: round <= 2 || (options.emergency ?? false),
  };
}

function roundTurns(round: number, emergency: boolean): number {
  if (emergency) return MAX_TURNS.emergency;
  if (round <= 1) return MAX_TURNS.first;
  return round <= 2 ? MAX_TURNS.second : MAX_TURNS.later;
}

/** Search and read calls an agent may make; documents are not counted against the code. */
export function toolCallLimit(loc: number, loadsDocuments: boolean): number {
  const base = loc < 10_000 ? 60 : loc <= 50_000 ? 80 : 100;
  return base + (loadsDocuments ? 10 : 0);
}

/** Calls of the first, broad part of the work; the rest goes into depth. */
export const breadthCallLimit = (calls: number): number => Math.floor((calls * 6) / 10);
