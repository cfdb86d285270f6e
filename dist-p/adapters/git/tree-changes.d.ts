import { type Scope } from '../scope.ts';
import { type GitSession } from './session.ts';
import { type Change, type Tree } from './trees.ts';
export interface TreeChanges {
    readonly selection: string;
    /** Cut to the root. */
    readonly changes: readonly Change[];
    readonly readHead: () => Promise<Tree>;
    readonly maxFileBytes: number;
}
export declare function createTreeScope(session: GitSession, request: TreeChanges): Scope;
