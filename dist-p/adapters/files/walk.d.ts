import type { IgnoreReason } from '../../protocol/report-document.ts';
import { type IgnoreLayers } from './git-ignore.ts';
/** A folder stands with a final `/` for everything beneath it. */
export interface WalkedEntry {
    readonly path: string;
    readonly reason: IgnoreReason | null;
}
/** What git knows of a folder. Paths are relative to the folder that is walked. */
export interface TrackedPaths {
    readonly files: ReadonlySet<string>;
    readonly folders: ReadonlySet<string>;
    readonly submodules: ReadonlySet<string>;
}
export interface WalkRequest {
    /** A real path; all paths are relative to it. */
    readonly root: string;
    /** Where to start, relative to the root. */
    readonly folder: string;
    /** Folder that ignore rules are relative to, and the way from there to the root (`packages/api/` or ''). */
    readonly ignoreBase: string;
    readonly ignorePrefix: string;
    readonly ignoreRules: IgnoreLayers;
    /** Null without git: then ignored entries are listed, because nothing else says that they do not belong. */
    readonly tracked: TrackedPaths | null;
}
/** The vendored folder a path lies in, with a final `/`, or null. `from` is a folder the user named. */
export declare function findVendoredFolder(path: string, from?: string): string | null;
export declare function trackPaths(files: Iterable<string>, submodules?: Iterable<string>): TrackedPaths;
/** Sorted by path. An entry that cannot be listed is reported, never skipped. */
export declare const walkFiles: (request: WalkRequest) => AsyncGenerator<WalkedEntry>;
