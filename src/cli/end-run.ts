/** The end of a run with a report: its exit code, and on stderr why it is not 0, since standard output may be a machine's. */
import type { Config } from '../config.ts';
import { EXIT } from '../errors.ts';
import { decideExit } from '../protocol/exit-code.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import type { Terminal } from './streams.ts';

export function endRun(
  terminal: Terminal,
  report: ReportDocument,
  config: Pick<Config, 'failOn' | 'allowPartial'>,
): number {
  const exit = decideExit({
    verdict: report.verdict,
    complete: report.complete,
    findings: report.findings,
    failOn: config.failOn,
    allowPartial: config.allowPartial,
    // The baseline of an audit stands where every agent failed.
    usable:
      report.agents.some((agent) => agent.status !== 'failed') || (report.audit !== null && report.findings.length > 0),
    interrupted: terminal.interrupt.aborted,
  });
  if (exit.code !== EXIT.ok || !report.complete) terminal.stderr.write(`exit ${exit.code}: ${exit.reason}\n`);
  if (exit.code === EXIT.interrupted)
    terminal.stderr.write('Nothing of an interrupted run is kept: the same command starts anew.\n');
  return exit.code;
}
