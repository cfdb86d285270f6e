/** Depths are 0, 1 and 2. */
export const MAX_DEPTHS = 3;
const WARNING_RATIO = 0.8;
const BRANCH_ID = /^br_[0-9a-f]{8}$/u;
const MAX_DRAWS = 100;
/** Ended branches that can still be asked about. */
const MAX_ENDED = 1000;
const refuse = (reason) => ({ kind: 'refused', reason });
const isOpen = ({ state }) => state === 'created' || state === 'active';
const viewOf = ({ timeoutMs: _time, hasWarned: _warned, endsAt: _ends, ...view }) => ({ ...view });
const drawId = (ids, isTaken) => {
    for (let draw = 0; draw < MAX_DRAWS; draw += 1) {
        const id = ids.branchId();
        if (!BRANCH_ID.test(id))
            throw new Error(`branch id "${id}" is not br_ and 8 hex digits`);
        if (!isTaken(id))
            return id;
    }
    throw new Error(`no new branch id in ${MAX_DRAWS} draws`);
};
/** Every branch there is, with time applied to it before anyone looks. */
function createForest({ clock }) {
    const branches = new Map();
    const childrenOf = (branchId) => [...branches.values()].filter((branch) => branch.parentId === branchId && isOpen(branch));
    const endWithChildren = (branch, state, reason) => {
        const ended = childrenOf(branch.branchId).flatMap((child) => [
            ...endWithChildren(child, 'failed', `its parent ${branch.branchId} ended`),
            child.branchId,
        ]);
        branch.state = state;
        branch.reason = reason;
        return ended;
    };
    const settle = () => {
        const now = clock.now();
        for (const branch of branches.values()) {
            if (branch.state === 'active' && branch.endsAt !== null && now >= branch.endsAt) {
                endWithChildren(branch, 'timeout', `it did not return within ${(branch.timeoutMs ?? 0) / 1000} s`);
            }
        }
    };
    const forget = () => {
        const ended = [...branches.values()].filter((branch) => !isOpen(branch));
        for (const { branchId } of ended.slice(0, Math.max(0, ended.length - MAX_ENDED)))
            branches.delete(branchId);
    };
    return {
        endWithChildren,
        add(branch) {
            branches.set(branch.branchId, branch);
            forget();
        },
        has: (id) => branches.has(id),
        get(id) {
            settle();
            return branches.get(id) ?? null;
        },
        openOf(sessionId) {
            settle();
            return [...branches.values()].filter((branch) => branch.sessionId === sessionId && isOpen(branch));
        },
    };
}
function findActive(forest, branchId) {
    const branch = forest.get(branchId);
    if (branch === null)
        return refuse(`there is no branch ${branchId}`);
    if (branch.state === 'active')
        return branch;
    return refuse(`branch ${branchId} is ${branch.state}, not active${branch.reason === null ? '' : `: ${branch.reason}`}`);
}
const isRefused = (found) => 'kind' in found;
function resolveDepth(forest, { parentId, sessionId }) {
    if (parentId === null)
        return 0;
    const parent = findActive(forest, parentId);
    if (isRefused(parent))
        return parent;
    if (parent.sessionId !== sessionId)
        return refuse(`parent ${parentId} belongs to another session`);
    const depth = parent.depth + 1;
    return depth < MAX_DEPTHS ? depth : refuse(`branches nest at most ${MAX_DEPTHS} deep`);
}
function chargeBranch(branch, tokens) {
    const { branchId, budgetTokens } = branch;
    if (branch.mustReturn)
        return refuse(`the budget of branch ${branchId} is spent: return now`);
    if (!(tokens >= 0))
        return refuse(`${tokens} is not a number of tokens`);
    if (branch.usedTokens + tokens > budgetTokens) {
        branch.mustReturn = true;
        return refuse(`${tokens} tokens do not fit: ${branch.usedTokens} of ${budgetTokens} are used; return now`);
    }
    branch.usedTokens += tokens;
    const warns = !branch.hasWarned && branch.usedTokens >= WARNING_RATIO * budgetTokens;
    if (warns)
        branch.hasWarned = true;
    return { kind: 'charged', branch: viewOf(branch), warns };
}
export function createBranchTree(options) {
    const { ids, clock, maxOpenPerSession } = options;
    const forest = createForest(options);
    return {
        create(request) {
            const { sessionId, parentId, budgetTokens, timeoutMs } = request;
            if (forest.openOf(sessionId).length >= maxOpenPerSession) {
                return refuse(`session ${sessionId} has ${maxOpenPerSession} open branches already: return one first`);
            }
            const depth = resolveDepth(forest, request);
            if (typeof depth !== 'number')
                return depth;
            const branch = {
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
            if (branch?.state !== 'created')
                return refuse(`branch ${branchId} cannot begin`);
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
            if (isRefused(branch))
                return branch;
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
