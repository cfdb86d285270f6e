/** One agent's task on this worker: the engine's own code for an agent, over the files of the run, paid from its account. */
import type { ProviderGate } from '../adapters/models/create-model-caller.ts';
import type { Site } from './conduct-run.ts';
import { type RunDesk } from './run-desk.ts';
import type { DoneTask, WorkerTask } from './worker.ts';
export interface AgentSite extends Site {
    readonly openGate: (provider: string) => ProviderGate;
}
export declare function performAgent(task: WorkerTask, desk: RunDesk, site: AgentSite): Promise<DoneTask>;
