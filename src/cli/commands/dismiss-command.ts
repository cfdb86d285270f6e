/**
 * Runs `dismiss FINGERPRINT… --reason TEXT`: enters findings that need not be fixed in the committed suppressions file and in the
 * state folder; `--remove` takes entries out. Called by run-command.ts. `nameUser`, who decided, is also used by `baseline` and
 * `serve`.
 */
import { relative } from 'node:path';
import { EXIT, ReviewError } from '../../errors.ts';
import { DAY } from '../../protocol/findings/suppression.ts';
import type { SuppressionEntry } from '../../protocol/findings/suppression-schema.ts';
import type { ReportFinding } from '../../protocol/report/report-document.ts';
import { createRepository } from '../../repository/repository.ts';
import { readPass } from '../../wiring/hook-passes.ts';
import { updateSuppressions } from '../../wiring/suppressions.ts';
import { createSystemClock } from '../../wiring/system.ts';
import type { Flags } from '../command-declaration.ts';
import { withRuns } from '../run-history.ts';
import { findRoot, findStateDir } from '../state-folder.ts';
import type { Terminal } from '../streams.ts';

export async function runDismissCommand(
  terminal: Terminal,
  fingerprints: readonly string[],
  flags: Flags,
): Promise<number> {
  const wanted = fingerprints.map((each) => each.toLowerCase());
  const stranger = wanted.find((each) => !/^[0-9a-f]{16}$/u.test(each));
  if (stranger !== undefined)
    throw new ReviewError('bad-value', `${stranger} is not a fingerprint.`, {
      advice: 'Copy the 16 characters that the report shows as the fingerprint of the finding.',
    });
  const root = findRoot(terminal, flags);
  await using repository = await createRepository({ root });
  if (flags.remove === true) {
    const removed = new Set<string>();
    const path = await updateSuppressions(repository, findStateDir(terminal), (entries) => {
      const gone = entries.filter(({ fingerprint }) => wanted.includes(fingerprint));
      for (const { fingerprint } of gone) removed.add(fingerprint);
      return gone.length === 0 ? entries : entries.filter((entry) => !gone.includes(entry));
    });
    const missing = wanted.filter((each) => !removed.has(each));
    if (removed.size > 0) terminal.stdout.write(`removed from ${relative(root, path)}: ${[...removed].join(', ')}\n`);
    if (missing.length === 0) return EXIT.ok;
    throw new ReviewError('bad-value', `nothing to remove: ${missing.join(', ')} is not dismissed here.`, {
      advice: `Entries are in ${relative(root, path)}.`,
    });
  }
  const reason = readReason(flags);
  const until = readDay(flags, new Date(createSystemClock().now()).toISOString().slice(0, 10));
  const known = await findKnown(terminal, flags, new Set(wanted));
  const { told, refused } = await readPass(root, findStateDir(terminal));
  const handed = new Map([...refused, ...told].map((each) => [each.fingerprint, each] as const));
  const unknown = wanted.filter((each) => !(known.has(each) || handed.has(each)));
  if (unknown.length > 0 && flags.force !== true)
    throw new ReviewError('bad-value', `no stored run of this folder has ${unknown.join(', ')}.`, {
      advice:
        'Copy the fingerprint from the newest report of this folder. --force enters one that was seen elsewhere, for example in CI.',
    });
  const entries = wanted.map(
    (fingerprint): SuppressionEntry => ({
      kind: 'dismissal',
      fingerprint,
      rule:
        known.get(fingerprint)?.reported_by.find(({ rule }) => rule !== null)?.rule ??
        handed.get(fingerprint)?.rule ??
        null,
      path: known.get(fingerprint)?.file ?? handed.get(fingerprint)?.file ?? null,
      reason,
      until,
      by: nameUser(terminal),
    }),
  );
  const path = await updateSuppressions(repository, findStateDir(terminal), (before) => [
    ...before.filter(({ fingerprint }) => !wanted.includes(fingerprint)),
    ...entries,
  ]);
  for (const fingerprint of unknown)
    terminal.stderr.write(
      `warning: no stored run of this folder has ${fingerprint}; it is entered without rule and path\n`,
    );
  const shown = entries.map(
    (each) => `${each.fingerprint}${each.path === null ? '' : ` (${each.rule ?? 'no rule'} in ${each.path})`}`,
  );
  terminal.stdout.write(
    `dismissed: ${shown.join(', ')}\nwritten to ${relative(root, path)}; commit it, and it counts for changes that begin after\n`,
  );
  return EXIT.ok;
}

function readReason({ reason }: Flags): string {
  if (typeof reason === 'string' && reason.trim() !== '') return reason.trim();
  throw new ReviewError('bad-value', 'a dismissal needs a reason.', {
    advice: 'Say in a few words why it need not be fixed: --reason "the value is checked by the gateway".',
  });
}

function readDay({ until }: Flags, today: string): string | null {
  if (until === undefined) return null;
  if (typeof until === 'string' && DAY.test(until) && until < today)
    throw new ReviewError('bad-value', `--until ${until} is over.`, {
      advice: `Name the last day on which it is to count; today is ${today}.`,
    });
  if (typeof until === 'string' && DAY.test(until) && !Number.isNaN(Date.parse(`${until}T00:00:00Z`))) return until;
  throw new ReviewError('bad-value', `--until ${String(until)} is not a day.`, { advice: 'Write it as 2027-03-31.' });
}

export const nameUser = ({ environment }: Terminal): string | null =>
  environment.GIT_AUTHOR_NAME ?? environment.USER ?? environment.USERNAME ?? null;

const MAX_RUNS = 20;

/** What the latest runs of the folder say of these findings. */
const findKnown = (
  terminal: Terminal,
  flags: Flags,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ReportFinding>> =>
  withRuns(terminal, flags, async ({ history, root }) => {
    const runs = (await history?.list({ root, limit: MAX_RUNS })) ?? [];
    const reports = await Promise.all(runs.map(({ id }) => history?.report(id)));
    const findings = reports.flatMap((report) => (report && report !== 'damaged' ? report.findings : []));
    // Newest first: the first that has it says where it is now.
    const known = findings.filter(({ fingerprint }) => wanted.has(fingerprint)).toReversed();
    return new Map(known.map((finding) => [finding.fingerprint, finding]));
  });
