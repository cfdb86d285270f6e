/**
 * Creates the driver of reviewers without a model: runs the analyzers over the assigned files and yields their findings to the engine
 * in order and within the budget (HOST-15, HOST-10). Reading costs it nothing; it stops because of what it has written, never because
 * of size. Created by wiring/embedded-reviewers.ts.
 */

import type { LedgerView } from '../../ports/agent-tools.ts';
import type { Analyzer, AnalyzerFinding, AnalyzerRow, SettledFinding } from '../../ports/analyzer.ts';
import type { AssignedFile, Assignment, Driver, ReviewEvent, ReviewOutcome } from '../../ports/driver.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import type { LimitedFile } from '../../protocol/coverage/limited-files.ts';
import type { CutoffReason } from '../../protocol/output/agent-claims.ts';
import { BUILT_IN_REVIEWERS, findReviewer } from '../../protocol/reviewers/reviewer-roster.ts';
import { isSourceLanguage } from '../../protocol/source/language.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import { toAnalyzerRow } from './analyzer-row.ts';
import { loadReachedTests } from './reached-tests.ts';
import { createScanCache, type FileScan, type ScanCache, type ScanRequest } from './scan-cache.ts';
import { isFlowInTests, refuteInTests, softenInTests } from './soften-tests.ts';

export interface EmbeddedDriverOptions {
  /** Analyzers that know the files they accept: when they end, the file counts as reviewed. */
  readonly analyzers: readonly Analyzer[];
  /** Analyzers that look at any text: they find too, but alone they do not make a source file reviewed. */
  readonly supplementary?: readonly Analyzer[];
  /** Programs that may not be installed: what they find counts, what they fail at leaves no file unreviewed that we know (FACT-06). */
  readonly optional?: readonly OptionalAnalyzer[];
}

export interface OptionalAnalyzer extends Analyzer {
  /** Why it cannot run, or null where it can: then it is not asked and no file is read for it. */
  readonly absence: string | null;
}

export function createEmbeddedDriver({ analyzers, supplementary = [], optional = [] }: EmbeddedDriverOptions): Driver {
  const memos = new WeakMap<Snapshot, ScanCache>();
  const cache = (snapshot: Snapshot): ScanCache => getOrAdd(memos, snapshot, () => createScanCache(snapshot));
  return {
    name: 'embedded',
    hasContext: false,
    async *review(assignment, { snapshot }, ledger, signal) {
      const { name } = assignment.reviewer;
      const isMine = ({ reviewers }: Analyzer): boolean => reviewers.includes(name);
      const task: Task = {
        assignment,
        ledger,
        signal,
        memo: cache(snapshot),
        snapshot,
        tallies: [
          ...analyzers.filter(isMine).map((analyzer) => createTally(analyzer, 'knowing')),
          ...supplementary.filter(isMine).map((analyzer) => createTally(analyzer, 'supplementary')),
          ...optional.filter(isMine).map((analyzer) => createTally(analyzer, 'optional', analyzer.absence)),
        ],
        emitted: 0,
        counted: new Set(),
      };
      yield* reviewAssignment(task);
    },
  };
}

/** One assignment under way. */
interface Task {
  readonly assignment: Assignment;
  readonly ledger: LedgerView;
  readonly signal: AbortSignal;
  readonly memo: ScanCache;
  readonly snapshot: Snapshot;
  readonly tallies: readonly Tally[];
  emitted: number;
  /** Files whose scans are in the tallies. */
  readonly counted: Set<string>;
}

/** Whose end makes a file reviewed, whose failure leaves it unreviewed, and who may fail. */
type Standing = 'knowing' | 'supplementary' | 'optional';

/** What one analyzer did for this assignment. */
interface Tally {
  readonly analyzer: Analyzer;
  readonly standing: Standing;
  readonly absence: string | null;
  findings: number;
  ended: number;
  partial: number;
  unparsed: number;
  unfinished: number;
  absent: number;
  reason: string | null;
  readonly limits: LimitedFile[];
}

const createTally = (analyzer: Analyzer, standing: Standing, absence: string | null = null): Tally => ({
  analyzer,
  standing,
  absence,
  findings: 0,
  ended: 0,
  partial: 0,
  unparsed: 0,
  unfinished: 0,
  absent: 0,
  reason: null,
  limits: [],
});

async function* reviewAssignment(task: Task): AsyncGenerator<ReviewEvent> {
  let outcome: ReviewOutcome;
  try {
    const cutoffReason = yield* reviewFiles(task);
    if (cutoffReason === 'aborted') leaveRest(task);
    outcome = { status: 'completed', cutoffReason, verdict: null, vetoReasons: [], message: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    outcome = { status: 'failed', cutoffReason: 'error', verdict: null, vetoReasons: [], message };
  }
  for (const tally of task.tallies) {
    const row = summarizeTally(tally);
    if (row) yield { kind: 'analyzer', row };
  }
  yield { kind: 'outcome', outcome };
}

async function* reviewFiles(task: Task): AsyncGenerator<ReviewEvent, CutoffReason | null> {
  const { files } = task.assignment;
  const blindness = nameMissingReviewer(task.assignment);
  const [joining, single] = partition(task.tallies, ({ analyzer }) => analyzer.joins === true);
  const open: OpenFile[] = [];
  if (!findCutoff(task)) beginAll(task, single);
  for (const [at, file] of files.entries()) {
    const cutoff = findCutoff(task);
    if (cutoff) return cutoff;
    if (task.tallies.length === 0) {
      yield { kind: 'file-skipped', path: file.path, reason: blindness };
      continue;
    }
    const looks = await scanFile(task, file, { files, from: at + 1 }, single);
    const isOpen = joining.length > 0 && looks.some(({ scan }) => scan.isOpen === true);
    const stop = yield* isOpen
      ? handOver(task, file, certainOf(looks, task.assignment))
      : finishFile(task, file, looks);
    if (stop) return stop;
    if (isOpen) open.push({ file, looks });
  }
  return yield* joinFiles(task, open, joining);
}

/** Starts every analyzer at its first file: one whose files come late would else begin when the others have ended. */
function beginAll({ assignment, memo, signal }: Task, tallies: readonly Tally[]): void {
  const { files, reviewer } = assignment;
  for (const { analyzer, absence } of tallies) {
    const at = files.findIndex(({ path, language }) => analyzer.accepts(path, language, reviewer.name));
    const file = files[at];
    if (file && absence === null)
      void memo.scan({ analyzer, reviewer: reviewer.name, file, ahead: { files, from: at + 1 } }, signal);
  }
}

/** What else is said of these files depends on others: they waited until all had been scanned. */
async function* joinFiles(
  task: Task,
  open: readonly OpenFile[],
  joining: readonly Tally[],
): AsyncGenerator<ReviewEvent, CutoffReason | null> {
  const files = open.map(({ file }) => file);
  for (const [at, { file, looks }] of open.entries()) {
    const cutoff = findCutoff(task);
    if (cutoff) return cutoff;
    const certain = certainOf(looks, task.assignment);
    const joined = await scanFile(task, file, { files, from: at + 1 }, joining);
    const stop = yield* finishFile(task, file, [...looks, ...joined], certain);
    if (stop) return stop;
  }
  return null;
}

interface OpenFile {
  readonly file: AssignedFile;
  readonly looks: readonly Look[];
}

function partition<T>(list: readonly T[], test: (each: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [list.filter(test), list.filter((each) => !test(each))];
}

async function* finishFile(
  task: Task,
  file: AssignedFile,
  looks: readonly Look[],
  told: readonly FoundBy[] = [],
): AsyncGenerator<ReviewEvent, CutoffReason | null> {
  const found = [...told, ...orderFindings(looks, task.assignment, told)];
  const stop = task.signal.aborted ? 'aborted' : yield* handOver(task, file, found, told.length);
  if (stop === 'aborted') return stop;
  for (const { tally, scan } of looks) countScan(tally, scan, file);
  task.counted.add(file.path);
  const sinks = looks.flatMap(({ scan }) => scan.unresolved ?? []);
  if (sinks.length > 0) yield { kind: 'unresolved', sinks };
  const places = looks.flatMap(({ scan }) => scan.examined ?? []);
  if (places.length > 0) yield { kind: 'examined', places };
  if (stop === null) yield closeFile(file, looks);
  return stop;
}

/** Why a reviewer has nothing to see with. One that is not ours is a prompt: only a model can follow it. */
const nameMissingReviewer = ({ reviewer }: Assignment): 'no-analyzer' | 'no-model' =>
  findReviewer(BUILT_IN_REVIEWERS, reviewer.name) === null ? 'no-model' : 'no-analyzer';

async function* handOver(
  task: Task,
  file: AssignedFile,
  found: readonly FoundBy[],
  told = 0,
): AsyncGenerator<ReviewEvent, CutoffReason | null> {
  for (const { finding, tally, refutation } of found.slice(Math.max(file.recorded, told))) {
    const stop = findCutoff(task);
    if (stop) return stop;
    task.emitted += 1;
    if (refutation === null) tally.findings += 1;
    yield { kind: 'finding', finding, ...(refutation === null ? {} : { refutation }) };
  }
  return null;
}

/** Whoever was stopped has not finished what was still before it: an analyzer that got to nothing is named all the same. */
function leaveRest({ assignment, tallies, counted }: Task): void {
  for (const { path, language } of assignment.files.filter((file) => !counted.has(file.path)))
    for (const tally of tallies)
      if (tally.analyzer.accepts(path, language, assignment.reviewer.name))
        countScan(tally, tally.absence === null ? STOPPED : createAbsence(tally.absence), { path });
}

/** Full depth first: while a wave may follow, 0.80 ends this one, but never before it has made progress (HOST-16). */
function findCutoff({ assignment, ledger, signal, emitted }: Task): CutoffReason | null {
  if (signal.aborted) return 'aborted';
  if (assignment.mayContinue) return ledger.mode !== 'full' && emitted > 0 ? 'budget' : null;
  return ledger.mode === 'force_return' ? 'budget' : null;
}

interface Look {
  readonly tally: Tally;
  readonly scan: FileScan;
  /** Whether the product reaches this file of the tests. */
  readonly isReached: boolean | null;
}

async function scanFile(
  task: Task,
  file: AssignedFile,
  ahead: ScanRequest['ahead'],
  tallies: readonly Tally[],
): Promise<readonly Look[]> {
  const { reviewer } = task.assignment;
  const accepting = tallies.filter(({ analyzer }) => analyzer.accepts(file.path, file.language, reviewer.name));
  return Promise.all(
    accepting.map(async (tally) => {
      if (tally.absence !== null) return { tally, scan: createAbsence(tally.absence), isReached: null };
      const request = { analyzer: tally.analyzer, reviewer: reviewer.name, file, ahead };
      const scan = await task.memo.scan(request, task.signal);
      const isAsked = scan.findings.some(isFlowInTests) && !task.signal.aborted;
      return { tally, scan, isReached: isAsked ? (await loadReachedTests(task.snapshot))(file.path) : null };
    }),
  );
}

const STOPPED: FileScan = { state: 'unfinished', findings: [], reason: 'the run was stopped' };

const createAbsence = (reason: string): FileScan => ({ state: 'absent', findings: [], reason });

function countScan(tally: Tally, scan: FileScan, { path }: Pick<AssignedFile, 'path'>): void {
  if (scan.state === 'ended') tally.ended += 1;
  if (scan.state === 'partial') tally.partial += 1;
  if (scan.state === 'unparsed') tally.unparsed += 1;
  if (scan.state === 'unfinished') tally.unfinished += 1;
  if (scan.state === 'absent') tally.absent += 1;
  tally.limits.push(...(scan.limits ?? []));
  tally.reason ??= scan.state === 'unparsed' ? `${path} ${scan.reason}` : scan.reason;
}

/** A rule speaks about a line once. */
const placeOf = ({ line, rule }: Pick<SettledFinding, 'line' | 'rule'>): string => `${line} ${rule}`;

interface FoundBy {
  readonly finding: AnalyzerFinding;
  readonly tally: Tally;
  /** Why it does not stand; null where it does. */
  readonly refutation: string | null;
}

/** In the order of the lines, without what was told. What was followed through several files stands for what one file let assume. */
function orderFindings(
  looks: readonly Look[],
  { reviewer }: Assignment,
  told: readonly FoundBy[] = [],
): readonly FoundBy[] {
  const settled = new Map(looks.flatMap(({ scan }) => scan.settled ?? []).map((one) => [placeOf(one), one.reason]));
  const joined = new Set(
    looks.flatMap(({ tally, scan }) => (tally.analyzer.joins ? scan.findings : [])).map((one) => placeOf(one)),
  );
  const known = new Set(told.map(({ finding }) => placeOf(finding)));
  const isReplaced = ({ analyzer }: Tally, finding: AnalyzerFinding): boolean =>
    known.has(placeOf(finding)) || (analyzer.joins !== true && joined.has(placeOf(finding)));
  return looks
    .flatMap(({ tally, scan, isReached }) =>
      scan.findings.map((finding) => {
        const answered = tally.analyzer.joins === true ? undefined : settled.get(placeOf(finding));
        const refutation = answered ?? refuteInTests(finding, isReached);
        return { finding: softenInTests(finding, isReached), tally, refutation };
      }),
    )
    .filter(({ finding, tally }) => finding.reviewer === reviewer.name && !isReplaced(tally, finding))
    .sort((a, b) => a.finding.line - b.finding.line || compareText(a.finding.rule, b.finding.rule));
}

/** What holds whatever other files say: it does not wait for them, so that a deadline takes none of it away. */
const certainOf = (looks: readonly Look[], assignment: Assignment): readonly FoundBy[] =>
  orderFindings(looks, assignment).filter(({ finding }) => finding.extra.assumed_source !== true);

function closeFile({ path, language }: AssignedFile, looks: readonly Look[]): ReviewEvent {
  const owing = looks.filter(({ tally }) => tally.standing !== 'optional');
  const inState = (...states: readonly FileScan['state'][]): readonly Look[] =>
    owing.filter(({ scan }) => states.includes(scan.state));
  if (inState('unreadable').length > 0) return { kind: 'file-skipped', path, reason: 'unreadable' };
  const failed = inState('unfinished', 'partial');
  if (failed.length > 0) return { kind: 'file-skipped', path, reason: 'analyzer-failed', ...describeFailure(failed) };
  const [unparsed] = inState('unparsed');
  if (unparsed) return { kind: 'file-skipped', path, reason: 'unparsed', detail: unparsed.scan.reason ?? '' };
  // A program of another that has rules for the language knows it as well as one of ours.
  const knowing = looks.filter(({ tally }) => tally.standing !== 'supplementary');
  const isKnown = knowing.some(({ scan }) => scan.state === 'ended');
  const isSource = isSourceLanguage(language);
  if (!isSource || isKnown) return { kind: 'file-done', path };
  const tried = knowing.filter(({ scan }) => scan.state === 'unfinished' || scan.state === 'partial');
  return tried.length > 0
    ? { kind: 'file-skipped', path, reason: 'analyzer-failed', ...describeFailure(tried) }
    : { kind: 'file-skipped', path, reason: 'no-analyzer' };
}

function describeFailure(looks: readonly Look[]): { readonly detail?: string } {
  const told = looks.flatMap(({ tally: { analyzer }, scan: { reason } }) =>
    reason === null ? [] : [reason.startsWith(analyzer.name) ? reason : `${analyzer.name}: ${reason}`],
  );
  return told.length === 0 ? {} : { detail: told.join('; ') };
}

const countFiles = (number: number): string => `${number} ${number === 1 ? 'file' : 'files'}`;

/** The analyzer's row, or null where no file of this assignment was for it. */
function summarizeTally(tally: Tally): AnalyzerRow | null {
  const { analyzer, findings, ended, partial, unparsed, unfinished, absent, reason, limits } = tally;
  const looked = ended + partial + unparsed + unfinished;
  if (looked + absent === 0) return null;
  const row = { name: analyzer.name, version: analyzer.version, findings, ...(limits.length === 0 ? {} : { limits }) };
  if (looked === 0) return toAnalyzerRow({ ...row, status: 'absent', reason });
  if (unfinished + unparsed === 0)
    return toAnalyzerRow({ ...row, status: partial === 0 ? 'completed' : 'partial', reason });
  const gaps = [
    ...(unfinished > 0 ? [`${countFiles(unfinished)} not finished`] : []),
    ...(unparsed > 0 ? [`${countFiles(unparsed)} not parsed`] : []),
  ].join(', ');
  const detail = reason === null ? gaps : `${gaps}: ${reason}`;
  return toAnalyzerRow({ ...row, status: unfinished === looked ? 'failed' : 'partial', reason: detail });
}
