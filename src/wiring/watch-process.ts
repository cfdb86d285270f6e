/**
 * Starts the thread (watch-thread.ts) that ends this process of analyzers over its limits, and returns functions that tell it when a
 * piece of work begins and ends. Called by serve-parent.ts.
 */
import { Worker } from 'node:worker_threads';
import type { WorkWatch } from '../reviewers/embedded/serve-analyzers.ts';

export interface ProcessWatchData {
  /** Process without which this one ends. */
  readonly parent: number;
  readonly memoryMb: number;
  /** Number of the piece of work, its processor time (0 where there is none) and its time, in milliseconds. */
  readonly work: Int32Array;
}

const THREAD = import.meta.url.endsWith('.ts')
  ? new URL('./watch-thread.ts', import.meta.url)
  : new URL('./watch-thread.js', import.meta.url);

/** Resolves once the thread watches. */
export async function watchProcess(parent: number, memoryMb: number): Promise<WorkWatch> {
  const work = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  const data: ProcessWatchData = { parent, memoryMb, work };
  const thread = new Worker(THREAD, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: 32 } });
  thread.unref();
  thread.once('error', (error) => {
    process.stderr.write(`the watch broke: ${String(error)}\n`);
    process.exit(1);
  });
  await new Promise((resolve) => thread.once('online', resolve));
  const set = (limitMs: number, stillMs: number): void => {
    Atomics.store(work, 1, Math.ceil(limitMs));
    Atomics.store(work, 2, stillMs);
    Atomics.add(work, 0, 1);
  };
  return { begin: set, end: () => set(0, 0) };
}
