/**
 * Estimates calls, tokens and cost of an audit by a model from its planned agents, for the person who confirms the plan
 * (cli/confirm-plan.ts, engine/audit/plan-document.ts). `boundAudit` computes the most tokens it may take, which
 * engine/audit/run-audit.ts sets as a limit.
 */

import { costUsd, type PriceEntry } from '../budget/model-prices.ts';
import { boundTokens } from '../budget/run-bound.ts';
import { planTurns } from '../budget/turns.ts';
import type { UsageSums } from '../budget/usage-recorder.ts';
import { AUDIT_MODE_PROFILES, type AuditMode } from '../coverage/audit-mode.ts';
import { VALIDATOR_TURNS } from './validation-plan.ts';

export interface PlannedHunter {
  readonly maxTurns: number;
  readonly budgetTokens: number;
  /** Tokens of its files. */
  readonly scopeTokens: number;
}

export interface AuditEstimate extends Pick<UsageSums, 'calls' | 'inputTokens' | 'outputTokens'> {
  /** Without what a provider may keep; null where nobody knows the price. */
  readonly costUsd: number | null;
}

/** Prompt, contract and tools, which every call carries. */
const PROMPT_TOKENS = 4000;
/** An agent writes this share of its budget; the rest is what it reads. */
const WRITTEN_SHARE = 0.15;
/** Code is met more than once: in searches, in outlines, in the file itself. */
const READ_TWICE = 2;
/** Most agents of a later round (AGENTS-03..05), and of Phase 4 where there is much to check. */
const LATER_AGENTS = 3;

export function estimateHunters(hunters: readonly PlannedHunter[], price: PriceEntry | null): AuditEstimate {
  const calls = hunters.reduce((sum, { maxTurns }) => sum + maxTurns, 0);
  const outputTokens = hunters.reduce((sum, { budgetTokens }) => sum + Math.round(budgetTokens * WRITTEN_SHARE), 0);
  const inputTokens = hunters.reduce(
    (sum, hunter) => sum + Math.round(hunter.maxTurns * (PROMPT_TOKENS + mostContent(hunter) / 2)),
    0,
  );
  const usage = { inputTokens, outputTokens, cachedInputTokens: 0, cacheWriteInputTokens: 0 };
  return { calls, inputTokens, outputTokens, costUsd: price === null ? null : costUsd(usage, price) };
}

const mostContent = ({ budgetTokens, scopeTokens }: PlannedHunter): number =>
  Math.min(budgetTokens, READ_TWICE * scopeTokens + budgetTokens * WRITTEN_SHARE);

/** Hunters of the first round may be sent out again once, and a later round may be an emergency. */
const SENT_OUT = 2;
/** Deep dive, and every batch that Phase 4 can have, taken over where its validator failed. */
const LATE_AGENTS = 1 + 2 * (2 + LATER_AGENTS + 2);

/** The most tokens the models of an audit may take together, from its first round. */
export function boundAudit(mode: AuditMode, first: readonly PlannedHunter[]): number {
  const { maxRounds, fullProtocol } = AUDIT_MODE_PROFILES[mode];
  const rounds = [
    ...Array.from({ length: maxRounds - 1 }, (_, i) => planTurns(i + 2)),
    planTurns(2, { emergency: true }),
  ];
  const late = fullProtocol
    ? Array.from({ length: LATE_AGENTS }, () => planTurns(3, { maxTurns: VALIDATOR_TURNS }))
    : [];
  const later = [...rounds.flatMap((turns) => Array.from({ length: LATER_AGENTS }, () => turns)), ...late];
  const agents = [...Array.from({ length: SENT_OUT }, () => first).flat(), ...later];
  return boundTokens(agents.map(({ maxTurns, budgetTokens }) => ({ turns: maxTurns, carriedTokens: 0, budgetTokens })));
}

/** All rounds the mode allows, deep dive and validation. */
export function estimateAudit(
  mode: AuditMode,
  first: readonly PlannedHunter[],
  price: PriceEntry | null,
): AuditEstimate {
  const { maxRounds, fullProtocol } = AUDIT_MODE_PROFILES[mode];
  const later = Array.from({ length: maxRounds - 1 }, (_, i) => planTurns(i + 2));
  const late = fullProtocol
    ? Array.from({ length: 1 + LATER_AGENTS }, () => planTurns(3, { maxTurns: VALIDATOR_TURNS }))
    : [];
  const many = later.flatMap((plan) => Array.from({ length: LATER_AGENTS }, () => plan));
  const scopeTokens = Math.max(0, ...first.map((hunter) => hunter.scopeTokens));
  return estimateHunters([...first, ...[...many, ...late].map((plan) => ({ ...plan, scopeTokens }))], price);
}
