/** The session of one agent: an account with its budget, and tools that are paid from it (AUD-26, HOST-11). */

import type { AgentTools } from '../../ports/agent-tools.ts';
import type { AuditDriver, AuditSession, DeepDiveTask } from '../../ports/auditor.ts';
import { fitBudget } from '../../protocol/budget/model-window.ts';
import { turnBudgetTokens } from '../../protocol/budget/turns.ts';
import { VALIDATOR_TURNS } from '../../protocol/rounds/validation-plan.ts';
import { createLedger } from '../ledger.ts';
import type { OpenTools, ToolTerms } from '../run-request.ts';

export type SessionPorts = Omit<ToolTerms, 'account'> & {
  readonly openTools: OpenTools;
  /** Who works in it: no budget is larger than its window's share. */
  readonly driver: Pick<AuditDriver, 'limits'>;
};

export function openSession(
  budgetTokens: number,
  { snapshot, openTools, thresholds, driver }: SessionPorts,
): AuditSession {
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

/** Turns a model may take to follow one finding. */
const DIVE_TURNS = 4;

export const sessionForDive = (
  { findings }: Pick<DeepDiveTask, 'findings'>,
  sessionPorts: SessionPorts,
): AuditSession => openSession(turnBudgetTokens(DIVE_TURNS * Math.max(1, findings.length)), sessionPorts);

export const sessionForValidation = (sessionPorts: SessionPorts): AuditSession =>
  openSession(turnBudgetTokens(VALIDATOR_TURNS), sessionPorts);
