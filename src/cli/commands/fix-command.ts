/**
 * `fix [RUN] [IDS]`: the mechanical repairs of a stored run as one diff. `--apply` writes them into a clean work tree, reviews the
 * files again, and takes back what brought something new.
 */
import { resolve } from 'node:path';
import { EXIT, ReviewError } from '../../errors.ts';
import type { Repository } from '../../ports/repository.ts';
import type { ReportDocument, ReportFinding } from '../../protocol/report/report-document.ts';
import { buildRepairSignal } from '../../protocol/signals/signal-build.ts';
import { formatSignal } from '../../protocol/signals/signal-text.ts';
import { listSome } from '../../protocol/text/list-some.ts';
import { plural } from '../../report/numbers.ts';
import { toLine } from '../../report/plain-text.ts';
import { createRepository } from '../../repository/repository.ts';
import { findStoredRun } from '../../runs/find-stored-run.ts';
import { replaceText } from '../../storage/replace-file.ts';
import { type LeftRepair, type PlannedRepairs, planRepairs, type RepairedFile } from '../../wiring/repair-files.ts';
import { refuseLinks } from '../output-place.ts';
import type { Flags } from '../program.ts';
import { reviewQuietly } from '../review-quietly.ts';
import { withRuns } from '../run-history.ts';
import type { ReadableRuns } from '../select-runs.ts';
import { findRoot } from '../state-folder.ts';
import { readStoredReport } from '../stored-report.ts';
import type { Terminal } from '../streams.ts';
import { writeDiff } from '../unified-diff.ts';

const FINDING = /^(?:[CHML]-\d+|[0-9a-f]{16})$/iu;

export async function runFixCommand(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number> {
  const [first = 'latest'] = positional;
  const isRun = !FINDING.test(first);
  const report = await readReport(terminal, flags, isRun ? first : 'latest');
  const wanted = chooseFindings(report, isRun ? positional.slice(1) : positional);
  const root = findRoot(terminal, flags);
  await using repository = await createRepository({ root });
  if (flags.apply === true) await requireClean(repository);
  const planned = await planRepairs(repository, wanted);
  sayLeft(terminal, planned.left);
  if (planned.files.length === 0) {
    terminal.stderr.write('No finding of the run has a repair that can be made mechanically.\n');
    return EXIT.ok;
  }
  if (flags.apply !== true) {
    terminal.stdout.write(await writeDiff(planned.files));
    const count = planned.files.reduce((sum, { findings }) => sum + findings.length, 0);
    terminal.stderr.write(
      `${plural(count, 'finding')} in ${plural(planned.files.length, 'file')}; read the diff, then: consensus-review fix --apply\n`,
    );
    return EXIT.ok;
  }
  await refuseLinks(
    terminal,
    flags,
    planned.files.map(({ path }) => resolve(root, path)),
  );
  return await applyRepairs(terminal, flags, root, planned);
}

const readReport = (terminal: Terminal, flags: Flags, name: string): Promise<ReportDocument> =>
  withRuns(terminal, flags, async ({ history, root }) =>
    readStoredReport(history as ReadableRuns, await findStoredRun(history, name, root)),
  );

/** By id of the run or by fingerprint; without names all that count. */
function chooseFindings({ findings, run }: ReportDocument, names: readonly string[]): readonly ReportFinding[] {
  const isOpen = ({ status }: ReportFinding): boolean => status !== 'rejected' && status !== 'suppressed';
  if (names.length === 0) return findings.filter(isOpen);
  return names.map((name) => {
    const found = findings.find(
      ({ id, fingerprint }) => id.toLowerCase() === name.toLowerCase() || fingerprint === name.toLowerCase(),
    );
    if (found !== undefined) return found;
    throw new ReviewError('bad-value', `run ${run.id} has no finding ${name}.`, {
      advice: `\`consensus-review report ${run.id}\` lists its findings.`,
    });
  });
}

const NO_RULES = { include: [], exclude: [], ignoreLines: [], maxFileBytes: 5_000_000 };

/** What is not committed could not be told from what was repaired. Throws ReviewError. */
async function requireClean(repository: Pick<Repository, 'open'>): Promise<void> {
  const snapshot = await repository.open({ kind: 'range', base: 'HEAD', head: null }, NO_RULES);
  const changed: string[] = [];
  for await (const { path } of snapshot.entries()) changed.push(path);
  if (changed.length > 0)
    throw new ReviewError('bad-value', `the work tree has changes that are not committed: ${listSome(changed, 5)}.`, {
      advice: 'Commit or stash them first, or print the diff without --apply and apply it yourself.',
    });
}

const SHOWN = 5;

function sayLeft({ stderr }: Terminal, left: readonly LeftRepair[]): void {
  for (const [reason, group] of Map.groupBy(left, (each) => each.reason)) {
    const ids = group.map(({ finding }) => finding.id);
    stderr.write(`not repaired (${group.length}): ${listSome(ids, SHOWN)}: ${reason}\n`);
  }
}

const printsOf = ({ findings }: ReportDocument): ReadonlySet<string> =>
  new Set(findings.filter(({ status }) => status !== 'rejected').map(({ fingerprint }) => fingerprint));

/** No model is asked, whatever the configuration says: nobody has agreed to its cost. */
const EMBEDDED: Flags = { journal: false, model: 'embedded' };

/** Writes, reviews before and after, and takes back a file that brings a finding which was not there. */
async function applyRepairs(terminal: Terminal, flags: Flags, root: string, planned: PlannedRepairs): Promise<number> {
  const write = (path: string, from: string, to: string): Promise<boolean> =>
    replaceText(resolve(root, path), from, to);
  const known = printsOf(
    await reviewQuietly(
      terminal,
      flags,
      planned.files.map(({ path }) => path),
      EMBEDDED,
    ),
  );
  const files: RepairedFile[] = [];
  let result: ReportDocument;
  try {
    for (const file of planned.files) if (await write(file.path, file.before, file.after)) files.push(file);
    const written = files.map(({ path }) => path);
    if (written.length === 0)
      throw new ReviewError('bad-value', 'every file with a repair was changed by somebody else meanwhile.', {
        advice: 'Run the review again, then `consensus-review fix`.',
      });
    result = await reviewQuietly(terminal, flags, written, EMBEDDED);
  } catch (error) {
    for (const { path, before, after } of files) await write(path, after, before);
    throw error;
  }
  const changed = planned.files.filter((file) => !files.includes(file));
  for (const { path } of changed)
    terminal.stderr.write(`not repaired: ${toLine(path)} was changed by somebody else meanwhile\n`);
  const fresh = result.findings.filter(({ fingerprint, status }) => status !== 'rejected' && !known.has(fingerprint));
  const worse = new Set(fresh.map(({ file }) => file));
  const withdrawn = files.filter(({ path }) => worse.has(path));
  for (const { path, before, after } of withdrawn) await write(path, after, before);
  const kept = files.filter((file) => !withdrawn.includes(file));
  const now = printsOf(result);
  const seen = new Set(result.coverage.files.flatMap(({ path, status }) => (status === 'reviewed' ? [path] : [])));
  // What nobody looked at again is not known to be gone.
  const isFixed = ({ file, fingerprint }: ReportFinding): boolean => seen.has(file) && !now.has(fingerprint);
  const fixed = kept.flatMap(({ findings }) => findings).filter((finding) => isFixed(finding));
  const still = kept.flatMap(({ findings }) => findings).filter((finding) => !isFixed(finding));
  terminal.stdout.write(await writeDiff(kept));
  for (const { path } of withdrawn) {
    const titles = fresh.filter(({ file }) => file === path).map(({ title, line }) => `${title} (line ${line})`);
    terminal.stderr.write(`put back ${toLine(path)}: the repair would bring: ${toLine(listSome(titles, SHOWN))}\n`);
  }
  if (still.length > 0)
    terminal.stderr.write(
      `still found after the repair, or not reviewed again: ${listSome(
        still.map(({ id }) => id),
        SHOWN,
      )}\n`,
    );
  const isGood = withdrawn.length === 0 && still.length === 0 && changed.length === 0;
  const signal = buildRepairSignal({
    instances: fixed.length,
    pattern: namePattern(fixed),
    files: kept.length,
    isValid: isGood,
    left: [
      ...[...withdrawn, ...changed].flatMap(({ findings }) => findings),
      ...still,
      ...planned.left.map(({ finding }) => finding),
    ].map(({ id }) => id),
  });
  terminal.stderr.write(`${formatSignal(signal).join('\n')}\n`);
  return isGood ? EXIT.ok : EXIT.incomplete;
}

/** The rule they come from; of a finding that several report, the one that tells it. */
function namePattern(findings: readonly ReportFinding[]): string {
  const rules = new Set(findings.flatMap(({ reported_by }) => reported_by[0]?.rule ?? []));
  return rules.size === 1 ? ([...rules][0] ?? 'findings') : `${rules.size} rules`;
}
