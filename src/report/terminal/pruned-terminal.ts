/** What `runs prune` would remove or has removed, in words for a terminal or a log. */
import type { RunSummary } from '../../protocol/report/runs-document.ts';
import type { Pruned } from '../../protocol/report/stored-run.ts';
import { cutText, toName } from '../plain-text.ts';
import { formatBytes } from '../run-text.ts';
import { describeAge, describeEnd, describeWork } from '../runs-text.ts';
import type { AgeOf } from './runs-terminal.ts';
import { alignRows, INDENT, plural } from './terminal-page.ts';

const LISTED = 10;

export interface PrunePage {
  /** Newest first. */
  readonly gone: readonly RunSummary[];
  readonly stripped: number;
  readonly kept: number;
  readonly bytes: number;
}

export function formatPrunePreview({ gone, stripped, kept, bytes }: PrunePage, width: number, ageOf: AgeOf): string {
  const rows = gone
    .slice(0, LISTED)
    .map((run) => [run.id, describeAge(ageOf(run)), describeEnd(run), describeWork(run)].map(toName));
  const rest = gone.length - rows.length;
  const space = bytes === 0 ? '' : `, about ${formatBytes(bytes)}`;
  return [
    `${plural(gone.length, 'run')} would go${space}; ${plural(kept, 'run')} would stay.`,
    ...alignRows(rows).map((row) => cutText(`${INDENT}${row}`, width)),
    ...(rest > 0 ? [`${INDENT}… ${plural(rest, 'more run')}`] : []),
    ...(stripped > 0 ? [`Of ${plural(stripped, 'run')} the raw answers would go; the reports stay.`] : []),
    '',
  ].join('\n');
}

export function formatPruned({ runs, stripped, bytes }: Pruned): string {
  const answers = stripped > 0 ? ` and the raw answers of ${plural(stripped, 'more run')}` : '';
  return `Removed ${plural(runs, 'run')}${answers}; ${formatBytes(bytes)} given back.\n`;
}
