/**
 * Runs `baseline [RUN]`: takes the findings of a stored run, or reviews the whole folder first, and writes them as known into the
 * committed suppressions file and the state folder; later runs count them apart and show what is new (SUPP-02). Called by
 * run-command.ts.
 */
import { relative } from 'node:path';
import { EXIT } from '../../errors.ts';
import { SEVERITIES } from '../../protocol/findings/severity.ts';
import type { SuppressionEntry } from '../../protocol/findings/suppression-schema.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { createRepository } from '../../repository/repository.ts';
import { findStoredRun } from '../../runs/find-stored-run.ts';
import { updateSuppressions } from '../../wiring/suppressions.ts';
import type { Flags } from '../command-declaration.ts';
import { reviewQuietly } from '../review-quietly.ts';
import { withRuns } from '../run-history.ts';
import type { ReadableRuns } from '../select-runs.ts';
import { findRoot, findStateDir } from '../state-folder.ts';
import { readStoredReport } from '../stored-report.ts';
import type { Terminal } from '../streams.ts';
import { nameUser } from './dismiss-command.ts';

export async function runBaselineCommand(terminal: Terminal, [run]: readonly string[], flags: Flags): Promise<number> {
  const report = run === undefined ? await reviewQuietly(terminal, flags) : await readRun(terminal, flags, run);
  const root = findRoot(terminal, flags);
  const day = report.run.finished_at.slice(0, 10);
  const by = nameUser(terminal);
  // What was dismissed for a reason of its own keeps it.
  const isBaseline = ({ status, extra }: ReportDocument['findings'][number]): boolean =>
    status !== 'rejected' &&
    (status !== 'suppressed' || (extra.suppression as { readonly kind?: string } | undefined)?.kind === 'baseline');
  const known = report.findings.filter(isBaseline);
  const entries = known.map(
    ({ fingerprint, file, reported_by }): SuppressionEntry => ({
      kind: 'baseline',
      fingerprint,
      rule: reported_by.find(({ rule }) => rule !== null)?.rule ?? null,
      path: file,
      reason: `known in the baseline of ${day}`,
      until: null,
      by,
    }),
  );
  await using repository = await createRepository({ root });
  const path = await updateSuppressions(repository, findStateDir(terminal), (before) => {
    const kept = before.filter(({ kind }) => kind !== 'baseline');
    const dismissed = new Set(kept.map(({ fingerprint }) => fingerprint));
    return [...kept, ...entries.filter(({ fingerprint }) => !dismissed.has(fingerprint))];
  });
  const counts = SEVERITIES.flatMap((severity) => {
    const count = known.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  terminal.stdout.write(
    `baseline of run ${report.run.id}: ${known.length} findings${counts.length === 0 ? '' : ` (${counts.join(', ')})`}\n` +
      `written to ${relative(root, path)}; later runs count them apart and show what is new\n`,
  );
  if (report.complete) return EXIT.ok;
  terminal.stderr.write('warning: the run is incomplete; what it did not look at is not in the baseline\n');
  return EXIT.incomplete;
}

const readRun = (terminal: Terminal, flags: Flags, name: string): Promise<ReportDocument> =>
  withRuns(terminal, flags, async ({ history, root }) =>
    readStoredReport(history as ReadableRuns, await findStoredRun(history, name, root)),
  );
