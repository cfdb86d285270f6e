/**
 * The only way from an agent's words to a file: a path is looked up among those that exist in the snapshot and read from
 * the snapshot. No path an agent writes reaches the disk, so `..`, links and devices lead nowhere.
 */
import type { ReadOutcome, Snapshot } from '../../ports.ts';
export interface ReadableFiles {
    /** Sorted; folder '' is the root. */
    list(folder: string): Promise<readonly string[]>;
    read(path: string): Promise<ReadOutcome | {
        readonly kind: 'unknown';
    }>;
    /** Paths in scope. */
    scope(): Promise<ReadonlyMap<string, string | null>>;
}
/** `./src//a.ts` and `src/a.ts` are the same file; anything that climbs or starts at `/` is none. */
export declare function normalizePath(path: string): string | null;
/** `isExcluded`: paths the project keeps from its reviewers, in scope or not. */
export declare function createReadableFiles(snapshot: Snapshot, isExcluded: (path: string) => boolean): ReadableFiles;
