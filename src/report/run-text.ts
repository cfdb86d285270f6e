/** What `runs show` says of one run, in words that its formats share. */
import type { RunDocument, RunSummary } from '../protocol/report/runs-document.ts';
import { describeCounts } from './overview.ts';
import { toName } from './plain-text.ts';
import { formatMoment } from './runs-text.ts';
import { formatCount, plural } from './terminal/terminal-page.ts';

/** `WARN · complete · 2 high`, `interrupted · its process ended in the middle`. */
export function describeState({ status, verdict, complete, findings, reason }: RunSummary): string {
  if (status !== 'finished' || verdict === null) return [status, ...(reason === null ? [] : [reason])].join(' · ');
  const found = findings === null ? null : (describeCounts(findings) ?? 'no findings that count');
  return [verdict, complete === false ? 'incomplete' : 'complete', ...(found === null ? [] : [found])].join(' · ');
}

export function listRunFacts({ run, journal }: RunDocument): readonly (readonly [label: string, text: string])[] {
  const ended = run.finished_at === null ? '' : `, ended ${formatMoment(run.finished_at)}`;
  const resumed = run.resumed === 0 ? '' : `, resumed ${run.resumed === 1 ? 'once' : `${run.resumed} times`}`;
  const exit = run.exit_code === null ? [] : [['Exit code', String(run.exit_code)] as const];
  return [
    ['Run', run.id],
    ['Folder', toName(run.root)],
    ['Command', run.command],
    ['Model', run.model],
    ['Began', `${formatMoment(run.started_at)}${ended}${resumed}`],
    ...exit,
    ['Version', run.version],
    ['Journal', describeJournal(journal)],
  ];
}

function describeJournal({ steps, calls, open, bytes }: RunDocument['journal']): string {
  if (steps === 0) return 'no steps are kept';
  const begun = open === 0 ? '' : `, ${formatCount(open)} without a known end`;
  return `${plural(steps, 'step')}, ${plural(calls, 'call')} of models${begun}, ${formatBytes(bytes)}`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Of a run without a ledger. */
export const LEDGER_ELSEWHERE =
  'the run was handed to a fleet and its report was not fetched; what it cost is known there';

/** Commands that go on from here. */
export function listWays({ run, ledger }: RunDocument): readonly (readonly [string, string])[] {
  const { id, resumable, has_report, status } = run;
  return [
    ...(ledger === null ? [[`consensus-review runs show ${id} --database URL`, 'its cost'] as const] : []),
    ...(resumable ? [[`consensus-review resume ${id}`, 'go on with it'] as const] : []),
    ...(has_report
      ? [[`consensus-review report ${id}`, status === 'finished' ? 'its report' : 'what it has so far'] as const]
      : []),
  ];
}
