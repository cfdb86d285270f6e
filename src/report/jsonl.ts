/**
 * Writes events of a run as JSON lines (`-f jsonl`): numbered from 1, the schema in the first, the report or the error in the last.
 * Pure: the caller gives the time and writes the lines. Called by cli/progress/event-stream.ts during a run, and by formats.ts for a
 * stored one.
 */
import { EVENTS_SCHEMA } from '../protocol/report/document-names.ts';
import { toEventDocument } from '../protocol/report/event-document.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import type { RunEvent } from '../protocol/report/run-events.ts';
import { orderReport } from './json.ts';
import { writeJsonLine } from './json-writer.ts';

export interface EventFailure {
  readonly code: string;
  readonly message: string;
  readonly exit: number;
}

/** The lines of one run, in the order in which they are asked for; `at` is ISO 8601. */
export interface EventLines {
  event(event: RunEvent, at: string): string;
  /** The last line of a run that has a report. */
  report(report: ReportDocument, at: string): string;
  /** The last line of one that has none. */
  error(failure: EventFailure, at: string): string;
}

export function createEventLines(): EventLines {
  let seq = 0;
  const write = (document: object, at: string): string => {
    seq += 1;
    return writeJsonLine({ ...(seq === 1 ? { schema: EVENTS_SCHEMA } : {}), seq, at, ...document });
  };
  return {
    event: (event, at) => write(toEventDocument(event), at),
    report: (report, at) => write({ event: 'report', report: orderReport(report) }, at),
    error: (failure, at) => write({ event: 'error', ...failure }, at),
  };
}

/** A run that is over: what its report still knows of its events. */
export function formatJsonl(report: ReportDocument): string {
  const { id, playbook, mode, model, started_at, finished_at } = report.run;
  const lines = createEventLines();
  return [
    lines.event({ kind: 'run', runId: id, playbook, mode, model }, started_at),
    ...report.signals.map((signal) => lines.event({ kind: 'signal', signal }, finished_at)),
    lines.report(report, finished_at),
  ].join('');
}
