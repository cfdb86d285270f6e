import type { DatabaseSync } from 'node:sqlite';
import { type FileLookup } from './file-lookup.ts';
import type { KnownContent, Measure } from './measure.ts';
/** A file as it was measured, to be remembered. */
export interface FileRecord {
    readonly path: string;
    /** What the snapshot says of the file without reading it; null where it cannot be trusted. */
    readonly identity: string | null;
    /** Content that is known already, or the hash and measure of one that may not be. */
    readonly content: number | {
        readonly hash: string;
        readonly measure: Measure;
    };
    /** Makes the file searchable on the branch; null leaves search alone. */
    readonly search: SearchRecord | null;
}
export interface SearchRecord {
    readonly branch: string;
    readonly language: string | null;
    /** Null where the content is known and its text stored. */
    readonly text: string | null;
}
export interface ContextStore extends Disposable {
    /** The database file; null where it is temporary. */
    readonly path: string | null;
    /** What the user should know about the store itself; a write that fails later shows here too. */
    readonly warning: string | null;
    readonly options: StoreOptions;
    /** For what is worth keeping besides; null where nothing is kept. */
    readonly cacheFolder: string | null;
    readonly database: DatabaseSync;
    /** Files by what the snapshot says of them, without reading them; for one branch. */
    openLookup(branch: string): FileLookup;
    findContent(hash: string): KnownContent | null;
    hasPassage(contentId: number): boolean;
    /** All of the records or none. */
    write(records: readonly FileRecord[]): void;
    /** True once something could not be written: nothing more is. */
    readonly hasFailed: boolean;
    /** What could not be written is measured again next time: a warning, not a failure. */
    warn(warning: string): void;
    /** The file is damaged: it is removed at the end, so that the next run begins anew. */
    giveUp(error: unknown): void;
    /** How much of the branch was ever indexed, and not forgotten since: all files, those of a narrower scope, or none. */
    extentOf(branch: string): (typeof EXTENTS)[number];
    /** The branch was used: it is the newest, and others may be forgotten. */
    useView(branch: string): void;
    /** Forgets every other path of the branch, and branches not used for long. */
    keepOnly(branch: string, paths: ReadonlySet<string>): void;
}
/** `root` is the real path of the reviewed folder; `stateDir` null makes a store that ends with the process. */
export interface StoreOptions {
    readonly stateDir: string | null;
    readonly root: string;
}
declare const EXTENTS: readonly ['none', 'part', 'whole'];
export declare function openContextStore(options: StoreOptions): ContextStore;
export {};
