/** The thread that writes batches to the store, with a connection of its own; answers each batch with null or the problem. */
import { parentPort, workerData } from 'node:worker_threads';
import { describeFailure } from './batch-writer.ts';
import { type FileRecord, openContextStore, type StoreOptions } from './context-store.ts';

const store = openContextStore(workerData as StoreOptions);

parentPort?.on('message', (batch: readonly FileRecord[]) => {
  try {
    store.write(batch);
    parentPort?.postMessage(store.warning);
  } catch (error) {
    parentPort?.postMessage(describeFailure(error));
  }
});
