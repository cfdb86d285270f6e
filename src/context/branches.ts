/**
 * Isolated contexts of agents, in memory: one branch per agent, each with an id that no other branch of the run has.
 * Holds no text: what an agent reads reaches it alone (ISOLATION-03).
 */
import type { Branches, Ids } from '../ports.ts';

const BRANCH_ID = /^br_[0-9a-f]{8}$/u;
const MAX_DRAWS = 100;

export function createBranches(ids: Pick<Ids, 'branchId'>): Branches {
  const branches = new Map<string, { readonly agent: string; readonly budgetTokens: number; isOpen: boolean }>();

  const drawId = (): string => {
    for (let draw = 0; draw < MAX_DRAWS; draw += 1) {
      const id = ids.branchId();
      if (!BRANCH_ID.test(id)) throw new Error(`branch id "${id}" is not br_ and 8 hex digits`);
      if (!branches.has(id)) return id;
    }
    throw new Error(`no new branch id in ${MAX_DRAWS} draws`);
  };

  return {
    create({ agent, budgetTokens }) {
      const id = drawId();
      branches.set(id, { agent, budgetTokens, isOpen: true });
      return id;
    },
    complete(branchId) {
      const branch = branches.get(branchId);
      if (!branch?.isOpen) throw new Error(`branch ${branchId} is not open`);
      branch.isOpen = false;
    },
  };
}
