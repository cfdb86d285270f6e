/**
 * Runs `fix [RUN] [IDS]`: prints the mechanical repairs of a stored run as one diff, with `--model` also repairs written by a model.
 * `--apply` writes them into a clean work tree, reviews the files again, and takes back files in which a new finding appeared. Called
 * by run-command.ts.
 */
import { resolve } from 'node:path';
import { EXIT, ReviewError } from '../../errors.ts';
import type { Repository } from '../../ports/repository.ts';
import { readRepair } from '../../protocol/findings/repair.ts';
import { analyzerRules, compareRepaired } from '../../protocol/findings/repair-effect.ts';
import type { ReportDocument, ReportFinding } from '../../protocol/report/report-document.ts';
import { buildRepairSignal } from '../../protocol/signals/signal-build.ts';
import { formatSignal } from '../../protocol/signals/signal-text.ts';
import { listSome } from '../../protocol/text/list-some.ts';
import { plural } from '../../report/numbers.ts';
import { toLine } from '../../report/plain-text.ts';
import { describeUsage } from '../../report/usage-text.ts';
import { createRepository } from '../../repository/repository.ts';
import { findStoredRun } from '../../runs/find-stored-run.ts';
import { replaceText } from '../../storage/replace-file.ts';
import { type LeftRepair, type PlannedRepairs, planRepairs, type RepairedFile } from '../../wiring/repair-files.ts';
import type { WrittenRepairs } from '../../wiring/write-repairs.ts';
import type { Flags } from '../command-declaration.ts';
import { refuseLinks } from '../output-place.ts';
import { probeOutputs, readFileOutputs, writeOutputs } from '../outputs.ts';
import { renderFor } from '../render-output.ts';
import { reviewQuietly } from '../review-quietly.ts';
import { withRuns } from '../run-history.ts';
import type { ReadableRuns } from '../select-runs.ts';
import { findRoot, findStateDir } from '../state-folder.ts';
import { readStoredReport } from '../stored-report.ts';
import type { Terminal } from '../streams.ts';
import { writeDiff } from '../unified-diff.ts';

const FINDING = /^(?:[CHML]-\d+|[0-9a-f]{16})$/iu;

export async function runFixCommand(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number> {
  const [first = 'latest'] = positional;
  const isRun = !FINDING.test(first);
  const outputs = readFileOutputs(flags);
  const limit = readLimit(flags);
  const stored = await readReport(terminal, flags, isRun ? first : 'latest');
  const wanted = chooseFindings(stored, isRun ? positional.slice(1) : positional);
  const root = findRoot(terminal, flags);
  await using repository = await createRepository({ root });
  if (flags.apply === true) await requireClean(repository);
  await probeOutputs(terminal, flags, outputs);
  const written = await askModel(terminal, flags, wanted, limit);
  const report = addRepairs(stored, written.repairs);
  const ids = new Set(wanted.map(({ id }) => id));
  const repaired = report.findings.filter((finding) => ids.has(finding.id) && readRepair(finding) !== null);
  const { files, left } = await planRepairs(repository, repaired);
  const planned = { files, left: [...written.left, ...left] };
  sayLeft(terminal, planned.left);
  const exit = written.isCut ? EXIT.incomplete : EXIT.ok;
  await writeOutputs(terminal, outputs, renderFor(report, terminal, flags).forFile);
  if (files.length === 0) {
    const what = flags.model === undefined ? 'No finding of the run has a mechanical repair.' : 'No repair to offer.';
    const hint =
      flags.model === undefined && written.left.length > 0 ? ' `--model PROVIDER/NAME` has one written.' : '';
    terminal.stderr.write(`${what}${hint}\n`);
    return exit;
  }
  if (flags.apply !== true) {
    terminal.stdout.write(await writeDiff(files));
    const count = files.reduce((sum, { findings }) => sum + findings.length, 0);
    // A model would be asked again, and might write something else.
    const next = flags.model === undefined ? 'consensus-review fix --apply' : 'git apply, with the diff in a file';
    terminal.stderr.write(
      `${plural(count, 'finding')} in ${plural(files.length, 'file')}; read the diff, then: ${next}\n`,
    );
    return exit;
  }
  await refuseLinks(
    terminal,
    flags,
    files.map(({ path }) => resolve(root, path)),
  );
  return (await applyRepairs(terminal, flags, root, planned)) || exit;
}

/** Findings that a model is asked about where nobody names them or another number. */
const DEFAULT_LIMIT = 10;

function readLimit({ limit }: Flags): number {
  if (limit === undefined) return DEFAULT_LIMIT;
  const value = Number(limit);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new ReviewError('bad-value', `--limit ${String(limit)}: expected a whole number of findings.`);
}

interface AskedRepairs {
  readonly repairs: WrittenRepairs['repairs'];
  readonly left: readonly LeftRepair[];
  /** Whether findings are left that the model was not asked about to the end. */
  readonly isCut: boolean;
}

/** What has no mechanical repair, the most urgent first. No model is asked that the call does not name: nobody has agreed to its cost. */
async function askModel(
  terminal: Terminal,
  flags: Flags,
  wanted: readonly ReportFinding[],
  limit: number,
): Promise<AskedRepairs> {
  const open = wanted.filter((finding) => readRepair(finding) === null);
  const leave = (findings: readonly ReportFinding[], reason: string): readonly LeftRepair[] =>
    findings.map((finding) => ({ finding, reason }));
  if (flags.model === undefined) return { repairs: new Map(), left: leave(open, 'no mechanical repair'), isCut: false };
  const asked = open.slice(0, limit);
  if (asked.length === 0) return { repairs: new Map(), left: [], isCut: false };
  const { writeRepairs } = await import('../../wiring/write-repairs.ts');
  const { workingDirectory, environment, interrupt, stderr } = terminal;
  const { repairs, refused, isCut, usage, model } = await writeRepairs(
    {
      root: findRoot(terminal, flags),
      configPath: typeof flags.config === 'string' ? resolve(workingDirectory, flags.config) : null,
      environment,
      flags: runFlags(flags),
      stateDir: findStateDir(terminal),
      signal: interrupt,
      tell: (message) => {
        if (flags.quiet !== true) stderr.write(`${toLine(message)}\n`);
      },
    },
    asked,
    wanted.filter((finding) => readRepair(finding) !== null),
  );
  stderr.write(`${model}: ${plural(repairs.size, 'repair')} of ${asked.length} offered; ${describeUsage(usage)}\n`);
  const reason = `not asked: ${model} was asked about the first ${limit}; name findings, or raise --limit`;
  return { repairs, left: [...refused, ...leave(open.slice(limit), reason)], isCut };
}

const RUN_FLAGS = ['model', 'maxTokens', 'maxCost', 'deadline', 'callTimeout', 'trustRepository'] as const;

const runFlags = (flags: Flags): Flags =>
  Object.fromEntries(RUN_FLAGS.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]])));

/** The report with the written repairs where mechanical ones stand, so that every format shows both. */
const addRepairs = (report: ReportDocument, repairs: WrittenRepairs['repairs']): ReportDocument => ({
  ...report,
  findings: report.findings.map((finding) => {
    const repair = repairs.get(finding.fingerprint);
    return repair === undefined ? finding : { ...finding, extra: { ...finding.extra, repair } };
  }),
});

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

/** No model is asked, whatever the configuration says: nobody has agreed to its cost. */
const EMBEDDED: Flags = { journal: false, model: 'embedded' };

/** Writes, reviews before and after, and takes back a file that brings a finding which was not there. */
async function applyRepairs(terminal: Terminal, flags: Flags, root: string, planned: PlannedRepairs): Promise<number> {
  const write = (path: string, from: string, to: string): Promise<boolean> =>
    replaceText(resolve(root, path), from, to);
  const known = await reviewQuietly(
    terminal,
    flags,
    planned.files.map(({ path }) => path),
    EMBEDDED,
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
  const { freshIn, listFixed } = compareFiles(files, known, result);
  const withdrawn = files.filter(({ path }) => freshIn(path).length > 0);
  for (const { path, before, after } of withdrawn) await write(path, after, before);
  const kept = files.filter((file) => !withdrawn.includes(file));
  const fixed = kept.flatMap(listFixed);
  const still = kept.flatMap(({ findings }) => findings).filter((finding) => !fixed.includes(finding));
  terminal.stdout.write(await writeDiff(kept));
  for (const { path } of withdrawn) {
    const titles = freshIn(path).map(({ title, line }) => `${title} (line ${line})`);
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

interface FileEffects {
  freshIn(path: string): readonly ReportFinding[];
  listFixed(file: RepairedFile): readonly ReportFinding[];
}

function compareFiles(files: readonly RepairedFile[], known: ReportDocument, result: ReportDocument): FileEffects {
  const effects = new Map(
    files.map(({ path }) => {
      const inFile = ({ findings }: ReportDocument) => findings.filter(({ file }) => file === path);
      return [path, compareRepaired(inFile(known), inFile(result))] as const;
    }),
  );
  const seen = new Set(result.coverage.files.flatMap(({ path, status }) => (status === 'reviewed' ? [path] : [])));
  return {
    freshIn: (path) => effects.get(path)?.fresh ?? [],
    listFixed({ path, findings }) {
      // What nobody looked at again is not known to be gone.
      if (!seen.has(path)) return [];
      // What only a model reports was judged when its repair was written.
      const judged = findings.filter((finding) => analyzerRules(finding).length === 0);
      return [...judged, ...(effects.get(path)?.listGone(findings) ?? [])];
    },
  };
}

/** The rule they come from; of a finding that several report, the one that tells it. */
function namePattern(findings: readonly ReportFinding[]): string {
  const rules = new Set(findings.flatMap(({ reported_by }) => reported_by[0]?.rule ?? []));
  const [first = 'findings'] = rules;
  return rules.size <= 1 ? first : `${rules.size} rules`;
}
