import type { Database } from '../adapters/postgres/database.ts';
import { type SentSnapshot } from '../adapters/postgres/snapshot-store.ts';
import type { Selection } from '../ports.ts';
import { type AskedRun } from './run-spec.ts';
export interface Submission extends Omit<AskedRun, 'seed'> {
    readonly selection: Selection;
    readonly version: string;
}
export interface SubmittedRun {
    readonly runId: string;
    readonly snapshot: SentSnapshot;
    readonly workers: ReadyWorkers;
}
export interface ReadyWorkers {
    readonly version: string;
    /** Workers that can take a run of that version now. */
    readonly ready: number;
    /** Workers of other versions, which cannot. */
    readonly strangers: number;
}
export declare function submitRun(database: Database, submission: Submission): Promise<SubmittedRun>;
export declare function countReady(database: Database, version: string): Promise<ReadyWorkers>;
