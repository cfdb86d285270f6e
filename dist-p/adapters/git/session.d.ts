import type { GitPlace } from './locate.ts';
import { type ObjectReader } from './objects.ts';
import type { Git } from './program.ts';
import type { Refs } from './refs.ts';
import { type Change, type Tree, type TreeEntry } from './trees.ts';
export interface GitSession {
    readonly place: GitPlace;
    readonly refs: Refs;
    readonly git: Git;
    readonly objects: ObjectReader;
    tree(revision: string): Promise<Tree>;
    index(): Promise<Tree>;
    /** Text of a blob; null where it is missing, binary or larger than a text should be. */
    readText(oid: string): Promise<string | null>;
    /** Id a blob of these bytes would have. */
    hashBlob(bytes: Uint8Array): string;
    close(): Promise<void>;
}
/** Changes beneath the root, with their paths relative to it. A file moved in from elsewhere counts as added. */
export declare function cutChanges(changes: readonly Change[], prefix: string): readonly Change[];
export declare const isBlob: (entry: TreeEntry | null | undefined) => entry is TreeEntry;
/** `program` is the git to run. */
export declare function openGitSession(place: GitPlace, refs: Refs, program: string): Promise<GitSession>;
