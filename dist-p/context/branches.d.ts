/**
 * The Branches port of the engine: one branch per agent, each with an id that no other branch of the run has. Budget and
 * time are the agent's own, kept by the engine. Holds no text: what an agent reads reaches it alone (ISOLATION-03).
 */
import type { Branches, Ids } from '../ports.ts';
export declare function createBranches(ids: Pick<Ids, 'branchId'>): Branches;
