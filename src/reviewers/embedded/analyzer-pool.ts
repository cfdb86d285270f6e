/**
 * Runs analyzers on threads where a scan is large: it is cut into portions, each goes to a thread that is free, and the outcome is
 * put together in the order of the files, so that it does not depend on which thread was faster. For little work no thread is
 * started, nor is anything loaded that starts one.
 */
import type { Analyzer, AnalyzerFinding, AnalyzerOutcome, SourceFile } from '../../ports/analyzer.ts';
import type { PortionThreads, ThreadsOptions } from './portion-threads.ts';

export interface AnalyzerPoolOptions extends ThreadsOptions {
  /** Less text than this in one scan is read where it is; in characters. */
  readonly startCharacters?: number;
}

export interface AnalyzerPool {
  /** The same analyzer, scanning on the threads. */
  wrap<A extends Analyzer>(analyzer: A): A;
  close(): Promise<void>;
}

/** From so much text in one scan on, memory counts for more than the time that collecting it takes. */
const SMALL_HEAP_CHARACTERS = 100_000;
const START_CHARACTERS = 1_000_000;
const PORTION_CHARACTERS = 400_000;
const PORTION_FILES = 64;

export function createAnalyzerPool(options: AnalyzerPoolOptions): AnalyzerPool {
  const { startCharacters = START_CHARACTERS } = options;
  let opening: Promise<PortionThreads> | null = null;
  const openThreads = async (): Promise<PortionThreads> =>
    (await import('./portion-threads.ts')).createPortionThreads(options);
  return {
    wrap: (analyzer) => ({
      ...analyzer,
      async scan(files, snapshot, signal) {
        const characters = files.reduce((sum, { text }) => sum + text.length, 0);
        if (characters >= SMALL_HEAP_CHARACTERS) (await import('./release-memory.ts')).keepHeapSmall();
        if (characters < startCharacters) return analyzer.scan(files, snapshot, signal);
        opening ??= openThreads();
        const threads = await opening;
        const portions = cutPortions(files).map((portion) =>
          threads.scan({ analyzer: analyzer.name, files: portion, snapshot, signal }),
        );
        return joinOutcomes(await Promise.all(portions));
      },
    }),
    close: async () => (await opening)?.close(),
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
