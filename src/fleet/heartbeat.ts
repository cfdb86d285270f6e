/**
 * Starts the thread (heartbeat-thread.ts) that keeps this worker marked as alive in the database, and ends it when disposed of. Called
 * by worker.ts.
 */
import { Worker } from 'node:worker_threads';

export interface HeartbeatFacts {
  readonly url: string;
  readonly worker: string;
  readonly everyMs: number;
}

const THREAD = import.meta.url.endsWith('.ts')
  ? new URL('./heartbeat-thread.ts', import.meta.url)
  : new URL('./heartbeat-thread.js', import.meta.url);

const HERE_MS = 1000;

/** Beats until it is disposed of. */
export function startHeartbeat(facts: HeartbeatFacts, onFailure: (error: unknown) => void): AsyncDisposable {
  const thread = new Worker(THREAD, { workerData: facts });
  thread.on('error', onFailure);
  const here = setInterval(() => thread.postMessage('here'), HERE_MS);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(here);
      await thread.terminate();
    },
  };
}
