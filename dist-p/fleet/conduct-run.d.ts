/** A run as a task: the same engine as on one machine, with agents that work wherever a worker is free. Makes no model call. */
import type { Database } from '../adapters/postgres/database.ts';
import type { Environment } from '../config.ts';
import { type RunDesk } from './run-desk.ts';
import type { DoneTask, WorkerTask } from './worker.ts';
export interface Site {
    readonly database: Database;
    readonly environment: Environment;
    readonly version: string;
}
export declare function conductRun(task: WorkerTask, desk: RunDesk, site: Site): Promise<DoneTask>;
