import { type Git } from './program.ts';
/** The empty tree, which every git knows without having it. */
export declare const EMPTY_TREE: {
    readonly sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
    readonly sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321';
};
/** Commit id of a revision. */
export declare function resolveRevision(git: Git, revision: string): Promise<string>;
export declare function findMergeBase(git: Git, base: string, head: string): Promise<string>;
/** First parent of a commit, or null for a root commit or where history ends here. */
export declare function findParent(git: Git, commit: string): Promise<string | null>;
