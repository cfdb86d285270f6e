/** Listings of trees, of the index and of what differs, parsed from the NUL-separated forms that git prints. */
import { type Git } from './program.ts';
export interface TreeEntry {
    /** `100644`, `100755`, `120000` for a link, `160000` for a submodule. */
    readonly mode: string;
    readonly oid: string;
    /** In the index, but left out of the work tree by a sparse checkout. */
    readonly isAbsent?: true;
}
export type Tree = ReadonlyMap<string, TreeEntry>;
export declare const LINK_MODE = "120000";
export declare const SUBMODULE_MODE = "160000";
export interface Change {
    readonly path: string;
    /** Null for a deleted file. */
    readonly head: TreeEntry | null;
    /** Null for an added file. */
    readonly base: TreeEntry | null;
    readonly basePath: string;
}
/** `mode type oid\tpath` of ls-tree, `tag mode oid stage\tpath` of ls-files. */
export declare function parseTree(text: string): Tree;
/** `:mode mode oid oid status` followed by one path, or two for a rename or copy. */
export declare function parseRawDiff(text: string): readonly Change[];
export declare const readTree: (git: Git, revision: string) => Promise<Tree>;
export declare const readIndex: (git: Git) => Promise<Tree>;
/** What `head` changed since `base`, both commits or trees. */
export declare const diffTrees: (git: Git, base: string, head: string) => Promise<readonly Change[]>;
/** What the index changed since `base`. `--cached` keeps git away from any work tree. */
export declare const diffIndex: (git: Git, base: string) => Promise<readonly Change[]>;
