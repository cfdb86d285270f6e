import type { Folder } from '../files/folder.ts';
import { type Scope } from '../scope.ts';
import { type GitSession } from './session.ts';
import { type Change, type Tree } from './trees.ts';
export interface DiskChanges {
    readonly selection: string;
    readonly folder: Folder;
    readonly base: Tree;
    /** From the base to HEAD, cut to the root: tells a moved file from a new one. */
    readonly committed: readonly Change[];
    readonly maxFileBytes: number;
}
export interface DiskScope extends Scope {
    readonly deleted: number;
}
export declare function createDiskScope(session: GitSession, request: DiskChanges): Promise<DiskScope>;
