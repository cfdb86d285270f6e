/**
 * `-f signal`: the last return signal of a run as text lines; an orchestrator that drives the run reads nothing else.
 */
import type { ReportDocument } from '../protocol/report/report-document.ts';
import type { SignalFields } from '../protocol/signals/signal.ts';
import { formatFields } from '../protocol/signals/signal-text.ts';

export function formatSignalReport({ signals }: ReportDocument): string {
  const last = signals.at(-1);
  if (last === undefined) return '# this run has no return signal\n';
  return `${formatFields(last as SignalFields).join('\n')}\n`;
}
