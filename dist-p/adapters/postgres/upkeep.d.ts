import type { Database } from './database.ts';
import type { WorkQueue } from './work-queue.ts';
export interface UpkeepLimits {
    /** Ended runs stay readable this long. */
    readonly runsMs: number;
    /** Texts that no open run needs stay this long, so that the next push sends only what changed. */
    readonly blobsMs: number;
    readonly everyMs: number;
}
export declare const DEFAULT_UPKEEP: UpkeepLimits;
export interface Upkeep {
    /** Now and then, and by one worker at a time; else nothing happens. */
    tidy(queue: Pick<WorkQueue, 'forget' | 'enqueue'>): Promise<void>;
}
export declare function createUpkeep(database: Database, limits?: UpkeepLimits): Upkeep;
