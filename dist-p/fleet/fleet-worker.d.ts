import type { Database } from '../adapters/postgres/database.ts';
import { type ProviderLimit } from '../adapters/postgres/provider-gate.ts';
import type { Environment } from '../config.ts';
import { type WorkerPace } from './worker.ts';
export interface FleetWorkerOptions {
    readonly database: Database;
    readonly environment: Environment;
    readonly version: string;
    readonly concurrency: number;
    readonly limits: readonly ProviderLimit[];
    readonly pace: WorkerPace;
    readonly say: (line: string) => void;
    readonly drain: AbortSignal;
}
export declare function runFleetWorker(options: FleetWorkerOptions): Promise<void>;
