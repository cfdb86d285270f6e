/** A thread of the token pool: measures batches of texts with the vocabulary it was given. Does nothing else. */
import { parentPort, workerData } from 'node:worker_threads';
import { countLines } from './count-lines.js';
import { createByteCounter } from './token-count.js';
const countBytes = createByteCounter(workerData);
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const measure = (bytes) => ({
    tokens: countBytes(bytes),
    exact: true,
    ...countLines(decoder.decode(bytes)),
});
parentPort?.on('message', (batch) => parentPort?.postMessage(batch.map(measure)));
