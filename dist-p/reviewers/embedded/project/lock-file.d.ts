/**
 * What a lock file says about the origin of packages. Lock files are never in scope themselves, so whatever is wrong is
 * told at the manifest. Reads package-lock.json, npm-shrinkwrap.json and yarn.lock (version 1).
 */
import type { Snapshot } from '../../../ports.ts';
export interface LockedPackage {
    readonly name: string;
    readonly version: string | null;
    readonly resolved: string | null;
    readonly hasIntegrity: boolean;
    /** Null where the lock file does not say. */
    readonly license: string | null;
    readonly isDevelopment: boolean;
    /** Whether it runs a script of its own when installed. */
    readonly runsScript: boolean;
}
export interface LockFile {
    readonly path: string;
    readonly packages: readonly LockedPackage[];
    /** Ranges the lock was made for, by name; null where the format does not keep them. */
    readonly ranges: ReadonlyMap<string, string> | null;
}
/** Lock files by manifest name; the first that is found counts. */
export declare const LOCK_NAMES: Readonly<Record<string, readonly string[]>>;
/** The lock beside a manifest or, for a member of a workspace, at the workspace's root. */
export declare function findLock(manifestPath: string, paths: ReadonlySet<string>, snapshot: Snapshot): Promise<string | null>;
export declare function readLock(path: string, snapshot: Snapshot): Promise<LockFile | null>;
export declare function parseNpmLock(path: string, text: string): LockFile | null;
/** Packages the lock fetches over an open connection. */
export declare const findPlainOrigins: (lock: LockFile) => readonly LockedPackage[];
/** Packages from a registry that carry no checksum although others of the same lock do. */
export declare function findUnverified(lock: LockFile): readonly LockedPackage[];
