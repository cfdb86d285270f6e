import type { Database } from '../adapters/postgres/database.ts';
import { type Lease } from '../adapters/postgres/task-board.ts';
import { type WorkerQueue } from '../adapters/postgres/work-queue.ts';
import { type WorkerEntry } from '../adapters/postgres/worker-roll.ts';
export interface WorkerTask {
    readonly lease: Lease;
    readonly payload: unknown;
    /** How often the run was taken up, the first time included. */
    readonly take: number;
    /** Fires with `interrupt` when the run is to end, with another reason when nothing more counts. */
    readonly signal: AbortSignal;
    readonly queue: WorkerQueue;
}
export interface DoneTask {
    readonly value: unknown;
    /** False where the end of the run cut it short: made again where the run is taken up again. */
    readonly isFinal: boolean;
}
export interface WorkerPace {
    readonly beatMs: number;
    /** Silence after which a worker is given up. */
    readonly deadAfterMs: number;
    /** How long running tasks may take when the worker is told to end. */
    readonly drainMs: number;
}
export declare const DEFAULT_PACE: WorkerPace;
export interface WorkerOptions {
    readonly database: Database;
    readonly self: WorkerEntry;
    readonly pace: WorkerPace;
    readonly perform: (task: WorkerTask) => Promise<DoneTask>;
    readonly say: (line: string) => void;
    /** Fires when the worker is to drain. */
    readonly drain: AbortSignal;
}
/** Resolves when the worker has drained. */
export declare function runWorker(options: WorkerOptions): Promise<void>;
