export interface GitPlace {
    /** Folder of the work tree that holds `.git`; a real path. */
    readonly topLevel: string;
    /** HEAD and the index of this work tree. */
    readonly gitDir: string;
    /** Refs and objects, shared by all work trees. */
    readonly commonDir: string;
    /** Way from the top level to the root: '' or `packages/api/`. */
    readonly prefix: string;
    readonly objectFormat: 'sha1' | 'sha256';
}
export type LocateOutcome = {
    readonly kind: 'found';
    readonly place: GitPlace;
} | {
    readonly kind: 'none';
    readonly reason: string;
};
/** A value of a git config file, read as text. Enough for the three keys that describe a repository's shape. */
export declare function readConfigValue(text: string, key: string): string | null;
/** Looks in the root, then in each folder above it. `root` is a real path. */
export declare function locateGit(root: string): Promise<LocateOutcome>;
