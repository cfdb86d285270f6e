import type { Repository } from '../ports.ts';
export interface RepositoryOptions {
    readonly root: string;
    /** The git program; null = do as if there were none. Found on the search path where it is left out. */
    readonly git?: string | null;
    /** Folders to look for git in, as in PATH; the usual ones where it is left out. */
    readonly searchPath?: string;
}
/** Throws ReviewError `root-not-found`. Dispose of it to stop git and to remove its temporary folder. */
export declare function createRepository(options: RepositoryOptions): Promise<Repository & AsyncDisposable>;
