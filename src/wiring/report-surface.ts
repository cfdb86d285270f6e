/**
 * Makes the `Surface` for conduct.ts of callers that want the report document and no printed page: library (index.ts), MCP server,
 * hooks and evaluation. It passes events on and confirms every plan. Also works out the exit code of a report (`exitCodeOf`).
 */
import { decideExit, hasLooked, isUsable } from '../protocol/report/exit-code.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import type { RunEvent } from '../protocol/report/run-events.ts';
import type { Surface } from './conduct.ts';
import type { Config } from './config.ts';

export interface ReportListener {
  emit(event: RunEvent): void;
  warn(message: string): void;
  readonly interrupt: AbortSignal;
  readonly handOver: Surface<ReportDocument>['handOver'];
}

export const exitCodeOf = (
  report: ReportDocument,
  { failOn, allowPartial, acceptNotAssessed }: Pick<Config, 'failOn' | 'allowPartial' | 'acceptNotAssessed'>,
  interrupt: AbortSignal,
): number =>
  decideExit({
    ...report,
    failOn,
    allowPartial,
    acceptNotAssessed,
    usable: isUsable(report),
    hasLooked: hasLooked(report),
    interrupted: interrupt.aborted,
  }).code;

/** Calling it is the consent to what a run costs. */
export const createReportSurface = ({ emit, warn, interrupt, handOver }: ReportListener): Surface<ReportDocument> => ({
  warn,
  begin: async () => ({
    emit,
    effects: null,
    stop: () => undefined,
    end: () => undefined,
    [Symbol.dispose]: () => undefined,
  }),
  confirmPlan: async () => true,
  async close({ report, kept, settings }) {
    await kept.end(report, exitCodeOf(report, settings.config, interrupt));
    kept.warnings().forEach(warn);
    return report;
  },
  fail(error, { kept }) {
    kept.warnings().forEach(warn);
    return error;
  },
  handOver,
});
