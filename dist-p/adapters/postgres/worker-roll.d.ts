import type { Database } from './database.ts';
export interface WorkerEntry {
    readonly id: string;
    readonly host: string;
    readonly pid: number;
    readonly version: string;
    readonly concurrency: number;
}
export interface WorkerRoll {
    enlist(worker: WorkerEntry): Promise<void>;
    /** Also brings back a worker that had been given up. */
    beat(id: string): Promise<void>;
    setStatus(id: string, status: 'draining' | 'left'): Promise<void>;
    /** Workers that live, draining ones left out. */
    listReady(deadAfterMs: number): Promise<readonly Pick<WorkerEntry, 'id' | 'host' | 'version'>[]>;
    /** Gives up those that were not heard of for that long; of these ids, those that do not live. */
    findDead(deadAfterMs: number, ids: readonly string[]): Promise<readonly string[]>;
}
export declare const createWorkerRoll: (database: Database) => WorkerRoll;
