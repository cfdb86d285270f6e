/**
 * Runs `report [RUN]`: prints the report of a stored run again, in any format, and returns the exit code that the run had, or the one
 * that `--fail-on` gives. Called by run-command.ts, and by resume-command.ts for a run that has finished.
 */
import { EXIT } from '../../errors.ts';
import type { FormatName } from '../../protocol/config/config-names.ts';
import { FAIL_ON_LEVELS } from '../../protocol/findings/severity.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import type { StoredRun } from '../../protocol/report/stored-run.ts';
import { findStoredRun } from '../../runs/find-stored-run.ts';
import type { Flags } from '../command-declaration.ts';
import { endRun } from '../end-run.ts';
import { chooseFormat, probeOutputs, readFileOutputs, readFormat, writeOutputs } from '../outputs.ts';
import { renderFor } from '../render-output.ts';
import { withRuns } from '../run-history.ts';
import type { ReadableRuns } from '../select-runs.ts';
import { readStoredReport } from '../stored-report.ts';
import type { Terminal } from '../streams.ts';

export async function runReportCommand(
  terminal: Terminal,
  positional: readonly string[],
  flags: Flags,
): Promise<number> {
  const outputs = readFileOutputs(flags);
  const format = readFormat(flags);
  const { run, report } = await withRuns(terminal, flags, async ({ history, root }) => {
    const found = await findStoredRun(history, positional[0] ?? 'latest', root);
    return { run: found, report: await readStoredReport(history as ReadableRuns, found) };
  });
  await probeOutputs(terminal, flags, outputs);
  await printReport(terminal, flags, report, { run, format, outputs });
  sayState(terminal, run, flags);
  return endReport(terminal, flags, report, run);
}

interface Asked {
  readonly run: StoredRun;
  readonly format: FormatName | null;
  readonly outputs: ReturnType<typeof readFileOutputs>;
}

async function printReport(
  terminal: Terminal,
  flags: Flags,
  report: ReportDocument,
  { run, format, outputs }: Asked,
): Promise<void> {
  const render = renderFor(report, terminal, flags, run.version);
  terminal.stdout.write(await render.forScreen(chooseFormat(format, terminal)));
  await writeOutputs(terminal, outputs, render.forFile);
}

/** A partial report must not be taken for the whole. */
function sayState({ stderr }: Terminal, { id, status, reason }: StoredRun, { database }: Flags): void {
  if (status === 'finished') return;
  const why = reason === null ? '' : ` (${reason})`;
  const where = database === undefined ? '' : ' --database URL';
  const way = status === 'interrupted' ? `; resume it with: consensus-review resume ${id}${where}` : '';
  stderr.write(`${id} is ${status}${why}: these are the results so far${way}\n`);
}

/** As the run ended, unless the caller has another limit in mind. */
async function endReport(terminal: Terminal, flags: Flags, report: ReportDocument, run: StoredRun): Promise<number> {
  const asked = FAIL_ON_LEVELS.find((level) => level === flags.failOn);
  const isAsked = asked !== undefined || flags.allowPartial === true || flags.acceptNotAssessed === true;
  if (!isAsked && run.exitCode !== null) {
    if (run.exitCode !== EXIT.ok) terminal.stderr.write(`exit ${run.exitCode}: as the run ended\n`);
    return run.exitCode;
  }
  const quiet = { ...terminal, interrupt: new AbortController().signal };
  const allowPartial = flags.allowPartial === true;
  const acceptNotAssessed = flags.acceptNotAssessed === true;
  return endRun(quiet, report, { failOn: asked ?? 'veto', allowPartial, acceptNotAssessed }, null);
}
