import type { RunFacts } from './adapters/journal/run-store.ts';
import type { Selection } from './ports.ts';
import type { StoredRun } from './protocol/stored-run.ts';
import type { Settings } from './settings.ts';
export interface RunRequest {
    readonly playbook: {
        readonly name: StoredRun['playbook'];
    } & Pick<StoredRun, 'mode' | 'model'>;
    readonly command: StoredRun['command'];
    readonly settings: Settings;
    readonly selection: Selection;
    /** Of this program. */
    readonly version: string;
}
export type NewRun = Omit<RunFacts, 'id' | 'startedAt'>;
export declare function describeRun({ playbook, command, settings, selection, version }: RunRequest): Promise<NewRun>;
/** Throws ReviewError where the run would go on with another program or other settings than it began with. */
export declare function requireSame(began: Pick<StoredRun, 'version' | 'settings'>, { version, settings }: Pick<StoredRun, 'version' | 'settings'>): void;
