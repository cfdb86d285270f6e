/**
 * Has a model write repairs of findings (`fix --model`). Each is put into a copy of its file in memory and reviewed there, and
 * returned only where the finding is gone, nothing new is found and the file still parses; what no analyzer reports is judged by a
 * second conversation. Limits, redaction and the conversation are those of a review. Called by cli/commands/fix-command.ts.
 */
import { countSyntaxErrors } from '../analyzers/syntax/count-errors.ts';
import { composeUsage } from '../engine/compose-usage.ts';
import { openSession } from '../engine/open-session.ts';
import { ReviewError } from '../errors.ts';
import type { AuditSession } from '../ports/auditor.ts';
import type { ReadOutcome } from '../ports/repository.ts';
import { boundTokens } from '../protocol/budget/run-bound.ts';
import { turnBudgetTokens } from '../protocol/budget/turns.ts';
import {
  applyRepair,
  combineRepairs,
  type Edit,
  makeRepair,
  type Repair,
  readRepair,
} from '../protocol/findings/repair.ts';
import { analyzerRules, compareRepaired, type RepairEffect } from '../protocol/findings/repair-effect.ts';
import type { ReportDocument, ReportFinding } from '../protocol/report/report-document.ts';
import { EMBEDDED } from '../protocol/reviewers/reviewer-models.ts';
import { detectLanguage } from '../protocol/source/language.ts';
import { readJson } from '../protocol/text/json-object.ts';
import { listSome } from '../protocol/text/list-some.ts';
import type { AuditModelOptions } from '../reviewers/model/audit/auditor-options.ts';
import { judgeRepair, REPAIR_TURNS, writeRepair } from '../reviewers/model/repair/write-repair.ts';
import { askOneModel } from './conduct.ts';
import { isPlainText, type LeftRepair } from './repair-files.ts';
import { openEngine } from './review-ports.ts';
import { openTextReviews, type TextReviews, withTexts } from './review-texts.ts';
import { loadSettings, type SettingsRequest } from './settings.ts';
import { limitTime } from './time-limit.ts';

export interface WrittenRepairs {
  /** By fingerprint. */
  readonly repairs: ReadonlyMap<string, Repair>;
  readonly refused: readonly LeftRepair[];
  /** Whether a limit, a failed call or a stop left findings that nobody was asked about to the end. */
  readonly isCut: boolean;
  readonly usage: ReportDocument['usage'];
  readonly model: string;
}

export interface WriteCall extends Omit<SettingsRequest, 'selection'> {
  readonly signal: AbortSignal;
  /** Before each finding that a model is asked about. */
  tell(message: string): void;
}

/**
 * `others` are findings with a mechanical repair, which is offered beside the written ones. Throws ReviewError for a model, a key or a price
 * that cannot be used; everything after that is data.
 */
export async function writeRepairs(
  call: WriteCall,
  findings: readonly ReportFinding[],
  others: readonly ReportFinding[],
): Promise<WrittenRepairs> {
  const selection = { kind: 'all' } as const;
  const settings = askOneModel(await loadSettings({ ...call, selection }));
  await using repository = settings.repository;
  const { model, deadlineMs } = settings.config;
  if (model === EMBEDDED)
    throw new ReviewError('bad-value', '--model embedded: no model writes repairs there.', {
      advice: 'Leave --model out for mechanical repairs, or name PROVIDER/NAME.',
    });
  using time = limitTime(call.signal, deadlineMs);
  const { signal } = time;
  const { environment } = call;
  const parts = { settings, selection, environment, store: null, recording: null, emit: () => undefined, signal };
  const { models, ports } = await openEngine(parts);
  if (models === null) throw new ReviewError('internal', 'no model was opened');
  const options = models.auditOn(model);
  const texts = new Map<string, string>();
  const readText = (path: string): string | null => texts.get(path) ?? null;
  const workshop: Workshop = {
    signal,
    options,
    texts,
    unanswered: [],
    reviews: await openTextReviews({ settings, environment, without: [], readText }),
    read: async (path) => (await repository.open(selection, settings.rules)).read(path),
    isPlain: (path, text) => isPlainText(repository.root, path, text),
    openSession: async () => {
      const snapshot = await ports.repository.open(selection, settings.rules);
      return openSession(turnBudgetTokens(REPAIR_TURNS), {
        snapshot: withTexts(snapshot, settings.rules.maxFileBytes, readText),
        openTools: ports.openTools,
        thresholds: settings.config.thresholds,
        driver: options.limits ? { limits: options.limits } : {},
      });
    },
  };
  // Where the user gave no limit: one conversation that writes and two that judge, for each finding.
  const conversation = { turns: REPAIR_TURNS, carriedTokens: 0, budgetTokens: turnBudgetTokens(REPAIR_TURNS) };
  await models.account.bound(boundTokens(Array.from({ length: 3 * findings.length }, () => conversation)));
  const written = { repairs: new Map<string, Repair>(), refused: [] as LeftRepair[] };
  let asked = 0;
  const tell = ({ id, file }: ReportFinding): void => {
    asked += 1;
    call.tell(`${asked} of ${findings.length}: ${model} writes a repair of ${id} in ${file}`);
  };
  for (const [path, own] of Map.groupBy(findings, ({ file }) => file)) {
    const mechanical = others.filter(({ file }) => file === path);
    await repairFile(workshop, path, own, { mechanical, tell, ...written });
  }
  const isCut = signal.aborted || workshop.unanswered.length > 0;
  return { ...written, isCut, usage: composeUsage(models.account.usage), model };
}

interface Workshop {
  readonly signal: AbortSignal;
  readonly options: AuditModelOptions;
  /** What stands for files on the disk while a repair is tried. */
  readonly texts: Map<string, string>;
  /** Ids of findings to which no answer came. */
  readonly unanswered: string[];
  readonly reviews: TextReviews;
  read(path: string): Promise<ReadOutcome>;
  isPlain(path: string, text: string): Promise<boolean>;
  openSession(): Promise<AuditSession>;
}

interface FileWork {
  readonly mechanical: readonly ReportFinding[];
  readonly repairs: Map<string, Repair>;
  readonly refused: LeftRepair[];
  tell(finding: ReportFinding): void;
}

/** One finding after the other: a repair must also hold beside those that were taken before it. */
async function repairFile(
  workshop: Workshop,
  path: string,
  findings: readonly ReportFinding[],
  { mechanical, repairs, refused, tell }: FileWork,
): Promise<void> {
  const opened = await openFile(workshop, path);
  const offered = mechanical.flatMap((finding) => readRepair(finding) ?? []);
  const gone = new Map<string, string>();
  for (const finding of findings) {
    const begun = beginTrial(finding, { opened, offered, gone, isStopped: workshop.signal.aborted });
    if (typeof begun !== 'string') tell(finding);
    const outcome = typeof begun === 'string' ? begun : await repairOne(workshop, begun);
    if (typeof outcome === 'string') refused.push({ finding, reason: outcome });
    else {
      repairs.set(finding.fingerprint, outcome.repair);
      offered.push(outcome.repair);
      for (const other of outcome.effect.listGone([finding, ...findings.filter((each) => each !== finding)]))
        if (!outcome.left.has(other.fingerprint)) gone.set(other.fingerprint, finding.id);
    }
  }
}

interface OpenedFile {
  readonly text: string;
  /** The review of the file as it is. */
  readonly before: ReportDocument;
}

/** The file, or why it cannot be repaired. */
async function openFile({ read, isPlain, reviews, signal }: Workshop, path: string): Promise<OpenedFile | string> {
  const found = await read(path);
  if (found.kind !== 'text') return `the file cannot be read: ${found.reason}`;
  if (!(await isPlain(path, found.text))) return 'the file is not in UTF-8 without a byte order mark';
  const before = await reviews.review(path, signal).catch(describeError);
  return typeof before === 'string' ? `the file cannot be reviewed: ${before}` : { text: found.text, before };
}

interface Begun {
  readonly opened: OpenedFile | string;
  readonly offered: readonly Repair[];
  /** Fingerprints that an earlier repair removes, with the id of its finding. */
  readonly gone: ReadonlyMap<string, string>;
  readonly isStopped: boolean;
}

/** What a model is asked about, or why it is not. */
function beginTrial(finding: ReportFinding, { opened, offered, gone, isStopped }: Begun): Trial | string {
  const by = gone.get(finding.fingerprint);
  if (by !== undefined) return `the repair of ${by} removes it too`;
  if (isStopped) return 'not asked: the command was stopped, or its time was up';
  if (typeof opened === 'string') return opened;
  const place = findPlace(finding, opened.text, opened.before);
  return place === null
    ? 'it is not found in the file as it is now: review again'
    : { finding, place, ...opened, offered: [...offered] };
}

const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Place = Pick<ReportFinding, 'line' | 'end_line'>;

/** Where the finding is now; null where it is gone, or its lines are. */
function findPlace(finding: ReportFinding, text: string, before: ReportDocument): Place | null {
  const { fingerprint, line, end_line, evidence } = finding;
  if (analyzerRules(finding).length > 0)
    return before.findings.find((each) => each.fingerprint === fingerprint && each.status !== 'rejected') ?? null;
  const [quoted = ''] = (evidence ?? '').split('\n').map((part) => part.trim());
  const lines = text.split('\n');
  const shift = lines
    .flatMap((each, at) => (quoted !== '' && each.includes(quoted) ? [at + 1 - line] : []))
    .toSorted((a, b) => Math.abs(a) - Math.abs(b))[0];
  return shift === undefined ? null : { line: line + shift, end_line: Math.min(end_line + shift, lines.length) };
}

interface Trial extends OpenedFile {
  readonly finding: ReportFinding;
  readonly place: Place;
  /** Repairs of the file that are offered already. */
  readonly offered: readonly Repair[];
}

interface Held {
  readonly repair: Repair;
  readonly effect: RepairEffect<ReportFinding>;
  /** Fingerprints of what is still found beside the repair. */
  readonly left: ReadonlySet<string>;
}

/** The repair that held, or why there is none. */
async function repairOne(workshop: Workshop, trial: Trial): Promise<Held | string> {
  const { finding, place, text } = trial;
  const { texts } = workshop;
  const subject = { ...finding, line: place.line, endLine: place.end_line };
  const task = { key: `repair-${finding.id}`, subject, lines: text.replace(/\n$/u, '').split('\n').length };
  let held: Held | null = null;
  const outcome = await writeRepair(
    {
      ...task,
      attempt: async (edits) => {
        const tried = await tryRepair(workshop, trial, edits);
        if (typeof tried === 'string') {
          texts.clear();
          return tried;
        }
        const judged = analyzerRules(finding).length > 0 ? null : await judge();
        texts.clear();
        if (judged === null) held = tried;
        return judged;
      },
    },
    await workshop.openSession(),
    workshop,
  );
  if (outcome.kind === 'declined') return `the model sees no repair in this file: ${outcome.reason}`;
  if (outcome.kind === 'unanswered') workshop.unanswered.push(finding.id);
  if (outcome.kind !== 'repaired') return outcome.reason;
  return held ?? 'the model gave no repair';

  /** No analyzer reports it, so none can tell that it is gone. */
  async function judge(): Promise<string | null> {
    const said = await judgeRepair(task, await workshop.openSession(), workshop);
    if (said === null) return 'nobody could decide whether the finding is gone';
    return said.isGone ? null : `a second look says that it stays: ${said.reason}`;
  }
}

const HIDDEN = '[redacted:';

/** Leaves the changed text in place where it holds. */
async function tryRepair(
  { texts, reviews, signal }: Workshop,
  { finding, text, before, offered }: Trial,
  edits: readonly Edit[],
): Promise<Held | string> {
  const { file } = finding;
  if (edits.some((edit) => edit.text.includes(HIDDEN))) return 'it writes a placeholder in the place of a secret';
  const repair = makeRepair(text, edits.map(endAs(text)));
  const after = repair === null ? null : applyRepair(text, repair);
  if (repair === null || after === null) return 'it changes nothing, or its blocks overlap';
  if (after.trim() === '') return 'it empties the file';
  const alone = await tryText(after);
  if (typeof alone === 'string') return alone;
  const { listGone } = alone.effect;
  if (analyzerRules(finding).length > 0 && listGone([finding]).length === 0) return 'the finding is still there';
  if (offered.length === 0) return { repair, ...alone };
  const { text: combined, missed } = combineRepairs(text, [...offered, repair], (each) => each);
  if (missed.includes(repair)) return 'it overlaps the repair of another finding: apply that one first';
  const beside = await tryText(combined);
  texts.set(file, after);
  return typeof beside === 'string' ? `beside the other repairs of the file: ${beside}` : { repair, ...alone };

  async function tryText(changed: string): Promise<Omit<Held, 'repair'> | string> {
    texts.set(file, changed);
    const report = await reviews.review(file, signal).catch(describeError);
    if (typeof report === 'string') return `the changed file cannot be reviewed: ${report}`;
    const lost = (await isBroken(file, text, changed)) ? 'the changed file does not parse' : null;
    const unseen = lost ?? describeLoss(file, before, report);
    if (unseen !== null) return unseen;
    const effect = compareRepaired(before.findings, report.findings);
    const told = effect.fresh.map(({ title, line }) => `${title} (line ${line})`);
    if (told.length > 0) return `it brings: ${listSome(told, 3)}`;
    return { effect, left: new Set(report.findings.map(({ fingerprint }) => fingerprint)) };
  }
}

/** What was analysed before and is not now: a file that does not parse has no findings either. */
function describeLoss(file: string, before: ReportDocument, after: ReportDocument): string | null {
  const entryOf = ({ coverage }: ReportDocument) => coverage.files.find(({ path }) => path === file);
  const [was, is] = [entryOf(before), entryOf(after)];
  const lost = Object.entries(was?.by ?? {}).filter(([name, how]) => how === 'reviewed' && is?.by[name] !== how);
  if (lost.length === 0) return null;
  return `the changed file could not be analysed (${is?.reason ?? 'no reason given'})`;
}

/** Analyzers read on behind a syntax error, so their silence says nothing there. */
async function isBroken(file: string, before: string, after: string): Promise<boolean> {
  const language = detectLanguage(file)?.name ?? null;
  if (language === 'json') return isJson(before) && !isJson(after);
  const [was, is] = [await countSyntaxErrors(language, before), await countSyntaxErrors(language, after)];
  return (is ?? 0) > (was ?? 0);
}

const isJson = (text: string): boolean => readJson(text) !== undefined;

/** Line ends of the file, and none behind a last line that had none. */
const endAs =
  (text: string) =>
  (edit: Edit): Edit => {
    const isLast = edit.end_line > text.split('\n').length;
    const written = text.includes('\r\n') ? edit.text.replaceAll(/\r?\n/gu, '\r\n') : edit.text;
    return { ...edit, text: isLast && !text.endsWith('\n') ? written.replace(/\r?\n$/u, '') : written };
  };
