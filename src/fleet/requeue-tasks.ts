/**
 * Queues again tasks that would otherwise stay undone: a worker that comes back without its lease leaves its task to another one; the
 * queue then takes the task for ended, though that other worker may die before it has finished. Called by worker.ts.
 */
import type { Database } from './postgres/database.ts';
import type { WorkerQueue } from './postgres/dbos-queue.ts';
import { listUnclaimed } from './postgres/stuck-tasks.ts';
import { type Lease, RUN_TASK } from './postgres/task-queue.ts';

export interface ForgottenTasks {
  /** Queues again what was forgotten; answers how many tasks. */
  revive(): Promise<number>;
}

interface ForgottenTasksOptions {
  readonly worker: string;
  readonly database: Database;
  readonly queue: Pick<WorkerQueue, 'findForgotten' | 'enqueue'>;
  /** Whether this worker is at it. */
  readonly holds: (lease: Lease) => boolean;
}

const nameLease = ({ runId, task, epoch }: Lease): string => JSON.stringify([runId, task, epoch]);

export function createForgottenTasks({ worker, database, queue, holds }: ForgottenTasksOptions): ForgottenTasks {
  let seenBefore: ReadonlySet<string> = new Set();
  return {
    async revive() {
      const untended = (await listUnclaimed(database, worker)).filter(({ lease }) => !holds(lease));
      const forgotten = await queue.findForgotten(untended.map(({ lease, ...run }) => ({ ...lease, ...run })));
      // Between two writes of somebody else a task may look like this for a moment.
      const due = forgotten.filter((task) => seenBefore.has(nameLease(task)));
      seenBefore = new Set(forgotten.map(nameLease));
      for (const task of due) await queue.enqueue({ ...task, lane: task.task === RUN_TASK ? 'runs' : 'agents' });
      return due.length;
    },
  };
}
