/**
 * The threads that scan portions: each portion waits for a thread that is free, and threads are started as portions wait. A portion
 * whose thread breaks or hangs comes back as unfinished files.
 */
import { availableParallelism } from 'node:os';
import type { AnalyzerOutcome } from '../../ports/analyzer.ts';
import { leaveUnfinished, type Portion, type PortionThread, startThread } from './portion-thread.ts';

export interface ThreadsOptions {
  /** The module that each thread runs; it serves the analyzers (serve-analyzers.ts). */
  readonly thread: URL;
  /** Handed to each thread as its `workerData`: what its analyzers have to know of the run. */
  readonly data?: unknown;
  readonly threads?: number;
  /** Longest time for one portion. */
  readonly portionMs?: number;
}

const MAX_THREADS = 4;
const PORTION_MS = 180_000;
/** A file can break a thread; a machine that breaks every thread is not worth a fifth. */
const MAX_BROKEN = 4;

export interface PortionThreads {
  scan(portion: Omit<Portion, 'done'>): Promise<AnalyzerOutcome>;
  close(): Promise<void>;
}

export function createPortionThreads({
  thread: module,
  data,
  threads: wanted,
  portionMs = PORTION_MS,
}: ThreadsOptions): PortionThreads {
  const size = Math.max(1, Math.min(wanted ?? availableParallelism(), MAX_THREADS));
  const threads = new Set<PortionThread>();
  const waiting: Portion[] = [];
  let broken = 0;

  const findFree = (): PortionThread | null => {
    for (const thread of threads) if (thread.isFree) return thread;
    if (threads.size >= size || broken >= MAX_BROKEN) return null;
    const thread = startThread({ module, data, portionMs, onFree: dispatch, onEnd: forget });
    threads.add(thread);
    return thread;
  };
  const forget = (thread: PortionThread): void => {
    broken += 1;
    threads.delete(thread);
    dispatch();
  };
  const dispatch = (): void => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const thread = next.signal.aborted ? null : findFree();
      if (thread) thread.take(next);
      else if (next.signal.aborted) next.done.resolve(leaveUnfinished(next.files, 'aborted'));
      else if (threads.size === 0) next.done.resolve(leaveUnfinished(next.files, 'no thread is left to scan it'));
      else return;
      waiting.shift();
    }
  };

  return {
    scan(portion) {
      const done = Promise.withResolvers<AnalyzerOutcome>();
      waiting.push({ ...portion, done });
      dispatch();
      return done.promise;
    },
    async close() {
      broken = MAX_BROKEN;
      await Promise.all([...threads].map((thread) => thread.end()));
    },
  };
}
