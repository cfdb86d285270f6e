/** `post`: the report of a stored run or of a file, to a pull request. Reads nothing of the repository: a review needs no token. */
import { EXIT } from '../../errors.ts';
import { FAIL_ON_LEVELS } from '../../protocol/findings/severity.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { findStoredRun } from '../../runs/find-stored-run.ts';
import { openForge } from '../open-forge.ts';
import { type PostOutcome, postReport } from '../post-report.ts';
import type { Flags } from '../program.ts';
import { withRuns } from '../run-history.ts';
import type { ReadableRuns } from '../select-runs.ts';
import { isReportFile, readReportFile, readStoredReport } from '../stored-report.ts';
import type { Terminal } from '../streams.ts';

const MAX_REMARKS = 50;

export async function runPostCommand(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number> {
  const report = await readReport(terminal, flags, positional[0] ?? 'latest');
  await post(terminal, flags, report);
  return EXIT.ok;
}

const readReport = (terminal: Terminal, flags: Flags, name: string): Promise<ReportDocument> =>
  isReportFile(name)
    ? readReportFile(terminal, name)
    : withRuns(terminal, flags, async ({ history, root }) =>
        readStoredReport(history as ReadableRuns, await findStoredRun(history, name, root)),
      );

/** Posts a report that is at hand. Afterwards the pull request says what the report says. */
export async function post(terminal: Terminal, flags: Flags, report: ReportDocument): Promise<void> {
  const { name, forge, number } = await openForge(flags, terminal.environment);
  const outcome = await postReport(report, forge, {
    failOn: FAIL_ON_LEVELS.find((level) => level === flags.failOn) ?? 'veto',
    allowPartial: flags.allowPartial === true,
    acceptNotAssessed: flags.acceptNotAssessed === true,
    maxRemarks: MAX_REMARKS,
    dialect: name,
    commit: typeof flags.sha === 'string' ? flags.sha : null,
  });
  if (flags.quiet !== true) terminal.stderr.write(`${describe(outcome, number)}\n`);
}

function describe(
  { commit, isCurrent, added, edited, resolved, reopened, summary, status }: PostOutcome,
  number: number,
): string {
  const parts = [
    `summary ${summary}`,
    ...(isCurrent ? [] : ['comments left as they are, because the pull request has moved on']),
    ...(added > 0 ? [`${added} comments added`] : []),
    ...(edited > 0 ? [`${edited} changed`] : []),
    ...(resolved > 0 ? [`${resolved} resolved`] : []),
    ...(reopened > 0 ? [`${reopened} opened again`] : []),
  ];
  return `Posted to pull request ${number} (${commit.slice(0, 12)}): ${parts.join(', ')}. Status: ${status.state}, ${status.description}.`;
}
