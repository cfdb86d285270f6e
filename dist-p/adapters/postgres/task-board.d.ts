import { ReviewError } from '../../errors.ts';
import type { Database } from './database.ts';
/** The task that a run is; the others are its agents. */
export declare const RUN_TASK = "run";
/** The right to write for a task. */
export interface Lease {
    readonly runId: string;
    readonly task: string;
    readonly epoch: number;
}
/** Somebody else has taken the task: what was done under the old lease does not count. */
export declare class LostLease extends ReviewError {
    constructor({ runId, task, epoch }: Lease);
}
export interface TakenTask {
    readonly lease: Lease;
    readonly payload: unknown;
    /** How often the run was taken up, the first time included. */
    readonly take: number;
}
export interface TaskBoard {
    /** The first payload stands: a run that is played again posts the same tasks. */
    post(runId: string, task: string, payload: unknown): Promise<void>;
    /** Null where it is finished, or nobody posted it. */
    take(runId: string, task: string, worker: string): Promise<TakenTask | null>;
    /**
     * Throws LostLease where another worker has it by now. What was cut short is not final: it ends the run for now, and a run that
     * is taken up again makes it again.
     */
    finish(lease: Lease, result: unknown, isFinal: boolean): Promise<void>;
    /** Gives tasks back: from now on nothing more can be written under these leases. */
    release(leases: readonly Lease[]): Promise<void>;
    /** Those that do not hold any more. */
    findLost(leases: readonly Lease[]): Promise<readonly Lease[]>;
    /** Results of finished tasks by name. */
    results(runId: string, tasks: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
}
export declare const createTaskBoard: (database: Database) => TaskBoard;
