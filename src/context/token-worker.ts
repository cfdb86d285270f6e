/**
 * Runs as a thread of token-pool.ts: takes batches of texts as bytes, and answers with tokens and lines of each, counted with the
 * vocabulary it was given.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { countLines } from '../protocol/source/count-lines.ts';
import { createByteCounter } from './token-count.ts';
import type { Measurement } from './token-pool.ts';
import type { VocabularyMemory } from './token-vocabulary.ts';

const countBytes = createByteCounter(workerData as VocabularyMemory);
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const measure = (bytes: Uint8Array): Measurement => ({
  tokens: countBytes(bytes),
  exact: true,
  ...countLines(decoder.decode(bytes)),
});

parentPort?.on('message', (batch: readonly Uint8Array[]) => parentPort?.postMessage(batch.map(measure)));
