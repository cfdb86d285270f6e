/**
 * Wraps analyzers so that they run in child processes: code that does not return, or takes all memory, ends its process and not the
 * run. A scan is cut into portions, and the outcome is put together in the order of the files, so that it does not depend on which
 * process was faster. One pool serves all runs of this process, one after the other or at the same time. Opened by
 * wiring/embedded-reviewers.ts.
 */
import type { Analyzer, AnalyzerFinding, AnalyzerOutcome, SourceFile } from '../../ports/analyzer.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { isProcessClaimed } from '../../programs/claim-process.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import type { PortionProcesses, ProcessesOptions, ScanHistory } from './portion-processes.ts';

export type AnalyzerPoolOptions = ProcessesOptions;

export interface AnalyzerPool {
  /**
   * The same analyzer, scanning in the processes. `data` is what they have to know of the run; it can be cloned. `isApart`: files
   * that stop it count for it alone, and after a few of them it is not asked again in this run.
   */
  wrap<A extends Analyzer>(analyzer: A, data?: unknown, isApart?: boolean): A;
  close(): Promise<void>;
}

/** From so much text in one scan on the heap of the command's process is kept small (release-memory.ts). */
const SMALL_HEAP_CHARACTERS = 100_000;
const PORTION_CHARACTERS = 400_000;
const PORTION_FILES = 64;

export function createAnalyzerPool(options: AnalyzerPoolOptions): AnalyzerPool {
  const histories = { shared: new WeakMap<Snapshot, ScanHistory>(), apart: new WeakMap<Snapshot, ScanHistory>() };
  let opening: Promise<PortionProcesses> | null = null;
  const openProcesses = async (): Promise<PortionProcesses> =>
    (await import('./portion-processes.ts')).createPortionProcesses(options);
  return {
    wrap: (analyzer, data = null, isApart = false) => ({
      ...analyzer,
      async scan(files, snapshot, signal) {
        const characters = files.reduce((sum, { text }) => sum + text.length, 0);
        if (files.length === 0 || signal.aborted) return analyzer.scan(files, snapshot, signal);
        if (characters >= SMALL_HEAP_CHARACTERS && isProcessClaimed())
          (await import('./release-memory.ts')).keepHeapSmall();
        opening ??= openProcesses();
        const processes = await opening;
        const known = isApart ? histories.apart : histories.shared;
        const history = getOrAdd(known, snapshot, () => ({ stopped: 0, givesUp: isApart }));
        const portions = cutPortions(files).map((portion) =>
          processes.scan({ analyzer: analyzer.name, files: portion, snapshot, signal, data }, history),
        );
        return joinOutcomes((await Promise.all(portions)).flat());
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
  const limits = outcomes.flatMap((outcome) => outcome.limits ?? []);
  const open = outcomes.flatMap((outcome) => outcome.open ?? []);
  const flows = outcomes.flatMap((outcome) => outcome.flows ?? []);
  const unresolved = outcomes.flatMap((outcome) => outcome.unresolved ?? []);
  const examined = outcomes.flatMap((outcome) => outcome.examined ?? []);
  const statuses = new Set(outcomes.map(({ status }) => status));
  const status = statuses.size > 1 ? 'partial' : (outcomes[0]?.status ?? 'completed');
  const troubled = outcomes.filter((outcome) => outcome.status !== 'completed');
  const said = new Set((troubled.length > 0 ? troubled : outcomes).flatMap(({ reason }) => reason ?? []));
  const reasons = Object.assign({}, ...outcomes.map(nameReasons));
  return {
    status,
    reason: [...said].join('; ') || null,
    findings,
    unfinished,
    ...(said.size > 1 && unfinished.length > 0 ? { reasons } : {}),
    ...(unparsed.length > 0 ? { unparsed } : {}),
    ...(limits.length > 0 ? { limits } : {}),
    ...(open.length > 0 ? { open } : {}),
    ...(flows.length > 0 ? { flows } : {}),
    ...(unresolved.length > 0 ? { unresolved } : {}),
    ...(examined.length > 0 ? { examined } : {}),
  };
}

const nameReasons = ({ unfinished, reason, reasons }: AnalyzerOutcome): Readonly<Record<string, string>> =>
  Object.fromEntries(unfinished.map((path) => [path, reasons?.[path] ?? reason ?? '']));
