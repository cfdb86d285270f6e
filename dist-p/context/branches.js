import { createBranchTree } from './branch-tree.js';
/** The engine keeps every rule itself, so a refusal is a defect. */
function expect(outcome) {
    if (outcome.kind === 'refused')
        throw new Error(outcome.reason);
    return outcome;
}
export function createBranches(ids) {
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
