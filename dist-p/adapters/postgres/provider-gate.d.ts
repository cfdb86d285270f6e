import type { ProviderGate } from '../models/create-model-caller.ts';
import type { Database } from './database.ts';
export interface ProviderLimit {
    readonly provider: string;
    readonly concurrency: number;
    /** Calls begun per second; null = as fast as they come. */
    readonly perSecond: number | null;
}
export interface FleetGateOptions {
    readonly database: Database;
    readonly worker: string;
    readonly deadAfterMs: number;
}
/** Holds for all workers from now on. */
export declare function setProviderLimit(database: Database, limit: ProviderLimit): Promise<void>;
export declare function createFleetGate(provider: string, { database, worker, deadAfterMs }: FleetGateOptions): ProviderGate;
