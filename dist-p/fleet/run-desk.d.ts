/**
 * A run as one worker has it before it: its settings, its files, its index, opened once for all of its tasks that come here and
 * let go a while after the last. Keys come from the worker's own environment.
 */
import type { Database } from '../adapters/postgres/database.ts';
import type { Environment } from '../config.ts';
import { type ContextStore } from '../context/store/context-store.ts';
import type { Driver, Index } from '../ports.ts';
import type { Settings } from '../settings.ts';
import { type RunSpec } from './run-spec.ts';
/** What was selected was resolved by whoever sent the files. */
export declare const WHOLE_SNAPSHOT: {
    readonly kind: 'all';
};
export interface RunDesk {
    readonly runId: string;
    readonly spec: RunSpec;
    readonly settings: Settings;
    readonly store: ContextStore;
    readonly embedded: Driver;
    /** What tasks of this run have made here and others of it may use. */
    readonly shelf: Map<string, Promise<unknown>>;
}
export interface RunDesks {
    use<T>(runId: string, work: (desk: RunDesk) => Promise<T>): Promise<T>;
}
export declare function createRunDesks(database: Database, environment: Environment): RunDesks;
/** Made once per desk, whoever asks first; what failed is made again. */
export declare function fromShelf<T>({ shelf }: RunDesk, name: string, make: () => Promise<T>): Promise<T>;
/** Measured on this worker for its agents' searches; what the run is planned by was measured by whoever conducts it. */
export declare const createDeskIndex: ({ store, settings }: RunDesk) => Index;
