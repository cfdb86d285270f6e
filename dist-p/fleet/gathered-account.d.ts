/** The account of a run whose calls are made elsewhere: what its agents report back, against the limits of the run. */
import type { SpentAccount } from '../model-wiring.ts';
import type { RunLimits } from '../protocol/run-account.ts';
import { type RunUsage } from '../protocol/usage-book.ts';
export interface AgentSpending {
    readonly usage: Pick<RunUsage, 'entries'>;
    readonly isSpent: boolean;
}
export interface GatheredAccount extends SpentAccount {
    add(spending: AgentSpending): void;
}
export declare function createGatheredAccount(limits: RunLimits): GatheredAccount;
