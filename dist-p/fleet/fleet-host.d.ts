/** Agents of a run on whichever worker is free: the task is posted, queued, and its result awaited. Each is posted once. */
import type { TaskBoard } from '../adapters/postgres/task-board.ts';
import type { WorkQueue } from '../adapters/postgres/work-queue.ts';
import type { AgentHost } from '../ports.ts';
import type { GatheredAccount } from './gathered-account.ts';
export interface FleetHostOptions {
    readonly runId: string;
    readonly take: number;
    readonly version: string;
    readonly board: Pick<TaskBoard, 'post' | 'results'>;
    readonly queue: Pick<WorkQueue, 'enqueue'>;
    readonly account: Pick<GatheredAccount, 'add'>;
    readonly deadlineAt: number | null;
    /** An agent was cut short, or has to ask again later. */
    readonly onOpenEnd: () => void;
    /** Fires when this worker no longer conducts the run; an end of the run itself reaches the agents on their own way. */
    readonly abandoned: AbortSignal;
}
export declare function createFleetHost(options: FleetHostOptions): AgentHost;
