/**
 * One agent's account and the only mutable object of the core. Cost is claimed before anything is recorded; what would
 * reach the whole budget is refused, and a refusal forces the agent to return (HOST-01, HOST-02, HOST-11).
 */
import type { Account } from '../ports.ts';
import type { Thresholds } from '../protocol/thresholds.ts';
export interface Ledger extends Account {
    /** True where the host ends the agent without asking (MODE-02). */
    readonly mustAbort: boolean;
}
export declare function createLedger(budgetTokens: number, thresholds: Thresholds): Ledger;
