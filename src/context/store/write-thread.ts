/**
 * Runs as a thread that writes batches of records to the stored index, with a connection of its own; answers each batch with null or
 * the problem. Started by batch-writer.ts.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { FileRecord } from '../../ports/context-store.ts';
import { describeFailure } from './batch-writer.ts';
import { openDatabase, type StoreOptions } from './open-database.ts';
import { createRecordWriter } from './write-records.ts';

const { database, warning } = openDatabase(workerData as StoreOptions);
const { write } = createRecordWriter(database);

parentPort?.on('message', (batch: readonly FileRecord[]) => {
  try {
    write(batch);
    parentPort?.postMessage(warning);
  } catch (error) {
    parentPort?.postMessage(describeFailure(error));
  }
});
