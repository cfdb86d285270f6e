import type { Database } from './database.ts';
export interface NewRun {
    readonly id: string;
    readonly playbook: 'review' | 'audit';
    readonly version: string;
    /** JSON-safe; never keys or environment. */
    readonly spec: unknown;
    readonly snapshotId: string | null;
    readonly account: AccountLimits | null;
}
export interface AccountLimits {
    readonly maxTokens: number | null;
    readonly maxCostUsd: number | null;
    readonly reservedTokens: number;
    readonly reservedUsd: number;
}
export interface StoredRun {
    readonly id: string;
    readonly playbook: string;
    readonly version: string;
    readonly status: string;
    readonly spec: unknown;
    readonly snapshotId: string | null;
}
export interface RunBoard {
    /** With the task that it is; not queued yet. */
    submit(run: NewRun): Promise<void>;
    find(id: string): Promise<StoredRun | null>;
    /** Takes an interrupted run up again: what was cut short is open once more. Null where it is not interrupted. */
    reopen(id: string): Promise<number | null>;
    /** Asks everybody who works at the run to end it. */
    stop(id: string): Promise<void>;
    /** Of these runs, those that are to end. */
    listStopped(ids: readonly string[]): Promise<ReadonlySet<string>>;
}
export declare const createRunBoard: (database: Database) => RunBoard;
