/**
 * Runs analyzers on threads: a scan is cut into portions, each goes to a thread that is free, and the outcome is put together
 * in the order of the files, so that it does not depend on which thread was faster. A portion whose thread breaks or hangs
 * comes back as unfinished files. No thread is started for little work.
 */
import { availableParallelism } from 'node:os';
import type { Analyzer, AnalyzerFinding, AnalyzerOutcome, SourceFile } from '../../ports/analyzer.ts';
import { keepHeapSmall } from './memory-relief.ts';
import { leaveUnfinished, type Portion, type PortionThread, startThread } from './portion-thread.ts';

export interface AnalyzerPoolOptions {
  /** The module that each thread runs; it serves the analyzers (serve-analyzers.ts). */
  readonly thread: URL;
  /** Handed to each thread as its `workerData`: what its analyzers have to know of the run. */
  readonly data?: unknown;
  readonly threads?: number;
  /** Less text than this in one scan is read where it is; in characters. */
  readonly startCharacters?: number;
  /** Longest time for one portion. */
  readonly portionMs?: number;
}

export interface AnalyzerPool {
  /** The same analyzer, scanning on the threads. */
  wrap<A extends Analyzer>(analyzer: A): A;
  close(): Promise<void>;
}

const MAX_THREADS = 4;
const START_CHARACTERS = 1_000_000;
const PORTION_CHARACTERS = 400_000;
const PORTION_FILES = 64;
const PORTION_MS = 180_000;
/** A file can break a thread; a machine that breaks every thread is not worth a fifth. */
const MAX_BROKEN = 4;

export function createAnalyzerPool(options: AnalyzerPoolOptions): AnalyzerPool {
  // Before there is anything to read: a young generation that has grown once stays.
  keepHeapSmall();
  const crew = createCrew(options);
  const { startCharacters = START_CHARACTERS } = options;
  return {
    wrap: (analyzer) => ({
      ...analyzer,
      async scan(files, snapshot, signal) {
        const characters = files.reduce((sum, { text }) => sum + text.length, 0);
        if (characters < startCharacters) return analyzer.scan(files, snapshot, signal);
        const portions = cutPortions(files).map((portion) =>
          crew.scan({ analyzer: analyzer.name, files: portion, snapshot, signal }),
        );
        return joinOutcomes(await Promise.all(portions));
      },
    }),
    close: crew.close,
  };
}

function cutPortions(files: readonly SourceFile[]): readonly (readonly SourceFile[])[] {
  const portions: SourceFile[][] = [];
  let characters = 0;
  for (const file of files) {
    const last = portions.at(-1);
    characters += file.text.length;
    if (last && characters <= PORTION_CHARACTERS && last.length < PORTION_FILES) {
      last.push(file);
    } else {
      portions.push([file]);
      characters = file.text.length;
    }
  }
  return portions;
}

function joinOutcomes(outcomes: readonly AnalyzerOutcome[]): AnalyzerOutcome {
  const findings: AnalyzerFinding[] = [];
  for (const outcome of outcomes) for (const finding of outcome.findings) findings.push(finding);
  const unfinished = outcomes.flatMap((outcome) => outcome.unfinished);
  const unparsed = outcomes.flatMap((outcome) => outcome.unparsed ?? []);
  const statuses = new Set(outcomes.map(({ status }) => status));
  const status = statuses.size > 1 ? 'partial' : (outcomes[0]?.status ?? 'completed');
  const troubled = outcomes.filter((outcome) => outcome.status !== 'completed');
  const reasons = (troubled.length > 0 ? troubled : outcomes).flatMap(({ reason }) => reason ?? []);
  return {
    status,
    reason: [...new Set(reasons)].join('; ') || null,
    findings,
    unfinished,
    ...(unparsed.length > 0 ? { unparsed } : {}),
  };
}

interface Crew {
  scan(portion: Omit<Portion, 'done'>): Promise<AnalyzerOutcome>;
  close(): Promise<void>;
}

function createCrew({ thread: module, data, threads: wanted, portionMs = PORTION_MS }: AnalyzerPoolOptions): Crew {
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
