/**
 * Gathers what was measured into batches and writes each as one transaction: here while there is little, in a thread of
 * its own once there is much, so that writing and measuring go on side by side. A failed write warns and ends writing.
 */
import { Worker } from 'node:worker_threads';
import { describeError } from '../../storage/sqlite-errors.ts';
import type { ContextStore, FileRecord } from './context-store.ts';

export interface BatchWriter {
  add(record: FileRecord): void;
  /** Writes a full batch; waits while the thread has enough to do. */
  writeFull(): Promise<void> | undefined;
  /** Writes the rest. When it has resolved, everything added is written. May be called again. */
  end(): Promise<void>;
}

/** A batch is full when it holds so much text or so many files: large enough to be cheap, small enough to hold. */
const BATCH_CHARS = 2_000_000;
const BATCH_FILES = 1000;
/** Batches that wait for the thread, besides the one it is writing. */
const MAX_WAITING = 1;
const MAX_YOUNG_MEGABYTES = 6;

/** Compiled and uncompiled, the thread's module lies beside this one. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './write-thread.ts' : './write-thread.js', import.meta.url);

const sizeOf = ({ search }: FileRecord): number => search?.text?.length ?? 0;

interface WriteThread {
  write(batch: readonly FileRecord[]): Promise<void>;
  end(): Promise<void>;
}

function startThread(store: ContextStore): WriteThread {
  const worker = new Worker(THREAD, {
    workerData: store.options,
    resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_MEGABYTES },
  });
  let waiting = 0;
  let isOver = false;
  let wake = (): void => undefined;
  worker.on('message', (problem: string | null) => {
    waiting -= 1;
    if (problem !== null) store.warn(problem);
    wake();
  });
  worker.on('error', (error) => store.warn(describeFailure(error)));
  worker.on('exit', () => {
    isOver = true;
    wake();
  });
  const waitUntil = async (most: number): Promise<void> => {
    while (waiting > most && !isOver) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    write(batch) {
      waiting += 1;
      worker.postMessage(batch);
      return waitUntil(MAX_WAITING);
    },
    async end() {
      await waitUntil(0);
      await worker.terminate();
    },
  };
}

export const describeFailure = (error: unknown): string => `the index could not be stored (${describeError(error)})`;

export function createBatchWriter(store: ContextStore): BatchWriter {
  let records: FileRecord[] = [];
  let chars = 0;
  let thread: WriteThread | null = null;

  const take = (): readonly FileRecord[] => {
    const batch = records;
    records = [];
    chars = 0;
    return batch;
  };

  const write = (batch: readonly FileRecord[]): Promise<void> | undefined => {
    if (store.hasFailed && store.path !== null) return undefined;
    if (store.path !== null && thread === null && batch.some((record) => sizeOf(record) > 0))
      thread = startThread(store);
    if (thread !== null) return thread.write(batch);
    writeHere(store, batch);
    return undefined;
  };

  return {
    add(record) {
      records.push(record);
      chars += sizeOf(record);
    },
    writeFull: () => (records.length >= BATCH_FILES || chars >= BATCH_CHARS ? write(take()) : undefined),
    async end() {
      if (records.length > 0 && thread === null) writeHere(store, take());
      else if (records.length > 0) await write(take());
      await thread?.end();
      thread = null;
    },
  };
}

function writeHere(store: ContextStore, batch: readonly FileRecord[]): void {
  try {
    store.write(batch);
  } catch (error) {
    store.warn(describeFailure(error));
  }
}
