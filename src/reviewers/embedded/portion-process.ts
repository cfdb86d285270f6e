/**
 * Starts one child process that scans portions (groups of files) one at a time, and answers its questions about the snapshot. Every
 * portion ends with its outcome, or with the file that was being scanned when the process ended. A process, because native code and
 * WebAssembly that do not return can only be ended from outside. It is ended after 5 s without work. Called by portion-processes.ts.
 */
import type { ChildProcess } from 'node:child_process';
import type { AnalyzerLimits } from '../../analyzers/analyzer-limits.ts';
import type { AnalyzerOutcome, SourceFile } from '../../ports/analyzer.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { canBeWatched, forkProcess, hold } from '../../programs/own-process.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { answerQuestion, type FromProcess, limitOf, type ScanOrder, type ToProcess } from './process-messages.ts';
import type { WorkWatch } from './serve-analyzers.ts';
import { watchOutside } from './watch-outside.ts';

export interface Portion {
  readonly analyzer: string;
  readonly files: readonly SourceFile[];
  readonly snapshot: Snapshot;
  readonly signal: AbortSignal;
  /** What the analyzers have to know of the run. */
  readonly data: unknown;
  /** Whether files before it took too long: then it gets less time for each. */
  readonly isHurried: boolean;
}

export type PortionEnd =
  | { readonly kind: 'done'; readonly outcome: AnalyzerOutcome }
  /** The process is gone. `begun` are the files it had begun, the last of them unfinished. */
  | { readonly kind: 'lost'; readonly reason: string; readonly begun: readonly string[] }
  | { readonly kind: 'aborted' };

export interface PortionProcess {
  readonly isFree: boolean;
  take(portion: Portion, settle: (end: PortionEnd) => void): void;
  end(): void;
}

export interface ProcessOptions {
  readonly module: URL;
  readonly limits: AnalyzerLimits;
  /** Whether a thread of its own watches over it, even where this process could. */
  readonly watchesItself: boolean;
  /** Called when it can take another portion. */
  readonly onFree: () => void;
  /** Called once, when it will take none any more. */
  readonly onEnd: (process: PortionProcess) => void;
}

/** An idle process is ended: who reviews again and again keeps one, who is done keeps none. */
const IDLE_MS = 5_000;
/** What a process that was used may hold; above, another takes its place, so that no file pays for those before it. */
const KEPT_SHARE = 0.5;
const MAX_SAID = 500;

/** What the watch of the process said when it ended it, in words; null where it did not. */
function describeLimit({ memoryMb, stillMs }: AnalyzerLimits, said: string): string | null {
  const [, what, ms] = /^(over time|over memory|no end)(?: (\d+))?$/mu.exec(said) ?? [];
  if (what === 'over time') return `stopped after ${Number(ms) / 1000} s of processor time`;
  if (what === 'over memory') return `stopped at ${memoryMb} MB of memory`;
  return what === undefined ? null : `no end within ${stillMs / 1000} s`;
}

/** The portion under way. */
interface OpenPortion {
  readonly order: ScanOrder;
  readonly snapshot: Snapshot;
  readonly begun: string[];
  readonly settle: (end: PortionEnd) => void;
}

export function startProcess({ module, limits, watchesItself, onFree, onEnd }: ProcessOptions): PortionProcess {
  const isWatched = !watchesItself && canBeWatched();
  const child = startChild(module, limits.memoryMb, isWatched);
  const send = (message: ToProcess): void => void child.send(message, () => undefined);
  const readSaid = collectSaid(child);
  let open: OpenPortion | null = null;
  let jobs = 0;
  let hasEnded = false;
  let idle: NodeJS.Timeout | undefined;

  const end = (reason: string, finish = kill): void => {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(idle);
    watch?.end();
    finish();
    hold(child, false);
    onEnd(self);
    open?.settle({ kind: 'lost', reason: describeLimit(limits, readSaid()) ?? reason, begun: open.begun });
  };
  const kill = (): void => void child.kill('SIGKILL');
  const stop = (said: string): void => end(describeLimit(limits, said) ?? said);
  const watch = isWatched && child.pid !== undefined ? watchOutside(child.pid, limits.memoryMb, stop) : null;

  child.on('message', (message: FromProcess) => {
    if (message.kind === 'ask') return void answer(message, open, send);
    if (open === null || message.job !== open.order.job) return;
    if (message.kind === 'begin') return begin(open, message.path, watch);
    open.settle({ kind: 'done', outcome: message.outcome });
    if (message.memoryMb > limits.memoryMb * KEPT_SHARE) end('it has grown too large');
    else onFree();
  });
  child.on('error', (error) => end(`its process could not be used: ${error.message}`));
  child.on('close', (code, signal) => end(describeEnd(signal ?? code, readSaid())));

  const self: PortionProcess = {
    get isFree() {
      return open === null && !hasEnded;
    },
    take(portion, settled) {
      clearTimeout(idle);
      jobs += 1;
      const job = jobs;
      const settle = (result: PortionEnd): void => {
        if (open?.order.job !== job) return;
        open = null;
        watch?.end();
        release();
        hold(child, false);
        // It leaves by itself, and keeps its compiled code for the next.
        if (!hasEnded) idle = setTimeout(() => end('idle', () => child.disconnect()), IDLE_MS).unref();
        settled(result);
      };
      const giveUp = (): void => {
        settle({ kind: 'aborted' });
        end('aborted');
      };
      const release = watchAbort(portion.signal, limits.abortMs, { ask: () => send({ kind: 'abort', job }), giveUp });
      const order = writeOrder(job, portion, numberOf(portion.snapshot), limits);
      open = { order, snapshot: portion.snapshot, begun: [], settle };
      hold(child, true);
      watch?.begin(order.prepareMs, order.stillMs);
      send(order);
    },
    end: () => end('it was ended'),
  };
  return self;
}

/** What it has to know: whose child it is, what it may hold, and who watches over it. */
const startChild = (module: URL, memoryMb: number, isWatched: boolean): ChildProcess =>
  forkProcess(module, memoryMb, [String(process.pid), String(memoryMb), isWatched ? 'outside' : 'inside']);

function begin({ order, begun }: OpenPortion, path: string, watch: WorkWatch | null): void {
  watch?.begin(limitOf(order, path), order.stillMs);
  begun.push(path);
}

/** By their number a process tells snapshots apart. An editor makes a new one with every edit: none is kept for its number. */
const numbers = new WeakMap<Snapshot, number>();
let numbered = 0;

function numberOf(snapshot: Snapshot): number {
  return getOrAdd(numbers, snapshot, () => {
    numbered += 1;
    return numbered;
  });
}

function writeOrder(
  job: number,
  { analyzer, files, data, isHurried, snapshot: { selection, branch, isChange, warnings } }: Portion,
  snapshot: number,
  { prepareMs, hurriedMs, fileMs, characterMs, stillMs }: AnalyzerLimits,
): ScanOrder {
  const facts = { selection, branch, isChange, warnings };
  const time = { prepareMs, fileMs: isHurried ? hurriedMs : fileMs, characterMs, stillMs };
  return { kind: 'scan', job, analyzer, files, snapshot, facts, data, ...time };
}

async function answer(
  { call, snapshot: number, question }: Extract<FromProcess, { kind: 'ask' }>,
  open: OpenPortion | null,
  send: (message: ToProcess) => void,
): Promise<void> {
  try {
    if (open?.order.snapshot !== number) throw new Error(`the work on snapshot ${number} is over`);
    send({ kind: 'answer', call, value: await answerQuestion(open.snapshot, question), error: null });
  } catch (error) {
    send({ kind: 'answer', call, value: null, error: String(error) });
  }
}

/** Asks first, and gives up on who does not hear. The function it gives ends the watch. */
function watchAbort(
  signal: AbortSignal,
  patienceMs: number,
  { ask, giveUp }: { readonly ask: () => void; readonly giveUp: () => void },
): () => void {
  let patience: NodeJS.Timeout | undefined;
  const abort = (): void => {
    ask();
    patience = setTimeout(giveUp, patienceMs);
  };
  signal.addEventListener('abort', abort);
  return () => {
    clearTimeout(patience);
    signal.removeEventListener('abort', abort);
  };
}

/** The end of what it wrote to standard error. */
function collectSaid(child: ChildProcess): () => string {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString('utf8')}`.slice(-MAX_SAID);
  });
  return () => said;
}

/** What it printed is for its maker, not for a report: of a crash only the kind is said. */
const describeEnd = (how: NodeJS.Signals | number | null, said: string): string =>
  /heap out of memory|Allocation failed/u.test(said)
    ? 'it ran out of memory'
    : `it crashed (its process ended with ${how})`;
