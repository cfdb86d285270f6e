/**
 * Formats the last return signal of a run as text lines (`-f signal`), for an orchestrator that drives the run and reads nothing else.
 * Loaded by formats.ts and the run tools of mcp/.
 */
import type { ReportDocument } from '../protocol/report/report-document.ts';
import type { SignalFields } from '../protocol/signals/signal.ts';
import { formatFields } from '../protocol/signals/signal-text.ts';

export function formatSignalReport({ signals }: ReportDocument): string {
  const last = signals.at(-1);
  if (last === undefined) return '# this run has no return signal\n';
  return `${formatFields(last as SignalFields).join('\n')}\n`;
}
