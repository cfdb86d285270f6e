/**
 * Distributes portions (groups of files to scan) over up to four child processes: one for little work, more for much, or when work
 * waits. A file whose scan ended its process is left unfinished, and the others of its portion are scanned again without it. Called by
 * analyzer-pool.ts.
 */
import { availableParallelism } from 'node:os';
import { ANALYZER_LIMITS, type AnalyzerLimits } from '../../analyzers/analyzer-limits.ts';
import type { AnalyzerOutcome, SourceFile } from '../../ports/analyzer.ts';
import { type Portion, type PortionEnd, type PortionProcess, startProcess } from './portion-process.ts';

export interface ProcessesOptions {
  /** The module that each process runs; it serves the analyzers (serve-analyzers.ts). */
  readonly process: URL;
  readonly processes?: number;
  /** Whether each is watched over by a thread of its own, as it is where the system does not say what a process uses. */
  readonly watchesItself?: boolean;
  readonly limits?: Partial<AnalyzerLimits>;
}

const MAX_PROCESSES = 4;
/** A file can end a process; a machine on which none gets to its first file is not worth a fifth. */
const MAX_FAILED_STARTS = 4;
/** Less waiting text than this does not pay for another process, in characters, … */
const WAITING_CHARACTERS = 300_000;
/** … unless it has waited so long. */
const WAITING_MS = 3_000;

/** What was stopped of one run; portions of it share this. */
export interface ScanHistory {
  stopped: number;
  /** Whether nothing more is scanned once the patience is used up, instead of in haste. */
  readonly givesUp?: boolean;
}

type GivenPortion = Omit<Portion, 'isHurried'>;

export interface PortionProcesses {
  scan(portion: GivenPortion, history: ScanHistory): Promise<readonly AnalyzerOutcome[]>;
  close(): void;
}

export function createPortionProcesses({ limits: given, ...options }: ProcessesOptions): PortionProcesses {
  const limits = { ...ANALYZER_LIMITS, ...given };
  const queue = createQueue(options, limits);
  const scan: PortionProcesses['scan'] = async (portion, history) => {
    if (portion.files.length === 0) return [];
    if (history.givesUp === true && history.stopped >= limits.patience)
      return [leaveUnfinished(portion.files, `not tried: it was stopped at ${history.stopped} files`)];
    const end = await queue.run(portion, history);
    if (end.kind === 'aborted') return [leaveUnfinished(portion.files, 'aborted')];
    if (end.kind === 'done') return [end.outcome];
    const guilty = end.begun.at(-1);
    if (guilty === undefined) return [leaveUnfinished(portion.files, end.reason)];
    history.stopped += 1;
    const begun = new Set(end.begun);
    const rest = portion.files.filter(({ path }) => path !== guilty);
    const [before, after] = await Promise.all([
      scan({ ...portion, files: rest.filter(({ path }) => begun.has(path)) }, history),
      scan({ ...portion, files: rest.filter(({ path }) => !begun.has(path)) }, history),
    ]);
    const lost = portion.files.filter(({ path }) => path === guilty);
    return [...before, leaveUnfinished(lost, end.reason), ...after];
  };
  return { scan, close: queue.close };
}

interface Waiting {
  readonly portion: GivenPortion;
  readonly history: ScanHistory;
  readonly characters: number;
  readonly settle: (end: PortionEnd) => void;
}

const NOT_STARTED: PortionEnd = { kind: 'lost', reason: 'no process could be started to scan it', begun: [] };

function createQueue(
  { process: module, processes: wanted, watchesItself = false }: Omit<ProcessesOptions, 'limits'>,
  limits: AnalyzerLimits,
) {
  const size = Math.max(1, Math.min(wanted ?? availableParallelism(), MAX_PROCESSES));
  const processes = new Set<PortionProcess>();
  const waiting: Waiting[] = [];
  let failedStarts = 0;
  let isClosed = false;
  let late: NodeJS.Timeout | undefined;

  const findFree = (isLate: boolean): PortionProcess | null => {
    for (const each of processes) if (each.isFree) return each;
    const isWanted = processes.size === 0 || isLate || sumOf(waiting) >= WAITING_CHARACTERS;
    if (!isWanted || processes.size >= size || failedStarts >= MAX_FAILED_STARTS) return null;
    const started = startProcess({ module, limits, watchesItself, onFree: () => dispatch(), onEnd: forget });
    processes.add(started);
    return started;
  };
  const forget = (ended: PortionProcess): void => {
    processes.delete(ended);
    setImmediate(() => dispatch());
  };
  /** False where it has to wait. */
  const begin = ({ portion, history, settle }: Waiting, isLate: boolean): boolean => {
    const free = portion.signal.aborted ? null : findFree(isLate);
    if (free) free.take({ ...portion, isHurried: history.stopped >= limits.patience }, settle);
    else if (portion.signal.aborted) settle({ kind: 'aborted' });
    else if (processes.size === 0) settle(NOT_STARTED);
    else return false;
    return true;
  };
  const dispatch = (isLate = false): void => {
    for (let next = waiting[0]; next && begin(next, isLate); next = waiting[0]) waiting.shift();
    clearTimeout(late);
    if (waiting.length > 0) late = setTimeout(() => dispatch(true), WAITING_MS);
  };
  return {
    async run(portion: GivenPortion, history: ScanHistory): Promise<PortionEnd> {
      const characters = portion.files.reduce((sum, { text }) => sum + text.length, 0);
      const { promise, resolve } = Promise.withResolvers<PortionEnd>();
      // Another scan, later, may find a machine that can start processes again.
      if (processes.size + waiting.length === 0 && !isClosed) failedStarts = 0;
      waiting.push({ portion, history, characters, settle: resolve });
      dispatch();
      const end = await promise;
      if (end.kind !== 'lost' || end.begun.length > 0) failedStarts = 0;
      else failedStarts += 1;
      return end;
    },
    close(): void {
      isClosed = true;
      failedStarts = MAX_FAILED_STARTS;
      for (const each of processes) each.end();
    },
  };
}

const sumOf = (waiting: readonly Waiting[]): number => waiting.reduce((sum, { characters }) => sum + characters, 0);

const leaveUnfinished = (files: readonly SourceFile[], reason: string): AnalyzerOutcome => ({
  status: 'failed',
  reason,
  findings: [],
  unfinished: files.map(({ path }) => path),
});
