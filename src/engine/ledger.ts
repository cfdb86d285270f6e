/**
 * Creates the token account of one agent. Tokens are claimed before anything is recorded; a claim that would use up the whole budget
 * is refused, and from then on the agent must return (HOST-01, HOST-02, HOST-11). Used by review/agent-record.ts and open-session.ts.
 * The account of the whole run is protocol/budget/run-account.ts.
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
