/**
 * Marks a worker as alive in the database, from a thread of its own: parsing a large file may keep the main thread busy for longer
 * than others wait. Pauses while the main thread has not been heard of for two minutes: then it hangs, and others may take over.
 * Started by heartbeat.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { HeartbeatFacts } from './heartbeat.ts';
import { openDatabase } from './postgres/database.ts';
import { createWorkerRegistry } from './postgres/worker-registry.ts';

const HUNG_AFTER_MS = 120_000;

const { url, worker, everyMs } = workerData as HeartbeatFacts;
let heardAt = performance.now();
parentPort?.on('message', () => {
  heardAt = performance.now();
});
const database = openDatabase({ url, maxConnections: 1, patienceMs: everyMs });
const registry = createWorkerRegistry(database);
for (;;) {
  // A database that is away is waited for by the main thread.
  if (performance.now() - heardAt < HUNG_AFTER_MS) await registry.beat(worker).catch(() => undefined);
  await sleep(everyMs);
}
