/**
 * Computes how much an audit has used of what it may use: tokens of the agents so far against their budgets and those of planned
 * rounds, and the limits of the run (SIG-14). Called by run-audit.ts and hunt-rounds.ts, for the usage in signals.
 */

import { planTurns, turnBudgetTokens } from '../../protocol/budget/turns.ts';
import type { UsageShare } from '../../protocol/budget/usage-recorder.ts';
import { AUDIT_MODE_PROFILES } from '../../protocol/coverage/audit-mode.ts';
import type { RoundMove } from '../../protocol/rounds/convergence.ts';
import type { AuditPorts } from './audit-request.ts';
import type { AuditState } from './audit-state.ts';

/** `late`: agents of Phase 3 and 4. */
export function measureAudit(
  { hunts, rounds, plan }: Pick<AuditState, 'hunts' | 'rounds' | 'plan'>,
  account: AuditPorts['account'],
  ...late: readonly UsageShare[]
): readonly UsageShare[] {
  const last = rounds.at(-1)?.move;
  const done = [
    ...hunts.map(({ result, budgetTokens }) => ({ used: result.usedTokens, allowance: budgetTokens })),
    ...late,
  ];
  return [
    {
      used: done.reduce((sum, { used }) => sum + used, 0),
      allowance: done.reduce(
        (sum, { allowance }) => sum + allowance,
        last === undefined ? 0 : budgetPlanned(last, plan),
      ),
    },
    ...(account?.shares ?? []),
  ];
}

/** The round that was decided, and those the mode allows behind it, with as many agents. */
function budgetPlanned(move: RoundMove, { mode }: AuditState['plan']): number {
  if (move.kind === 'converge' || move.kind === 'incomplete') return 0;
  let planned = move.agents * turnBudgetTokens(move.maxTurns);
  if (move.kind === 'emergency') return planned;
  for (let round = move.round + 1; round <= AUDIT_MODE_PROFILES[mode].maxRounds; round += 1)
    planned += move.agents * planTurns(round).budgetTokens;
  return planned;
}
