/**
 * Measures tokens and lines of texts in worker threads (token-worker.ts), which share one vocabulary and get the bytes themselves, not
 * copies. Starts them with the first text; a thread that fails rejects what it had and whatever comes after it. Keeps no process
 * alive. Used by measure-text.ts.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { LineCount } from '../protocol/source/count-lines.ts';
import { shareVocabulary } from './token-vocabulary.ts';

export interface Measurement extends LineCount {
  readonly tokens: number;
  /** Always true of a pool; a measurement made elsewhere may hold an estimate. */
  readonly exact: boolean;
}

export interface TokenPool {
  /** True while the threads have enough to do: then it is quicker, and bounded in memory, to measure or wait elsewhere. */
  readonly isFull: boolean;
  /** Takes the bytes (UTF-8, no byte order mark) away from the caller where they fill their buffer. */
  measure(bytes: Uint8Array): Promise<Measurement>;
  close(): Promise<void>;
}

export interface TokenPoolOptions {
  /** Threads; one less than there are processors where it is left out. */
  readonly workers?: number;
}

/** Small texts travel together: a message costs more than counting one of them. */
const BATCH_BYTES = 64 * 1024;
const FULL_BYTES_PER_WORKER = 2 * 1024 * 1024;
const MAX_WORKERS = 8;
/** A thread's heap holds little but the texts it decodes. */
const YOUNG_GENERATION_MB = 8;

interface Job {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly size: number;
  readonly done: PromiseWithResolvers<Measurement>;
}

interface Thread {
  readonly worker: Worker;
  readonly batches: (readonly Job[])[];
  bytes: number;
}

const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('./token-worker.ts', import.meta.url)
  : new URL('./token-worker.js', import.meta.url);

const sizeOf = (jobs: readonly Job[]): number => jobs.reduce((sum, { size }) => sum + size, 0);

/** The bytes with a buffer of their own, which can be handed over. */
const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
};

function startThread(onFailure: (error: unknown) => void): Thread {
  const worker = new Worker(WORKER, {
    workerData: shareVocabulary(),
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const thread: Thread = { worker, batches: [], bytes: 0 };
  worker.on('message', (results: readonly Measurement[]) => {
    const jobs = thread.batches.shift() ?? [];
    thread.bytes -= sizeOf(jobs);
    for (const [i, { done }] of jobs.entries()) done.resolve(results[i] as Measurement);
    if (thread.batches.length === 0) worker.unref();
  });
  worker.on('error', onFailure);
  worker.on('exit', (code) => onFailure(new Error(`a thread of the token pool ended with ${code}`)));
  worker.unref();
  return thread;
}

export function createTokenPool({ workers }: TokenPoolOptions = {}): TokenPool {
  const size = Math.max(1, Math.min(workers ?? availableParallelism() - 1, MAX_WORKERS));
  let threads: readonly Thread[] = [];
  let waiting: Job[] = [];
  let failure: Error | null = null;

  const fail = (error: unknown): void => {
    failure ??= error instanceof Error ? error : new Error(String(error));
    const jobs = [...threads.flatMap(({ batches }) => batches.splice(0).flat()), ...waiting.splice(0)];
    for (const { done } of jobs) done.reject(failure);
  };

  const dispatch = (): void => {
    if (waiting.length === 0 || failure !== null) return;
    const jobs = waiting;
    waiting = [];
    if (threads.length === 0) threads = Array.from({ length: size }, () => startThread(fail));
    const thread = threads.reduce((least, each) => (each.bytes < least.bytes ? each : least));
    thread.batches.push(jobs);
    thread.bytes += sizeOf(jobs);
    thread.worker.ref();
    thread.worker.postMessage(
      jobs.map(({ bytes }) => bytes),
      jobs.map(({ bytes }) => bytes.buffer),
    );
  };

  const pendingBytes = (): number => threads.reduce((sum, { bytes }) => sum + bytes, sizeOf(waiting));

  return {
    get isFull() {
      return failure !== null || pendingBytes() >= FULL_BYTES_PER_WORKER * size;
    },
    measure(given) {
      if (failure !== null) return Promise.reject(failure);
      const bytes = ownBytes(given);
      const job = { bytes, size: bytes.byteLength, done: Promise.withResolvers<Measurement>() };
      waiting.push(job);
      if (waiting.length === 1) setImmediate(dispatch);
      if (sizeOf(waiting) >= BATCH_BYTES) dispatch();
      return job.done.promise;
    },
    async close() {
      fail(new Error('the token pool was closed'));
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}
