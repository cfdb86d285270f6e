/**
 * What an audit by a model may use, from the plan alone: every turn is a call that carries what was said before. Rounds after
 * the first, deep dive and validation are guessed from its size. An estimate for people, never a limit.
 */
import { AUDIT_MODE_PROFILES, type AuditMode } from './audit-mode.ts';
import { costUsd, type PriceEntry } from './model-prices.ts';
import type { RunEstimate } from './run-estimate.ts';
import { planTurns } from './turns.ts';

export interface PlannedHunt {
  readonly mode: AuditMode;
  /** Turns of each agent of the first round. */
  readonly turns: readonly number[];
  /** Tokens of the code: what there is to read once. */
  readonly scopeTokens: number;
  /** Null where nobody knows it. */
  readonly price: PriceEntry | null;
}

/** Prompt, contract and tools, which every call carries. */
const PROMPT_TOKENS = 4000;
/** An agent writes this share of its budget; the rest is what it reads. */
const WRITTEN_SHARE = 0.15;
/** Agents of a later round, against those of the first. */
const LATER_SHARE = 0.5;
/** Deep dive and validation together, in turns of one agent of the first round. */
const LATE_PHASES = 2;

export function estimateAudit({ mode, turns, scopeTokens, price }: PlannedHunt): RunEstimate {
  const { maxRounds, fullProtocol } = AUDIT_MODE_PROFILES[mode];
  const later = Array.from({ length: maxRounds - 1 }, (_, i) =>
    Array.from({ length: Math.max(1, Math.ceil(turns.length * LATER_SHARE)) }, () => planTurns(i + 2).maxTurns),
  ).flat();
  const late = fullProtocol ? Array.from({ length: LATE_PHASES }, () => planTurns(1).maxTurns) : [];
  const sittings = [...turns, ...later, ...late];
  const calls = sittings.reduce((sum, each) => sum + each, 0);
  const budgets = sittings.map((each) => planTurns(1, { maxTurns: each }).budgetTokens);
  // On average a call carries half of what its agent reads and writes in the end.
  const carriedTokens = (budget: number): number =>
    Math.round(Math.min(budget, scopeTokens + budget * WRITTEN_SHARE) / 2);
  const inputTokens = sittings.reduce(
    (sum, each, i) => sum + each * (PROMPT_TOKENS + carriedTokens(budgets[i] ?? 0)),
    0,
  );
  const outputTokens = Math.round(budgets.reduce((sum, budget) => sum + budget, 0) * WRITTEN_SHARE);
  const usage = { inputTokens, outputTokens, cachedInputTokens: 0, cacheWriteInputTokens: 0 };
  return {
    calls,
    inputTokens,
    outputTokens,
    costUsd: price === null ? 0 : costUsd(usage, price),
    unpriced: price === null ? 1 : 0,
  };
}
