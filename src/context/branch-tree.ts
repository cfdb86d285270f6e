/**
 * Keeps the tree of branches (isolated contexts of agents) and their states: created → active → completed, timeout or failed, with
 * depth, number, budget and time bounded (FACT-16). Requests beyond a bound are refused with a reason. Holds no text of an agent, and
 * has no timers: time is checked at each call. Used by branches.ts and mcp/branch-tools.ts.
 */
import type { Clock, Ids } from '../ports/clock.ts';

export type BranchState = 'created' | 'active' | 'completed' | 'timeout' | 'failed';

export interface BranchView {
  readonly branchId: string;
  readonly sessionId: string;
  readonly parentId: string | null;
  /** 0 for a branch without a parent. */
  readonly depth: number;
  readonly state: BranchState;
  readonly usedTokens: number;
  readonly budgetTokens: number;
  /** A charge was refused: nothing more is delivered, the branch has to return. */
  readonly mustReturn: boolean;
  /** Why it failed or timed out. */
  readonly reason: string | null;
}

export interface BranchRequest {
  readonly sessionId: string;
  readonly parentId: string | null;
  readonly budgetTokens: number;
  /** Counted from the moment it becomes active; null for no limit. */
  readonly timeoutMs: number | null;
}

export interface Refused {
  readonly kind: 'refused';
  readonly reason: string;
}

export type CreateOutcome = { readonly kind: 'created'; readonly branch: BranchView } | Refused;
export type ChargeOutcome =
  /** `warns` is true once in the life of a branch, when its usage reaches 80 %. */
  { readonly kind: 'charged'; readonly branch: BranchView; readonly warns: boolean } | Refused;
export type ActiveOutcome = { readonly kind: 'active'; readonly branch: BranchView } | Refused;

export interface Ending {
  readonly state: 'completed' | 'failed';
  readonly reason: string | null;
  /** Last tokens of the branch. They are booked up to the budget: what a branch returns with is never refused. */
  readonly lastTokens: number;
}

export type EndOutcome =
  /** `ended` are the open branches beneath it, in the order in which they were ended: the deepest first. */
  { readonly kind: 'ended'; readonly branch: BranchView; readonly ended: readonly string[] } | Refused;

export interface BranchTree {
  create(request: BranchRequest): CreateOutcome;
  /** Makes a created branch active; its time runs from now. */
  begin(branchId: string): CreateOutcome;
  /** Books the tokens, or books nothing and forces the return. */
  charge(branchId: string, tokens: number): ChargeOutcome;
  /** Ends an active branch after all branches beneath it, which fail: nobody is left to return to. */
  end(branchId: string, ending: Ending): EndOutcome;
  /** The branch if it is active. */
  findActive(branchId: string): ActiveOutcome;
  find(branchId: string): BranchView | null;
  /** The newest open branch of a session. */
  findOpen(sessionId: string): BranchView | null;
}

export interface BranchTreeOptions {
  readonly ids: Pick<Ids, 'branchId'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Open branches of one session at a time. */
  readonly maxOpenPerSession: number;
}

/** Depths are 0, 1 and 2. */
export const MAX_DEPTHS = 3;
const WARNING_RATIO = 0.8;
const BRANCH_ID = /^br_[0-9a-f]{8}$/u;
const MAX_DRAWS = 100;
/** Ended branches that can still be asked about. */
const MAX_ENDED = 1000;

interface Branch {
  readonly branchId: string;
  readonly sessionId: string;
  readonly parentId: string | null;
  readonly depth: number;
  readonly budgetTokens: number;
  readonly timeoutMs: number | null;
  state: BranchState;
  usedTokens: number;
  mustReturn: boolean;
  hasWarned: boolean;
  endsAt: number | null;
  reason: string | null;
}

const refuse = (reason: string): Refused => ({ kind: 'refused', reason });
const isOpen = ({ state }: Branch): boolean => state === 'created' || state === 'active';

const viewOf = ({ timeoutMs: _time, hasWarned: _warned, endsAt: _ends, ...view }: Branch): BranchView => ({ ...view });

const drawId = (ids: Pick<Ids, 'branchId'>, isTaken: (id: string) => boolean): string => {
  for (let draw = 0; draw < MAX_DRAWS; draw += 1) {
    const id = ids.branchId();
    if (!BRANCH_ID.test(id)) throw new Error(`branch id "${id}" must be br_ followed by 8 hex digits`);
    if (!isTaken(id)) return id;
  }
  throw new Error(`no unused branch id after ${MAX_DRAWS} tries`);
};

/** Every branch there is, with time applied to it before anyone looks. */
function createForest({ clock }: Pick<BranchTreeOptions, 'clock'>) {
  const branches = new Map<string, Branch>();
  const childrenOf = (branchId: string): readonly Branch[] =>
    [...branches.values()].filter((branch) => branch.parentId === branchId && isOpen(branch));

  const endWithChildren = (branch: Branch, state: BranchState, reason: string | null): readonly string[] => {
    const ended = childrenOf(branch.branchId).flatMap((child) => [
      ...endWithChildren(child, 'failed', `its parent ${branch.branchId} ended`),
      child.branchId,
    ]);
    branch.state = state;
    branch.reason = reason;
    return ended;
  };

  const settle = (): void => {
    const now = clock.now();
    for (const branch of branches.values()) {
      if (branch.state === 'active' && branch.endsAt !== null && now >= branch.endsAt) {
        endWithChildren(branch, 'timeout', `it did not return within ${(branch.timeoutMs ?? 0) / 1000} s`);
      }
    }
  };

  const forget = (): void => {
    const ended = [...branches.values()].filter((branch) => !isOpen(branch));
    for (const { branchId } of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) branches.delete(branchId);
  };

  return {
    endWithChildren,
    add(branch: Branch): void {
      branches.set(branch.branchId, branch);
      forget();
    },
    has: (id: string): boolean => branches.has(id),
    get(id: string): Branch | null {
      settle();
      return branches.get(id) ?? null;
    },
    openOf(sessionId: string): readonly Branch[] {
      settle();
      return [...branches.values()].filter((branch) => branch.sessionId === sessionId && isOpen(branch));
    },
  };
}

type Forest = ReturnType<typeof createForest>;

function findActive(forest: Forest, branchId: string): Branch | Refused {
  const branch = forest.get(branchId);
  if (branch === null) return refuse(`there is no branch ${branchId}`);
  if (branch.state === 'active') return branch;
  return refuse(
    `branch ${branchId} is ${branch.state}, not active${branch.reason === null ? '' : `: ${branch.reason}`}`,
  );
}

const isRefused = (found: Branch | Refused): found is Refused => 'kind' in found;

function resolveDepth(forest: Forest, { parentId, sessionId }: BranchRequest): number | Refused {
  if (parentId === null) return 0;
  const parent = findActive(forest, parentId);
  if (isRefused(parent)) return parent;
  if (parent.sessionId !== sessionId) return refuse(`parent ${parentId} belongs to another session`);
  const depth = parent.depth + 1;
  return depth < MAX_DEPTHS ? depth : refuse(`branches nest at most ${MAX_DEPTHS} deep`);
}

function chargeBranch(branch: Branch, tokens: number): ChargeOutcome {
  const { branchId, budgetTokens } = branch;
  if (branch.mustReturn) return refuse(`the budget of branch ${branchId} is spent: return now`);
  if (!(tokens >= 0)) return refuse(`${tokens} is not a number of tokens`);
  if (branch.usedTokens + tokens > budgetTokens) {
    branch.mustReturn = true;
    return refuse(`${tokens} tokens do not fit: ${branch.usedTokens} of ${budgetTokens} are used; return now`);
  }
  branch.usedTokens += tokens;
  const warns = !branch.hasWarned && branch.usedTokens >= WARNING_RATIO * budgetTokens;
  if (warns) branch.hasWarned = true;
  return { kind: 'charged', branch: viewOf(branch), warns };
}

export function createBranchTree(options: BranchTreeOptions): BranchTree {
  const { ids, clock, maxOpenPerSession } = options;
  const forest = createForest(options);
  return {
    create(request) {
      const { sessionId, parentId, budgetTokens, timeoutMs } = request;
      if (forest.openOf(sessionId).length >= maxOpenPerSession) {
        return refuse(`session ${sessionId} has ${maxOpenPerSession} open branches already: return one first`);
      }
      const depth = resolveDepth(forest, request);
      if (typeof depth !== 'number') return depth;
      const branch: Branch = {
        branchId: drawId(ids, forest.has),
        sessionId,
        parentId,
        depth,
        state: 'created',
        usedTokens: 0,
        budgetTokens,
        mustReturn: false,
        reason: null,
        timeoutMs,
        hasWarned: false,
        endsAt: null,
      };
      forest.add(branch);
      return { kind: 'created', branch: viewOf(branch) };
    },
    begin(branchId) {
      const branch = forest.get(branchId);
      if (branch?.state !== 'created') return refuse(`branch ${branchId} cannot begin`);
      branch.state = 'active';
      branch.endsAt = branch.timeoutMs === null ? null : clock.now() + branch.timeoutMs;
      return { kind: 'created', branch: viewOf(branch) };
    },
    charge(branchId, tokens) {
      const branch = findActive(forest, branchId);
      return isRefused(branch) ? branch : chargeBranch(branch, tokens);
    },
    end(branchId, { state, reason, lastTokens }) {
      const branch = findActive(forest, branchId);
      if (isRefused(branch)) return branch;
      branch.usedTokens = Math.min(branch.budgetTokens, branch.usedTokens + lastTokens);
      const ended = forest.endWithChildren(branch, state, reason);
      return { kind: 'ended', branch: viewOf(branch), ended };
    },
    findActive(branchId) {
      const branch = findActive(forest, branchId);
      return isRefused(branch) ? branch : { kind: 'active', branch: viewOf(branch) };
    },
    find(branchId) {
      const branch = forest.get(branchId);
      return branch && viewOf(branch);
    },
    findOpen(sessionId) {
      const branch = forest.openOf(sessionId).at(-1);
      return branch ? viewOf(branch) : null;
    },
  };
}
