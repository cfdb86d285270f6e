/** What the retention does not keep is let go, oldest first, and the space goes back to the disk. Never a run under way. */
import type { Pruned, Retention } from '../../protocol/stored-run.ts';
import type { RunDatabase } from './run-database.ts';
export declare function pruneRuns(store: RunDatabase, retention: Retention, now: number): Pruned;
