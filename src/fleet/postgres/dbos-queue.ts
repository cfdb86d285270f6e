/**
 * Queues tasks with DBOS, a durable-execution library on PostgreSQL: gives each worker its next task, and gives tasks of dead workers
 * to others. A task is a workflow whose input is its name alone; what it does and its result stand in our own tables (task-queue.ts),
 * under a lease. Used by worker.ts, fleet-host.ts and submit-run.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import { getExecutor } from '@dbos-inc/dbos-sdk/internal/dbos';
import { migrateSystemDatabase, verifySystemDatabase } from '@dbos-inc/dbos-sdk/internal/system_database';
import { GlobalLogger } from '@dbos-inc/dbos-sdk/internal/telemetry/logs';
import { registerInternalQueue } from '@dbos-inc/dbos-sdk/internal/wfqueue';
import pg from 'pg';
import { z } from 'zod';
import type { Database } from './database.ts';

/** Runs wait for their agents, so they have places of their own. */
export type Lane = 'runs' | 'agents';

export interface QueuedTask {
  readonly lane: Lane;
  readonly runId: string;
  readonly task: string;
  /** Of the run: a task that was cut short is queued anew in the next. */
  readonly take: number;
  /** Only workers of this version take it: a run is played again by the code that began it. */
  readonly version: string;
  /** Of a task that was begun and then forgotten: how often it had been taken. Queued once for each. */
  readonly epoch?: number;
}

export type BegunTask = Required<Pick<QueuedTask, 'runId' | 'task' | 'take' | 'epoch'>>;

export interface WorkQueue extends AsyncDisposable {
  /** A task that is queued already stays as it is. */
  enqueue(task: QueuedTask): Promise<void>;
  /** Forgets what is known of the tasks of a run that has ended. */
  forget(runIds: readonly string[]): Promise<void>;
}

export interface WorkerQueue extends WorkQueue {
  /** Workers that hold tasks, living or not. */
  listOwners(): Promise<readonly string[]>;
  /** Hands out again what these workers had; answers how many tasks. */
  recover(workers: readonly string[]): Promise<number>;
  /** Of tasks that were begun, those that the queue holds for ended: nobody will take them. */
  findForgotten<T extends BegunTask>(tasks: readonly T[]): Promise<readonly T[]>;
  /** Takes nothing new. */
  pause(): Promise<void>;
  /** What is still running stays this worker's until others recover it. */
  stop(): Promise<void>;
}

const SCHEMA = 'consensus_review_dbos';
const APPLICATION = 'consensus-review';
const WORKFLOW = 'task';
const LANES: Readonly<Record<Lane, string>> = { runs: 'consensus-review-runs', agents: 'consensus-review-agents' };
const QUIET = { info: () => undefined, debug: () => undefined, warn: () => undefined, error: () => undefined };
/** A task is given up by nobody but us. */
const MAX_RECOVERIES = 1_000_000;
const POLL_MS = 150;
const MIGRATION_LOCK = 7_266_120_004;
const TRY_LOCK = 'SELECT pg_try_advisory_lock($1) AS locked';
const lockRow = z.object({ locked: z.boolean() });

const nameWorkflow = ({ runId, task, take, epoch }: Omit<QueuedTask, 'lane' | 'version'>): string =>
  `${runId}/${task}#${take}${epoch === undefined ? '' : `.${epoch}`}`;

/** Under which the queue may know a task that was begun. */
const listNames = ({ epoch, ...task }: BegunTask): readonly string[] => [
  nameWorkflow(task),
  ...Array.from({ length: epoch }, (_, i) => nameWorkflow({ ...task, epoch: i + 1 })),
];

async function openClient(database: Database): Promise<DBOSClient> {
  return DBOSClient.create({
    systemDatabaseUrl: database.name,
    systemDatabasePool: database.pool,
    systemDatabaseSchemaName: SCHEMA,
    applicationName: APPLICATION,
    logger: QUIET,
  });
}

const createQueue = (client: DBOSClient): WorkQueue => ({
  async enqueue(task) {
    await client.enqueue(
      {
        queueName: LANES[task.lane],
        workflowName: WORKFLOW,
        workflowID: nameWorkflow(task),
        appVersion: task.version,
      },
      task.runId,
      task.task,
    );
  },
  async forget(runIds) {
    const found = await client.listWorkflows({
      workflow_id_prefix: runIds.map((id) => `${id}/`),
      loadInput: false,
      loadOutput: false,
    });
    await client.deleteWorkflows(found.map(({ workflowID }) => workflowID));
  },
  // The pool belongs to the database.
  [Symbol.asyncDispose]: async () => undefined,
});

/** One at a time: migrations of DBOS do not bear company. Not by DBOS.migrate, which writes to standard output. */
async function migrateQueue({ pool, url }: Database): Promise<void> {
  const logger = new GlobalLogger(undefined, { logger: QUIET });
  // Nothing to do, nothing to lock: so that a pooler may stand between, over which a lock of a session cannot be held.
  const isDone = await verifySystemDatabase(url, logger, pool, SCHEMA).then(
    () => true,
    () => false,
  );
  if (isDone) return;
  const client = await pool.connect();
  client.on('error', () => undefined);
  try {
    // An index that is built concurrently waits for every open transaction and statement: so nobody waits inside one.
    while (!lockRow.parse((await client.query(TRY_LOCK, [MIGRATION_LOCK])).rows[0]).locked) await sleep(POLL_MS);
    await migrateSystemDatabase(url, logger, SCHEMA);
  } finally {
    // Ends the session, and with it the lock.
    client.release(true);
  }
}

/** For those who hand out work and do none. */
export async function openWorkQueue(database: Database): Promise<WorkQueue> {
  await migrateQueue(database);
  return createQueue(await openClient(database));
}

export interface WorkerQueueOptions {
  readonly worker: string;
  readonly version: string;
  readonly concurrency: Readonly<Record<Lane, number>>;
  /** Does one task; a task that it never resolves for stays open. */
  readonly perform: (runId: string, task: string) => Promise<void>;
}

/** One per process: DBOS is a single thing in it. */
export async function openWorkerQueue(database: Database, options: WorkerQueueOptions): Promise<WorkerQueue> {
  DBOS.registerWorkflow(options.perform, { name: WORKFLOW, maxRecoveryAttempts: MAX_RECOVERIES });
  for (const lane of ['runs', 'agents'] as const)
    registerInternalQueue(LANES[lane], {
      workerConcurrency: options.concurrency[lane],
      minPollingIntervalMs: POLL_MS,
    });
  const pool = new pg.Pool({ connectionString: database.url, max: 6, keepAlive: true, application_name: APPLICATION });
  pool.on('error', () => undefined);
  DBOS.setConfig({
    name: APPLICATION,
    systemDatabaseUrl: database.url,
    systemDatabasePool: pool,
    systemDatabaseSchemaName: SCHEMA,
    executorID: options.worker,
    applicationVersion: options.version,
    logger: QUIET,
    listenQueues: [],
    enableOTLP: false,
    useListenNotify: false,
    runMigrations: false,
  });
  await migrateQueue(database);
  await DBOS.launch();
  const queue = createQueue(await openClient(database));
  return {
    ...queue,
    async listOwners() {
      const pending = await DBOS.listWorkflows({ status: 'PENDING', loadInput: false, loadOutput: false });
      return [...new Set(pending.flatMap(({ executorId }) => (executorId === undefined ? [] : [executorId])))];
    },
    async recover(workers) {
      return (await getExecutor().recoverPendingWorkflows([...workers])).length;
    },
    async findForgotten(tasks) {
      if (tasks.length === 0) return [];
      const open = await DBOS.listWorkflows({
        workflowIDs: tasks.flatMap(listNames),
        status: ['PENDING', 'ENQUEUED'],
        loadInput: false,
        loadOutput: false,
      });
      const names = new Set(open.map(({ workflowID }) => workflowID));
      return tasks.filter((task) => !listNames(task).some((name) => names.has(name)));
    },
    pause: () => getExecutor().deactivateEventReceivers(),
    async stop() {
      await DBOS.shutdown();
      await pool.end();
    },
  };
}
