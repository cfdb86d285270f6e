import { type CallAccount, type RunAccount } from '../../protocol/run-account.ts';
import type { Database } from './database.ts';
import type { Lease } from './task-board.ts';
export type SharedAccount = CallAccount & Pick<RunAccount, 'usage' | 'isSpent' | 'shares' | 'hasTail'>;
/** Of one agent: its usage is what its own calls used, its limits are those of the run. */
export declare function createSharedAccount(database: Database, { runId, task, epoch }: Lease): SharedAccount;
