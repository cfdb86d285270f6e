/** Finds files by their marks: one by one for a small scope, all of them at once as soon as the scope proves large. */
import type { DatabaseSync } from 'node:sqlite';
import type { KnownContent } from './measure.ts';
export interface KnownFile extends KnownContent {
    /** Whether search finds this content at this path on the branch. */
    readonly isSearchable: boolean;
}
export type FileLookup = (path: string, identity: string) => KnownFile | null;
/** A blob is the same wherever it lies; a file on disk is known by its path. */
export declare const nameIdentity: (path: string, identity: string) => string;
export declare function createFileLookup(database: DatabaseSync, branch: string): FileLookup;
