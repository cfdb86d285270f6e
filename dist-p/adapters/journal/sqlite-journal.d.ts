import type { Clock, Journal } from '../../ports.ts';
import type { RunDatabase } from './run-database.ts';
export interface JournalOptions {
    readonly run: string;
    readonly epoch: number;
    readonly clock: Pick<Clock, 'now'>;
    /** The run has taken another turn before, so that some of what is recorded may not be asked for again. */
    readonly mayTurn: boolean;
    /** Something could not be written: from here on nothing is recorded. Said once. */
    readonly onLoss: (error: unknown) => void;
    /** A recorded value is damaged; it is made again. */
    readonly onDamage: (key: string) => void;
}
export interface ClosableJournal extends Journal {
    /** What is begun may still end; nothing new is recorded. */
    close(): void;
}
export declare function createSqliteJournal(store: RunDatabase, options: JournalOptions): ClosableJournal;
