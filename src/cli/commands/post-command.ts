/**
 * Runs `post [RUN|FILE]`: posts the report of a stored run or of a JSON file as comments and status of a pull request; `--dry-run`
 * prints them instead. Reads nothing of the repository. Called by run-command.ts; `post` itself also by pull-command.ts.
 */
import { EXIT } from '../../errors.ts';
import { FAIL_ON_LEVELS } from '../../protocol/findings/severity.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { toLine, toName } from '../../report/plain-text.ts';
import { findStoredRun } from '../../runs/find-stored-run.ts';
import type { Flags } from '../command-declaration.ts';
import { type ForgeName, openForge } from '../open-forge.ts';
import { type PostOutcome, type PostPreview, postReport, previewPosts } from '../post-report.ts';
import { withRuns } from '../run-history.ts';
import type { ReadableRuns } from '../select-runs.ts';
import { isReportFile, readReportFile, readStoredReport } from '../stored-report.ts';
import type { Terminal } from '../streams.ts';

const MAX_REMARKS = 50;

export async function runPostCommand(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number> {
  const report = await readReport(terminal, flags, positional[0] ?? 'latest');
  if (flags.dryRun === true) await preview(terminal, flags, report);
  else await post(terminal, flags, report);
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
  const { name, forge, number } = await openForge(flags, terminal.environment, { needsToken: true });
  const outcome = await postReport(report, forge, readSettings(flags, name));
  tellNotes(terminal, outcome.notes);
  if (flags.quiet !== true) terminal.stderr.write(`${describe(outcome, number)}\n`);
}

async function preview(terminal: Terminal, flags: Flags, report: ReportDocument): Promise<void> {
  const { name, forge, number, hasToken } = await openForge(flags, terminal.environment, { needsToken: false });
  const planned = await previewPosts(report, forge, readSettings(flags, name), { readsPosted: hasToken });
  tellNotes(terminal, planned.notes);
  terminal.stdout.write(writePreview(planned, number));
}

const tellNotes = (terminal: Terminal, notes: readonly string[]): void => {
  for (const note of notes) terminal.stderr.write(`Note: ${note}.\n`);
};

const readSettings = (flags: Flags, dialect: ForgeName): Parameters<typeof postReport>[2] => ({
  failOn: FAIL_ON_LEVELS.find((level) => level === flags.failOn) ?? 'veto',
  allowPartial: flags.allowPartial === true,
  acceptNotAssessed: flags.acceptNotAssessed === true,
  maxRemarks: MAX_REMARKS,
  dialect,
  commit: typeof flags.sha === 'string' ? flags.sha : null,
});

const SUMMARY_STEPS: Readonly<Record<PostPreview['summary'], string>> = {
  created: 'create the summary',
  changed: 'edit the summary',
  unchanged: 'leave the summary as it is',
};

/** Each step with the text it would send, indented. */
function writePreview({ commit, isCurrent, plan, summary, summaryBody }: PostPreview, number: number): string {
  const quote = (body: string): readonly string[] => body.split('\n').map((line) => `    ${toLine(line)}`.trimEnd());
  const lines = [
    `Nothing was posted. To pull request ${number} (${commit.slice(0, 12)}) this would:`,
    ...(isCurrent ? [] : ['- leave comments as they are, because the pull request has moved on']),
    ...plan.add.flatMap(({ path, endLine, body }) => [
      `- create a comment at ${toName(path)}:${endLine}`,
      ...quote(body),
    ]),
    ...plan.edit.flatMap(({ remark, body }) => [
      `- edit comment ${remark.id} in ${toName(remark.path)}`,
      ...quote(body),
    ]),
    ...plan.resolve.map(
      ({ remark, isResolved }) =>
        `- ${isResolved ? 'resolve' : 'open again'} the thread of comment ${remark.id} in ${toName(remark.path)}`,
    ),
    `- ${SUMMARY_STEPS[summary]}`,
    ...(summary === 'unchanged' ? [] : quote(summaryBody)),
    `- set the status to ${plan.status.state}, ${plan.status.description}, unless it says so`,
  ];
  return `${lines.join('\n')}\n`;
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
