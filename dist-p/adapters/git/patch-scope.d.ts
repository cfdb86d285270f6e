import type { Folder } from '../files/folder.ts';
import { type Scope } from '../scope.ts';
export interface PatchRequest {
    readonly text: string;
    readonly origin: string;
    readonly folder: Folder;
    /** Way from the git top level to the root, where the patch may have been made. */
    readonly prefix: string;
    readonly maxFileBytes: number;
}
export declare function createPatchScope(request: PatchRequest): Promise<Scope>;
