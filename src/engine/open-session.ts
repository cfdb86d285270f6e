/**
 * Opens the session of one agent that is outside the waves of a review: a token account with its budget, and tools that are paid from
 * it (AUD-26, HOST-11). Called for audit agents (audit/agent-session.ts, audit/ask-hunter.ts), review/verify-round.ts and
 * wiring/write-repairs.ts.
 */
import type { AgentTools } from '../ports/agent-tools.ts';
import type { DriverLimits, ReviewTools } from '../ports/driver.ts';
import { fitBudget } from '../protocol/budget/model-window.ts';
import { createLedger } from './ledger.ts';
import type { OpenTools, ToolTerms } from './run-request.ts';

export type SessionPorts = Omit<ToolTerms, 'account'> & {
  readonly openTools: OpenTools;
  /** Who works in it: no budget is larger than its window's share. */
  readonly driver: { readonly limits?: DriverLimits };
};

export function openSession(
  budgetTokens: number,
  { snapshot, openTools, thresholds, driver }: SessionPorts,
): ReviewTools {
  const account = createLedger(fitBudget(budgetTokens, driver.limits?.windowTokens ?? null), thresholds);
  let tools: AgentTools | null = null;
  return {
    snapshot,
    account,
    context: () => {
      tools ??= openTools({ snapshot, account, thresholds });
      return tools;
    },
  };
}
