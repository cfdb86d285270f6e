/**
 * Writes events of a run as JSON lines when they happen, to standard output (`-f jsonl`) and files (`-o jsonl=PATH`); progress of one
 * agent at most every 500 ms. Also joins several listeners (`tellAll`). Called by `review`, `audit` and runs of a fleet. `writeReport`
 * prints the report in the other formats at the end, for end-run.ts.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { ReviewError } from '../../errors.ts';
import type { Emit } from '../../ports/events.ts';
import type { FormatName } from '../../protocol/config/config-names.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import type { RunEvent } from '../../protocol/report/run-events.ts';
import type { Flags } from '../command-declaration.ts';
import { type FileOutput, writeOutputs } from '../outputs.ts';
import { renderFor } from '../render-output.ts';
import type { Terminal } from '../streams.ts';

const PROGRESS_MS = 500;

export interface EventStream {
  readonly emit: Emit;
  /** The last line. */
  end(report: ReportDocument): void;
  fail(error: unknown): void;
}

const SILENT: EventStream & Disposable = {
  emit: () => undefined,
  end: () => undefined,
  fail: () => undefined,
  [Symbol.dispose]: () => undefined,
};

/** Where nobody asked for events, a stream that writes nothing. */
export async function openEventStream(
  terminal: Terminal,
  format: FormatName,
  outputs: readonly FileOutput[],
): Promise<EventStream & Disposable> {
  const files = outputs
    .filter((output) => output.format === 'jsonl')
    .map(({ path }) => openSync(resolve(terminal.workingDirectory, path), 'w'));
  const isShown = format === 'jsonl';
  const now = (): string => new Date().toISOString();
  const write = (line: string): void => {
    if (isShown) terminal.stdout.write(line);
    for (const file of files) writeSync(file, line);
  };
  const isDue = createThinning();
  if (!isShown && files.length === 0) return SILENT;
  const lines = (await import('../../report/jsonl.ts')).createEventLines();
  return {
    emit: (event) => {
      if (isDue(event)) write(lines.event(event, now()));
    },
    end: (report) => write(lines.report(report, now())),
    fail: (error) => {
      const { code, message, exit } = error instanceof ReviewError ? error : new ReviewError('internal', String(error));
      write(lines.error({ code, message, exit }, now()));
    },
    [Symbol.dispose]: () => {
      for (const file of files) closeSync(file);
    },
  };
}

export interface WantedReport {
  readonly format: FormatName;
  readonly outputs: readonly FileOutput[];
  readonly stream: EventStream;
}

/** The report where it was asked for; a stream of events has it in its last line. */
export async function writeReport(
  terminal: Terminal,
  flags: Flags,
  report: ReportDocument,
  { format, outputs, stream }: WantedReport,
): Promise<void> {
  stream.end(report);
  const render = renderFor(report, terminal, flags);
  if (format !== 'jsonl') terminal.stdout.write(await render.forScreen(format));
  const documents = outputs.filter((output) => output.format !== 'jsonl');
  await writeOutputs(terminal, documents, render.forFile);
}

/** Everybody who watches hears every event. */
export const tellAll =
  (...watchers: readonly { readonly emit: Emit }[]): Emit =>
  (event) => {
    for (const { emit } of watchers) emit(event);
  };

/** Of an agent's progress at most one event in a while. */
export function createThinning(): (event: RunEvent) => boolean {
  const lastProgress = new Map<string, number>();
  return (event) => {
    if (event.kind !== 'agent' || event.status !== 'progress') return true;
    const time = performance.now();
    if (time - (lastProgress.get(event.agent) ?? Number.NEGATIVE_INFINITY) < PROGRESS_MS) return false;
    lastProgress.set(event.agent, time);
    return true;
  };
}
