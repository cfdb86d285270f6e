import type { Database } from './database.ts';
/** Runs wait for their agents, so they have places of their own. */
export type Lane = 'runs' | 'agents';
export interface QueuedTask {
    readonly lane: Lane;
    readonly runId: string;
    readonly task: string;
    /** Of the run: a task that was cut short is queued anew in the next. */
    readonly take: number;
    /** Only workers of this version take it: a run is played again by the code that began it. */
    readonly version: string;
}
export interface WorkQueue extends AsyncDisposable {
    /** A task that is queued already stays as it is. */
    enqueue(task: QueuedTask): Promise<void>;
    /** Forgets what is known of the tasks of a run that has ended. */
    forget(runIds: readonly string[]): Promise<void>;
}
export interface WorkerQueue extends WorkQueue {
    /** Workers that hold tasks, living or not. */
    listOwners(): Promise<readonly string[]>;
    /** Hands out again what these workers had; answers how many tasks. */
    recover(workers: readonly string[]): Promise<number>;
    /** Takes nothing new. */
    pause(): Promise<void>;
    /** What is still running stays this worker's until others recover it. */
    stop(): Promise<void>;
}
/** For those who hand out work and do none. */
export declare function openWorkQueue(database: Database): Promise<WorkQueue>;
export interface WorkerQueueOptions {
    readonly worker: string;
    readonly version: string;
    readonly concurrency: Readonly<Record<Lane, number>>;
    /** Does one task; a task that it never resolves for stays open. */
    readonly perform: (runId: string, task: string) => Promise<void>;
}
/** One per process: DBOS is a single thing in it. */
export declare function openWorkerQueue(database: Database, options: WorkerQueueOptions): Promise<WorkerQueue>;
