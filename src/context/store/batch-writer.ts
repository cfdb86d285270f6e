/**
 * Gathers records of measured files into batches and writes each as one transaction: in this thread while there is little, in
 * write-thread.ts once there is much, so that writing and measuring go on side by side. A failed write warns and ends writing. Created
 * by sqlite-store.ts.
 */
import type { ContextWriter, FileRecord } from '../../ports/context-store.ts';
import { describeError } from '../../storage/sqlite-errors.ts';
import type { StoreOptions } from './open-database.ts';

/** The store that is written to. */
export interface BatchTarget {
  readonly options: StoreOptions;
  /** Null where it is temporary: then no other thread sees it. */
  readonly path: string | null;
  write(batch: readonly FileRecord[]): Promise<void>;
  readonly health: { readonly hasFailed: boolean; warn(problem: string): void };
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

async function startThread({ options, health }: BatchTarget): Promise<WriteThread> {
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(THREAD, {
    workerData: options,
    resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_MEGABYTES },
  });
  let waiting = 0;
  let isOver = false;
  let wake = (): void => undefined;
  worker.on('message', (problem: string | null) => {
    waiting -= 1;
    if (problem !== null) health.warn(problem);
    wake();
  });
  worker.on('error', (error) => health.warn(describeFailure(error)));
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

export function createBatchWriter(target: BatchTarget): ContextWriter {
  let records: FileRecord[] = [];
  let chars = 0;
  let thread: WriteThread | null = null;

  const take = (): readonly FileRecord[] => {
    const batch = records;
    records = [];
    chars = 0;
    return batch;
  };

  const write = async (batch: readonly FileRecord[]): Promise<void> => {
    if (target.health.hasFailed) return;
    if (target.path !== null && batch.some((record) => sizeOf(record) > 0)) thread ??= await startThread(target);
    await (thread?.write(batch) ?? writeHere(target, batch));
  };

  return {
    add(record) {
      records.push(record);
      chars += sizeOf(record);
    },
    writeFull: () => (records.length >= BATCH_FILES || chars >= BATCH_CHARS ? write(take()) : undefined),
    async end() {
      if (target.health.hasFailed) take();
      if (records.length > 0 && thread === null) await writeHere(target, take());
      else if (records.length > 0) await write(take());
      await thread?.end();
      thread = null;
    },
  };
}

async function writeHere({ write, health }: BatchTarget, batch: readonly FileRecord[]): Promise<void> {
  try {
    await write(batch);
  } catch (error) {
    health.warn(describeFailure(error));
  }
}
