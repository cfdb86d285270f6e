/**
 * The durable-execution engine (DBOS): which worker does which task next, and what a dead worker had is handed out again. A task
 * is a workflow whose input is its name alone; what it does and what comes of it stand in our own tables, under a lease.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import { getExecutor } from '@dbos-inc/dbos-sdk/internal/dbos';
import { migrateSystemDatabase } from '@dbos-inc/dbos-sdk/internal/system_database';
import { GlobalLogger } from '@dbos-inc/dbos-sdk/internal/telemetry/logs';
import { registerInternalQueue } from '@dbos-inc/dbos-sdk/internal/wfqueue';
import pg from 'pg';
import { z } from 'zod';
const SCHEMA = 'consensus_review_dbos';
const APPLICATION = 'consensus-review';
const WORKFLOW = 'task';
const LANES = { runs: 'consensus-review-runs', agents: 'consensus-review-agents' };
const QUIET = { info: () => undefined, debug: () => undefined, warn: () => undefined, error: () => undefined };
/** A task is given up by nobody but us. */
const MAX_RECOVERIES = 1_000_000;
const POLL_MS = 150;
const MIGRATION_LOCK = 7_266_120_004;
const TRY_LOCK = 'SELECT pg_try_advisory_lock($1) AS locked';
const lockRow = z.object({ locked: z.boolean() });
const nameWorkflow = (runId, task, take) => `${runId}/${task}#${take}`;
async function openClient(database) {
    return DBOSClient.create({
        systemDatabaseUrl: database.name,
        systemDatabasePool: database.pool,
        systemDatabaseSchemaName: SCHEMA,
        applicationName: APPLICATION,
        logger: QUIET,
    });
}
const createQueue = (client) => ({
    async enqueue({ lane, runId, task, take, version }) {
        await client.enqueue({
            queueName: LANES[lane],
            workflowName: WORKFLOW,
            workflowID: nameWorkflow(runId, task, take),
            appVersion: version,
        }, runId, task);
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
async function migrateQueue({ pool, url }) {
    const client = await pool.connect();
    client.on('error', () => undefined);
    try {
        // An index that is built concurrently waits for every open transaction and statement: so nobody waits inside one.
        while (!lockRow.parse((await client.query(TRY_LOCK, [MIGRATION_LOCK])).rows[0]).locked)
            await sleep(POLL_MS);
        await migrateSystemDatabase(url, new GlobalLogger(undefined, { logger: QUIET }), SCHEMA);
    }
    finally {
        // Ends the session, and with it the lock.
        client.release(true);
    }
}
/** For those who hand out work and do none. */
export async function openWorkQueue(database) {
    await migrateQueue(database);
    return createQueue(await openClient(database));
}
/** One per process: DBOS is a single thing in it. */
export async function openWorkerQueue(database, options) {
    DBOS.registerWorkflow(options.perform, { name: WORKFLOW, maxRecoveryAttempts: MAX_RECOVERIES });
    for (const lane of ['runs', 'agents'])
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
        pause: () => getExecutor().deactivateEventReceivers(),
        async stop() {
            await DBOS.shutdown();
            await pool.end();
        },
    };
}
