/**
 * How a branch returns: its message is scrubbed of secrets before it leaves, and where that cannot be done in time no
 * message leaves and the branch stays open (FACT-16). Branches beneath it end first.
 */
import type { Clock, TokenCounter } from '../ports.ts';
import type { BranchTree, Refused } from './branch-tree.ts';
/** The text without its secrets; throws where it cannot be sure. */
export type Scrub = (text: string) => Promise<string>;
export interface ReturnPorts {
    readonly tree: BranchTree;
    readonly scrub: Scrub;
    readonly counter: TokenCounter;
    readonly clock: Clock;
}
export type ReturnOutcome = {
    readonly kind: 'returned';
    readonly message: string;
    readonly usedTokens: number;
    /** Open branches beneath it that were ended first. */
    readonly ended: readonly string[];
} | Refused;
export declare function returnBranch(branchId: string, message: string, ports: ReturnPorts): Promise<ReturnOutcome>;
