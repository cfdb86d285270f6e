import type { ListedRun } from '../../protocol/stored-run.ts';
export interface RunPage {
    /** Newest first. */
    readonly runs: readonly ListedRun[];
    /** Of that folder, listed or not. */
    readonly own: number;
    readonly all: number;
    /** What the user should know about the file. */
    readonly warnings: readonly string[];
}
export interface PageRequest {
    readonly stateDir: string;
    /** Real path of the folder; null for all folders. */
    readonly root: string | null;
    readonly limit: number;
    readonly now: number;
}
/** Throws ReviewError where the file cannot be read; nothing stored is an empty page. */
export declare function readRunPage({ stateDir, root, limit, now }: PageRequest): RunPage;
