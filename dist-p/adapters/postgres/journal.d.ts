import type { Journal } from '../../ports.ts';
import type { Database } from './database.ts';
import { type Lease } from './task-board.ts';
export interface PostgresJournalOptions {
    readonly lease: Lease;
    /** The run has taken another turn before: what is recorded with other content stays beside it. */
    readonly mayTurn?: boolean;
    /** A recorded value is damaged; it is made again. */
    readonly onDamage?: (key: string) => void;
}
export declare function createPostgresJournal(database: Database, { lease, mayTurn, onDamage }: PostgresJournalOptions): Journal;
