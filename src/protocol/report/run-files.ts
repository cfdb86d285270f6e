/**
 * Enters the paths of the files that a run has written into the last return signal of its report, and returns the report
 * (SIG-19). Called by cli/run-folder.ts.
 */

import { type SignalFields, toSignal } from '../signals/signal.ts';
import { nameArtifacts, type RunFiles, wrapRunSignal } from '../signals/signal-build.ts';
import type { ReportDocument, ReportSignal } from './report-document.ts';

export interface WrittenFiles {
  /** Null where the run keeps no folder: then the signal stays bare. */
  readonly folder: Omit<RunFiles, 'artifacts'> | null;
  readonly artifacts: readonly string[];
}

export function nameRunFiles(report: ReportDocument, written: WrittenFiles): ReportDocument {
  const last = report.signals.at(-1);
  const named = last === undefined ? null : nameIn(last, written);
  return named === null ? report : { ...report, signals: [...report.signals.slice(0, -1), named] };
}

function nameIn(last: ReportSignal, { folder, artifacts }: WrittenFiles): ReportSignal | null {
  const read = toSignal(last as SignalFields);
  if (read.kind !== 'signal' || read.signal.coordinatorType !== 'implementer') return null;
  return folder === null ? nameArtifacts(read.signal, artifacts) : wrapRunSignal(read.signal, { ...folder, artifacts });
}
