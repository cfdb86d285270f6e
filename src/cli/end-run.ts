/**
 * Ends a run that has a report: prints it where it was asked for (`closeRun`), stores its end, decides the exit code and says on
 * stderr why it is not 0 and how to resume (`endRun`). Called by commands/playbook-command.ts, commands/fleet-command.ts,
 * commands/collect-command.ts and commands/report-command.ts.
 */

import { EXIT } from '../errors.ts';
import { NOTHING } from '../protocol/report/document-names.ts';
import { decideExit, hasLooked, isUsable } from '../protocol/report/exit-code.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { hadNothing } from '../protocol/report/verdict.ts';
import type { Config } from '../wiring/config.ts';
import { type KeptRun, OUT_OF_TIME } from '../wiring/stored-runs.ts';
import type { Flags } from './command-declaration.ts';
import { type WantedReport, writeReport } from './progress/event-stream.ts';
import type { Terminal } from './streams.ts';

type ExitSettings = Pick<Config, 'failOn' | 'allowPartial'> & Partial<Pick<Config, 'acceptNotAssessed'>>;

export interface ClosedRun extends WantedReport {
  readonly kept: KeptRun;
  readonly config: ExitSettings;
}

/** The report first; a run whose report could not be written has ended all the same, and can show it again. */
export async function closeRun(
  terminal: Terminal,
  flags: Flags,
  composed: ReportDocument,
  { kept, config, ...wanted }: ClosedRun,
): Promise<number> {
  const { leaveFiles } = await import('./run-folder.ts');
  const report = leaveFiles(terminal, composed, wanted.outputs, kept.id);
  const written = await writeReport(terminal, flags, report, wanted).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const code = await endRun(terminal, report, config, kept);
  if (written !== null) throw written.error;
  return code;
}

export const resumeCommand = (id: string): string => `consensus-review resume ${id}`;

export function warnOfKeeping(terminal: Terminal, kept: KeptRun): void {
  for (const warning of kept.warnings()) terminal.stderr.write(`warning: ${warning}\n`);
}

const SAME_TIME = 'It gets the same time again; add `--deadline 30m` to that command to change it.\n';

/** `kept` is null where there was nothing to keep. */
export async function endRun(
  terminal: Terminal,
  report: ReportDocument,
  config: ExitSettings,
  kept: KeptRun | null,
): Promise<number> {
  const exit = decideExit({
    verdict: report.verdict,
    complete: report.complete,
    findings: report.findings,
    run: report.run,
    failOn: config.failOn,
    allowPartial: config.allowPartial,
    acceptNotAssessed: config.acceptNotAssessed ?? false,
    coverage: report.coverage,
    usable: isUsable(report),
    hasLooked: hasLooked(report),
    interrupted: terminal.interrupt.aborted,
    broken: (terminal.fault?.() ?? null) !== null,
  });
  const openEnd = kept === null ? null : await kept.end(report, exit.code);
  if (kept !== null) warnOfKeeping(terminal, kept);
  sayNothing(terminal, report);
  if (exit.note !== null) terminal.stderr.write(`note: ${exit.note}\n`);
  if (exit.code !== EXIT.ok || !report.complete) terminal.stderr.write(`exit ${exit.code}: ${exit.reason}\n`);
  const id = kept?.id ?? null;
  if (openEnd !== null && id !== null)
    terminal.stderr.write(
      `The run is not finished: ${openEnd}. Resume with: ${resumeCommand(id)}\n${openEnd === OUT_OF_TIME ? SAME_TIME : ''}`,
    );
  else if (exit.code === EXIT.interrupted)
    terminal.stderr.write(
      id === null
        ? 'This run is not stored. Run the same command to start over.\n'
        : 'The run finished while it was being stopped. There is nothing to resume.\n',
    );
  return exit.code;
}

function sayNothing({ stderr }: Terminal, report: ReportDocument): void {
  if (!hadNothing(report)) return;
  stderr.write(`${report.warnings.find((warning) => warning.startsWith(NOTHING)) ?? NOTHING}.\n`);
}
