/**
 * The reviewed folder on disk: walking it under git's ignore rules, and reading its files under the size limit.
 * What git tracks stays in even if an ignore rule names it.
 */
import type { GitPlace } from '../git/locate.ts';
import type { Tree } from '../git/trees.ts';
import { type BytesOutcome } from './contained-read.ts';
import { type WalkedEntry } from './walk.ts';
export declare const limitFor: (path: string, maxFileBytes: number) => number;
export interface Folder {
    readonly root: string;
    walk(from: string): AsyncIterable<WalkedEntry>;
    readBytes(path: string, maxFileBytes: number): Promise<BytesOutcome>;
    /** Every file there is, tracked files of vendored folders included; links too. Opens none. */
    paths(): Promise<ReadonlySet<string>>;
}
export interface FolderOptions {
    readonly root: string;
    readonly place: GitPlace | null;
    /** The index, cut to the root; null where git cannot be asked. */
    readonly index: Tree | null;
}
export declare function createFolder({ root, place, index }: FolderOptions): Folder;
