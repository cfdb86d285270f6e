import type { GitPlace } from './locate.ts';
import { type Refs } from './refs.ts';
export interface OwnGitDir {
    readonly dir: string;
    remove(): Promise<void>;
}
export declare function createOwnGitDir(place: GitPlace, refs: Refs): Promise<OwnGitDir>;
