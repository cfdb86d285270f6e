/** The desk of one agent: an account with its budget, and tools that are paid from it (AUD-26, HOST-11). */

import type { AgentTools } from '../../ports/agent-tools.ts';
import type { AuditDesk, DeepDiveTask } from '../../ports/auditor.ts';
import type { Snapshot } from '../../ports/repository.ts';
import type { Thresholds } from '../../protocol/budget/thresholds.ts';
import { turnBudgetTokens } from '../../protocol/budget/turns.ts';
import { VALIDATOR_TURNS } from '../../protocol/rounds/validation-plan.ts';
import { createLedger } from '../ledger.ts';
import type { OpenTools } from '../review/review-request.ts';

export interface DeskMeans {
  readonly snapshot: Snapshot;
  readonly openTools: OpenTools;
  readonly thresholds: Thresholds;
}

export function openDesk(budgetTokens: number, { snapshot, openTools, thresholds }: DeskMeans): AuditDesk {
  const account = createLedger(budgetTokens, thresholds);
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

export const deskForDive = ({ findings }: Pick<DeepDiveTask, 'findings'>, means: DeskMeans): AuditDesk =>
  openDesk(turnBudgetTokens(DIVE_TURNS * Math.max(1, findings.length)), means);

export const deskForValidation = (means: DeskMeans): AuditDesk => openDesk(turnBudgetTokens(VALIDATOR_TURNS), means);
