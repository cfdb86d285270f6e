/** The thread that writes batches to the store, with a connection of its own; answers each batch with null or the problem. */
import { parentPort, workerData } from 'node:worker_threads';
import { describeFailure } from './batch-writer.js';
import { openContextStore } from './context-store.js';
const store = openContextStore(workerData);
parentPort?.on('message', (batch) => {
    try {
        store.write(batch);
        parentPort?.postMessage(store.warning);
    }
    catch (error) {
        parentPort?.postMessage(describeFailure(error));
    }
});
