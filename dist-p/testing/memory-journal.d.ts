import type { Journal } from '../ports.ts';
export interface MemoryJournal extends Journal {
    /** Keys with a recorded value, in the order in which they were begun. */
    readonly keys: readonly string[];
    /** The same records as another process would find them after this one was killed. */
    reopen(options?: {
        readonly mayTurn?: boolean;
    }): MemoryJournal;
}
export declare function createMemoryJournal(options?: {
    readonly mayTurn?: boolean;
}): MemoryJournal;
