/**
 * Builds the page for a list of stored runs, a row per run, newest first, with hints (`runs list`), and the preview and result of
 * `runs prune`. Called by cli/commands/runs-list-command.ts and cli/commands/prune-command.ts.
 */
import type { RunSummary, RunsDocument } from '../../protocol/report/runs-document.ts';
import type { Pruned } from '../../protocol/report/stored-run.ts';
import { code, type Page, paragraph, quiet, strong, type Text, table, title, toned, VERDICT_TONES } from '../blocks.ts';
import { formatBytes, plural } from '../numbers.ts';
import { describeBill, describeEnd, describeFound, describeWork } from '../runs-text.ts';

/** When a run began, in words. */
export type DescribeStart = (run: RunSummary) => string;

export const buildRunsPage = (document: RunsDocument, describeStart: DescribeStart): Page => [
  ...title(document.root === null ? 'Runs of all folders' : ['Runs of ', code(document.root)]),
  ...(document.runs.length === 0
    ? paragraph('No runs are stored.')
    : table(
        [
          'Run',
          'When',
          'Result',
          'Findings',
          { title: 'Cost', align: 'right' },
          { title: 'What', isBelow: true, cut: 'end' },
        ],
        document.runs.map((run) => [
          code(run.id),
          quiet(describeStart(run)),
          paintEnd(run),
          describeFound(run.findings),
          describeBill(run),
          `${describeWork(run)}${document.root === null ? ` in ${run.root}` : ''}`,
        ]),
      )),
  ...listHints(document).flatMap((hint) => paragraph(quiet(hint))),
];

function paintEnd(run: RunSummary): Text {
  const text = describeEnd(run);
  if (run.status === 'finished' && run.verdict !== null) return strong(text, VERDICT_TONES[run.verdict]);
  if (run.status === 'running') return toned('active', text);
  return toned(run.status === 'failed' ? 'bad' : 'warn', text);
}

function listHints({ runs, root, left_out, elsewhere }: RunsDocument): readonly string[] {
  const resumable = runs.filter((run) => run.resumable);
  return [
    ...(left_out > 0
      ? [`${plural(left_out, 'older run')} not listed: --limit ${runs.length + left_out} shows all`]
      : []),
    ...(resumable.length > 0
      ? [`${plural(resumable.length, 'run')} can be resumed: consensus-review resume ${resumable[0]?.id ?? ''}`]
      : []),
    ...(root !== null && elsewhere > 0 ? [`${plural(elsewhere, 'run')} of other folders: --all lists them`] : []),
    ...(runs.length === 0 && elsewhere === 0 ? ['`consensus-review review` makes the first one.'] : []),
  ];
}

const LISTED = 10;

export interface PrunePreview {
  /** Newest first. */
  readonly gone: readonly RunSummary[];
  readonly stripped: number;
  readonly kept: number;
  readonly bytes: number;
}

export const buildPrunePreview = (
  { gone, stripped, kept, bytes }: PrunePreview,
  describeStart: DescribeStart,
): Page => [
  ...paragraph(
    `${plural(gone.length, 'run')} would be removed${bytes === 0 ? '' : ` (about ${formatBytes(bytes)})`}; ${plural(kept, 'run')} would stay.`,
  ),
  ...table(
    ['Run', 'When', 'Result', { title: 'What', isBelow: true, cut: 'end' }],
    gone.map((run) => [code(run.id), quiet(describeStart(run)), paintEnd(run), describeWork(run)]),
    { most: LISTED, noun: 'runs' },
  ),
  ...paragraph(
    stripped === 0 ? null : `Of ${plural(stripped, 'run')} only the raw answers would be removed; the reports stay.`,
  ),
];

export const describePruned = ({ runs, stripped, bytes }: Pruned): string => {
  const answers = stripped > 0 ? ` and the raw answers of ${plural(stripped, 'more run')}` : '';
  return `Removed ${plural(runs, 'run')}${answers}; ${formatBytes(bytes)} freed.\n`;
};
