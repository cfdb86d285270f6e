/**
 * Runs the command `worker`: the generic worker (worker.ts) with the two kinds of tasks, runs (conduct-run.ts) and agents
 * (perform-agent.ts), and the fleet's limits on provider calls. Called by cli/commands/worker-command.ts.
 */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { ProviderGate } from '../models/create-model-caller.ts';
import { conductRun, type Site } from './conduct-run.ts';
import { performAgent } from './perform-agent.ts';
import { createFleetGate, type ProviderLimit, setProviderLimit } from './postgres/provider-gate.ts';
import { migrate } from './postgres/schema.ts';
import { RUN_TASK } from './postgres/task-queue.ts';
import { createRunSessions } from './run-session.ts';
import type { WatchSession } from './watch-session.ts';
import { runWorker, type WorkerTimings } from './worker.ts';

export interface FleetWorkerOptions extends Site {
  readonly concurrency: number;
  readonly limits: readonly ProviderLimit[];
  readonly timings: WorkerTimings;
  readonly say: (line: string) => void;
  readonly drain: AbortSignal;
  /** Told of everything that is done for a run here. */
  readonly watchSession?: WatchSession;
}

export async function runFleetWorker(options: FleetWorkerOptions): Promise<void> {
  const { database, environment, version, concurrency, timings, watchSession = () => null } = options;
  await migrate(database);
  for (const limit of options.limits) await setProviderLimit(database, limit);
  const id = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
  await using sessions = createRunSessions({ database, environment, version, watchSession });
  const gates = new Map<string, ProviderGate>();
  const openGate = (provider: string): ProviderGate => {
    const gate =
      gates.get(provider) ?? createFleetGate(provider, { database, worker: id, deadAfterMs: timings.deadAfterMs });
    gates.set(provider, gate);
    return gate;
  };
  const site = { database, environment, version, openGate };
  await runWorker({
    ...options,
    self: { id, host: hostname(), pid: process.pid, version, concurrency },
    perform: (task) =>
      sessions.use({ runId: task.lease.runId, take: task.take }, (session) =>
        task.lease.task === RUN_TASK ? conductRun(task, session, site) : performAgent(task, session, site),
      ),
  });
}
