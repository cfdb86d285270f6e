/**
 * The life of isolated contexts: created → active → completed, timeout or failed, with depth, number, budget and time
 * bounded (FACT-16). Holds no text of an agent. Time is looked at when a branch is: there are no timers.
 */
import type { Clock, Ids } from '../ports.ts';
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
export type CreateOutcome = {
    readonly kind: 'created';
    readonly branch: BranchView;
} | Refused;
export type ChargeOutcome = 
/** `warns` is true once in the life of a branch, when its usage reaches 80 %. */
{
    readonly kind: 'charged';
    readonly branch: BranchView;
    readonly warns: boolean;
} | Refused;
export type ActiveOutcome = {
    readonly kind: 'active';
    readonly branch: BranchView;
} | Refused;
export interface Ending {
    readonly state: 'completed' | 'failed';
    readonly reason: string | null;
    /** Last tokens of the branch. They are booked up to the budget: what a branch returns with is never refused. */
    readonly lastTokens: number;
}
export type EndOutcome = 
/** `ended` are the open branches beneath it, in the order in which they were ended: the deepest first. */
{
    readonly kind: 'ended';
    readonly branch: BranchView;
    readonly ended: readonly string[];
} | Refused;
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
export declare const MAX_DEPTHS = 3;
export declare function createBranchTree(options: BranchTreeOptions): BranchTree;
