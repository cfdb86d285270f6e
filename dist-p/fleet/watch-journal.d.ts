import type { Journal } from '../ports.ts';
export interface WatchedJournal extends Journal {
    /** Throws where the task was lost: whatever was made of that is worth nothing. */
    check(): void;
    readonly hasDeferred: boolean;
}
export declare function watchJournal(journal: Journal, onLost: () => void): WatchedJournal;
