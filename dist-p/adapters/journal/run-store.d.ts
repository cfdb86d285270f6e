import type { Clock, RunHistory } from '../../ports.ts';
import type { StoredRun } from '../../protocol/stored-run.ts';
import { type OpenRun } from './open-run.ts';
import { type WatchWrite } from './run-database.ts';
/** What is known of a run when it begins. */
export type RunFacts = Pick<StoredRun, 'id' | 'root' | 'playbook' | 'mode' | 'model' | 'selection' | 'command' | 'settings' | 'version' | 'startedAt'>;
export interface RunStore extends RunHistory, Disposable {
    readonly path: string;
    /** What the user should know about the file. */
    readonly warnings: readonly string[];
    begin(facts: RunFacts): OpenRun;
    /** Takes a run over to go on with it. Throws ReviewError: no such run, another process has it, it is finished. */
    claim(id: string): OpenRun;
}
export interface RunStoreOptions {
    readonly stateDir: string;
    readonly clock: Pick<Clock, 'now'>;
    readonly watch?: WatchWrite;
}
/** For a run that is about to begin: a damaged file is set aside. Throws ReviewError where the folder cannot be used. */
export declare function openRunStore(options: RunStoreOptions): RunStore;
/** For whoever reads or resumes: null where nothing was ever stored; a damaged file is an error, not an empty history. */
export declare const openRunHistory: (options: RunStoreOptions) => RunStore | null;
