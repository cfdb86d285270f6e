/**
 * One thread that scans portions, one at a time, and answers its questions about the snapshot. Every portion it takes is
 * settled: by its outcome, or as unfinished when the thread breaks or takes too long. Keeps no process alive while idle.
 */
import { Worker } from 'node:worker_threads';
import type { AnalyzerOutcome, SourceFile } from '../../ports/analyzer.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { answerQuestion, type FromThread, type ToThread } from './thread-messages.ts';

export interface Portion {
  readonly analyzer: string;
  readonly files: readonly SourceFile[];
  readonly snapshot: Snapshot;
  readonly signal: AbortSignal;
  readonly done: PromiseWithResolvers<AnalyzerOutcome>;
}

export interface PortionThread {
  readonly isFree: boolean;
  take(portion: Portion): void;
  end(): Promise<void>;
}

export interface ThreadOptions {
  readonly module: URL;
  readonly data?: unknown;
  readonly portionMs: number;
  /** Called when it can take another portion. */
  readonly onFree: () => void;
  /** Called once, when it will take none any more. */
  readonly onEnd: (thread: PortionThread) => void;
}

/** Syntax trees lie outside the heap and go with their wrappers: a small young generation lets them go early. */
const YOUNG_GENERATION_MB = 8;

export const leaveUnfinished = (files: readonly SourceFile[], reason: string): AnalyzerOutcome => ({
  status: 'failed',
  reason,
  findings: [],
  unfinished: files.map(({ path }) => path),
});

export function startThread({ module, data, portionMs, onFree, onEnd }: ThreadOptions): PortionThread {
  const worker = new Worker(module, {
    workerData: data,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const snapshots: Snapshot[] = [];
  let open: { readonly portion: Portion; readonly settle: (outcome: AnalyzerOutcome) => void } | null = null;
  let jobs = 0;
  let hasEnded = false;
  const say = (message: ToThread): void => worker.postMessage(message);

  const end = (reason: string): void => {
    if (hasEnded) return;
    hasEnded = true;
    open?.settle(leaveUnfinished(open.portion.files, reason));
    void worker.terminate();
    onEnd(thread);
  };

  const answer = async ({ call, snapshot: number, question }: Extract<FromThread, { kind: 'ask' }>): Promise<void> => {
    try {
      const snapshot = snapshots[number];
      if (!snapshot) throw new Error(`no snapshot has the number ${number}`);
      say({ kind: 'answer', call, value: await answerQuestion(snapshot, question), error: null });
    } catch (error) {
      say({ kind: 'answer', call, value: null, error: String(error) });
    }
  };

  worker.on('message', (message: FromThread) => {
    if (message.kind === 'ask') void answer(message);
    else if (message.job === jobs) open?.settle(message.outcome);
  });
  worker.on('error', (error) => end(`a thread broke: ${error instanceof Error ? error.message : String(error)}`));
  worker.on('exit', (code) => end(`a thread ended with ${code}`));
  worker.unref();

  const thread: PortionThread = {
    get isFree() {
      return open === null && !hasEnded;
    },
    take(portion) {
      const { analyzer, files, snapshot, signal, done } = portion;
      jobs += 1;
      const job = jobs;
      const abort = (): void => say({ kind: 'abort', job });
      const timer = setTimeout(() => end(`took longer than ${portionMs / 1000} s`), portionMs).unref();
      const settle = (outcome: AnalyzerOutcome): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        open = null;
        worker.unref();
        done.resolve(outcome);
        onFree();
      };
      open = { portion, settle };
      worker.ref();
      signal.addEventListener('abort', abort);
      if (!snapshots.includes(snapshot)) snapshots.push(snapshot);
      const { selection, branch, isChange, warnings } = snapshot;
      const facts = { selection, branch, isChange, warnings };
      say({ kind: 'scan', job, analyzer, files, snapshot: snapshots.indexOf(snapshot), facts });
    },
    async end() {
      end('the threads of the analyzers were ended');
      await worker.terminate();
    },
  };
  return thread;
}
