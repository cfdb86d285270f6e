/**
 * Token account of one agent. Cost is claimed before anything is recorded; what would reach the whole budget is
 * refused, and a refusal forces the agent to return (HOST-01, HOST-02, HOST-11). Mutable, as is the account of the
 * whole run (protocol/budget/run-account.ts).
 */
import type { Account } from '../ports/agent-tools.ts';
import { type Mode, modeAt, mustAbort } from '../protocol/budget/mode.ts';
import type { Thresholds } from '../protocol/budget/thresholds.ts';

export interface Ledger extends Account {
  /** True where the host ends the agent without asking (MODE-02). */
  readonly mustAbort: boolean;
}

export function createLedger(budgetTokens: number, thresholds: Thresholds): Ledger {
  let usedTokens = 0;
  let refused = false;
  const ratio = (): number => (budgetTokens === 0 ? 1 : usedTokens / budgetTokens);
  return {
    budgetTokens,
    get usedTokens() {
      return usedTokens;
    },
    get usageRatio() {
      return ratio();
    },
    get mode(): Mode {
      return refused ? 'force_return' : modeAt(ratio(), thresholds);
    },
    get mustAbort() {
      return mustAbort(ratio(), thresholds);
    },
    claim(tokens) {
      if (usedTokens + tokens >= budgetTokens) {
        refused = true;
        return false;
      }
      usedTokens += tokens;
      return true;
    },
  };
}
