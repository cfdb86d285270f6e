/**
 * Implements the engine's port `Branches` on a branch-tree.ts without limits: one branch per agent, each with an id that no other
 * branch of the run has. Budget and time are kept by the engine. Holds no text: what an agent reads reaches it alone (ISOLATION-03).
 * Created by wiring/review-ports.ts.
 */
import type { Branches } from '../ports/agent-host.ts';
import type { Ids } from '../ports/clock.ts';
import { createBranchTree, type Refused } from './branch-tree.ts';

/** The engine keeps every rule itself, so a refusal is a defect. */
function expect<T extends { readonly kind: string }>(outcome: T | Refused): Exclude<T, Refused> {
  if (outcome.kind === 'refused') throw new Error((outcome as Refused).reason);
  return outcome as Exclude<T, Refused>;
}

export function createBranches(ids: Pick<Ids, 'branchId'>): Branches {
  const tree = createBranchTree({ ids, clock: { now: () => 0 }, maxOpenPerSession: Number.POSITIVE_INFINITY });
  return {
    create({ agent, budgetTokens }) {
      const { branch } = expect(tree.create({ sessionId: agent, parentId: null, budgetTokens, timeoutMs: null }));
      expect(tree.begin(branch.branchId));
      return branch.branchId;
    },
    complete(branchId, usedTokens) {
      expect(tree.end(branchId, { state: 'completed', reason: null, lastTokens: usedTokens }));
    },
  };
}
