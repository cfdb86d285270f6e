/** A worker with the tasks of this product: runs are conducted, agents do their work, providers are called within the limits. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { createFleetGate, setProviderLimit } from '../adapters/postgres/provider-gate.js';
import { migrate } from '../adapters/postgres/schema.js';
import { RUN_TASK } from '../adapters/postgres/task-board.js';
import { conductRun } from './conduct-run.js';
import { performAgent } from './perform-agent.js';
import { createRunDesks } from './run-desk.js';
import { runWorker } from './worker.js';
export async function runFleetWorker(options) {
    const { database, environment, version, concurrency, pace } = options;
    await migrate(database);
    for (const limit of options.limits)
        await setProviderLimit(database, limit);
    const id = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
    const desks = createRunDesks(database, environment);
    const gates = new Map();
    const openGate = (provider) => {
        const gate = gates.get(provider) ?? createFleetGate(provider, { database, worker: id, deadAfterMs: pace.deadAfterMs });
        gates.set(provider, gate);
        return gate;
    };
    const site = { database, environment, version, openGate };
    await runWorker({
        ...options,
        self: { id, host: hostname(), pid: process.pid, version, concurrency },
        perform: (task) => desks.use(task.lease.runId, (desk) => task.lease.task === RUN_TASK ? conductRun(task, desk, site) : performAgent(task, desk, site)),
    });
}
