/** Starts the thread that shows that this worker lives. */
import { Worker } from 'node:worker_threads';
const THREAD = import.meta.url.endsWith('.ts')
    ? new URL('./heartbeat-thread.ts', import.meta.url)
    : new URL('./heartbeat-thread.js', import.meta.url);
const HERE_MS = 1000;
/** Beats until it is disposed of. */
export function startHeartbeat(facts, onFailure) {
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
