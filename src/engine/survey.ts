/**
 * Runs phase 1 of a run: opens the scope, reads and measures its files in one pass (SCOPE-02), and chooses the reviewers, by name or
 * by the languages found. Returns a `Survey`; stopped early, it says that files may be missing. `explainEmpty` throws for a scope
 * without files. Called by review/run-review.ts, review/plan-review.ts and audit/prepare-audit.ts.
 */
import { ReviewError } from '../errors.ts';
import type { Emit } from '../ports/events.ts';
import type { IndexedFile } from '../ports/file-index.ts';
import { endOfScope } from '../ports/join-signals.ts';
import type { IgnoredEntry, ScopeEntry, Snapshot } from '../ports/repository.ts';
import { NOTHING } from '../protocol/report/document-names.ts';
import { isAssigned, type ReviewerProfile, selectReviewers } from '../protocol/reviewers/reviewer.ts';
import { findReviewer } from '../protocol/reviewers/reviewer-roster.ts';
import { detectLanguage } from '../protocol/source/language.ts';
import { nameScope } from './name-scope.ts';
import type { RunPorts, RunRequest } from './run-request.ts';

export interface Survey {
  readonly snapshot: Snapshot;
  readonly files: readonly IndexedFile[];
  readonly ignored: readonly IgnoredEntry[];
  /** Ignored files that should have been reviewed: every reviewer they belong to owes them. */
  readonly owed: readonly UnreadFile[];
  readonly totalTokens: number;
  readonly loc: number;
  /** Files per language; `other` where the file name says nothing. */
  readonly languages: Readonly<Record<string, number>>;
  readonly reviewers: readonly ReviewerProfile[];
  /** The user or the deadline ended it while it was read: there may be more files than these, and nobody reviews any. */
  readonly isCut: boolean;
  /** How many were found and are not listed, because the run has no time left to say the same of each of them. */
  readonly unlisted: { readonly files: number; readonly ignored: number };
}

export interface UnreadFile {
  readonly path: string;
  readonly language: string | null;
  readonly reason: 'too-large' | 'unreadable';
}

export interface SurveyRequest extends Pick<RunRequest, 'selection' | 'rules'> {
  readonly roster: readonly ReviewerProfile[];
  /** Names the user asked for; null = by what is in scope. */
  readonly reviewerNames: readonly string[] | null;
}

export interface SurveyPorts extends Pick<RunPorts, 'repository' | 'index' | 'emit'> {
  readonly signal?: AbortSignal;
  /** The user's stop does not end the survey, which a report is made of; the deadline does. */
  readonly finishes?: boolean;
  /** Tokens of what models are shown of a changed file; null where that is the file itself. Absent where no model is asked. */
  readonly measureShown?: MeasureShown;
  /** Every file that was found is counted, though the scope was not read to its end: a plan does not list them one by one. */
  readonly listsAll?: boolean;
}

export type MeasureShown = (file: IndexedFile, snapshot: Snapshot) => Promise<number | null>;

/** In place: a change costs what is shown of it. */
async function measureChanges(
  files: IndexedFile[],
  snapshot: Snapshot,
  { measureShown }: SurveyPorts,
  end: AbortSignal,
): Promise<void> {
  if (measureShown === undefined) return;
  for (const [i, file] of files.entries()) {
    if (file.changed === null || end.aborted) continue;
    const shownTokens = await measureShown(file, snapshot);
    if (shownTokens !== null) files[i] = { ...file, shownTokens };
  }
}

const NEVER = new AbortController().signal;

/** Files that are named one by one where the scope was not read to its end. */
const MAX_LISTED = 2000;

/** What the user should know of a scope that was not read to its end. */
export function warnOfCut({ isCut, unlisted }: Pick<Survey, 'isCut' | 'unlisted'>): readonly string[] {
  if (!isCut) return [];
  const more = unlisted.files + unlisted.ignored;
  const found = more === 0 ? '' : ` (${more} more were found and are not listed)`;
  return [`⚠️ the run was stopped while the scope was read: there may be more files than these${found}`];
}

/** The same of a plan, which counts what was found. */
export const warnOfCutPlan = ({ isCut, files }: Pick<Survey, 'isCut' | 'files'>): readonly string[] =>
  isCut
    ? [
        `⚠️ planning was stopped while the scope was read (--deadline): ${files.length} files are counted, and there may be more`,
      ]
    : [];

/** Rejects with the reason of the signal as soon as it fires. */
async function unlessEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const stop = Promise.withResolvers<never>();
  const onAbort = (): void => stop.reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([work, stop.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    work.catch(() => undefined);
    stop.promise.catch(() => undefined);
  }
}

/** Rejects as soon as the user stops, or when the time of the scope is over. */
export const unlessStopped = <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
  signal === undefined ? work : unlessEnded(work, endOfScope(signal));

async function* announce(entries: AsyncIterable<ScopeEntry>, emit: Emit): AsyncIterable<ScopeEntry> {
  let files = 0;
  emit({ kind: 'step', step: 'scope', status: 'started', files });
  for await (const entry of entries) {
    files += entry.kind === 'file' ? 1 : 0;
    if (entry.kind === 'file' && files % MAX_LISTED === 0)
      emit({ kind: 'step', step: 'scope', status: 'progress', files });
    yield entry;
  }
  emit({ kind: 'step', step: 'scope', status: 'finished', files });
}

/** Whoever stops before it is known what there is to review gets a report about nothing, which says so. */
function openSnapshot(
  { selection, rules }: SurveyRequest,
  { repository }: SurveyPorts,
  end: AbortSignal,
): Promise<Snapshot> {
  return unlessEnded(repository.open(selection, rules, end), end).catch((error: unknown) => {
    if (!end.aborted || error !== end.reason) throw error;
    return { ...UNREAD, selection: nameScope(selection, rules) };
  });
}

const UNREAD: Omit<Snapshot, 'selection'> = {
  branch: null,
  isChange: false,
  warnings: [],
  async *entries() {
    // None that anybody knows of.
  },
  read: async () => ({ kind: 'unusable', reason: 'unreadable' }),
  readBase: async () => null,
  paths: async () => new Set(),
};

export async function surveyScope(request: SurveyRequest, ports: SurveyPorts): Promise<Survey> {
  const { emit } = ports;
  const end = ports.signal === undefined ? NEVER : endOfScope(ports.signal, { finishes: ports.finishes });
  const named = request.reviewerNames === null ? null : findReviewers(request.reviewerNames, request.roster);
  const snapshot = await openSnapshot(request, ports, end);
  const files: IndexedFile[] = [];
  const ignored: IgnoredEntry[] = [];
  emit({ kind: 'step', step: 'index', status: 'started', files: 0 });
  for await (const entry of ports.index.measure(snapshot, announce(snapshot.entries(), emit), end)) {
    if (entry.kind === 'file') files.push(entry);
    else ignored.push(entry);
  }
  emit({ kind: 'step', step: 'index', status: 'finished', files: files.length });
  const languages = countLanguages(files);
  const isCut = end.aborted;
  if (!isCut) await measureChanges(files, snapshot, ports, end);
  const most = isCut && ports.listsAll !== true ? MAX_LISTED : Number.POSITIVE_INFINITY;
  const listed = files.slice(0, most);
  const listedIgnored = ignored.slice(0, most);
  return {
    snapshot,
    files: listed,
    ignored: listedIgnored,
    unlisted: { files: files.length - listed.length, ignored: ignored.length - listedIgnored.length },
    owed: listedIgnored.flatMap(toOwed),
    totalTokens: files.reduce((sum, file) => sum + file.tokens, 0),
    loc: files.reduce((sum, file) => sum + file.loc, 0),
    languages,
    reviewers: named ?? selectReviewers(request.roster, new Set(Object.keys(languages))),
    isCut,
  };
}

export function countLanguages(files: readonly IndexedFile[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const file of files) {
    const name = file.language ?? 'other';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function findReviewers(
  names: readonly string[],
  roster: readonly ReviewerProfile[],
): readonly ReviewerProfile[] {
  const wanted = new Set(
    names.map((name) => {
      const found = findReviewer(roster, name);
      if (found) return found;
      const known = roster.map((reviewer) => reviewer.name).join(', ');
      throw new ReviewError('unknown-reviewer', `\`${name}\` is none of ${known}.`);
    }),
  );
  return roster.filter((reviewer) => wanted.has(reviewer));
}

const toOwed = ({ path, reason }: IgnoredEntry): readonly UnreadFile[] =>
  reason === 'too-large' || reason === 'unreadable'
    ? [{ path, language: detectLanguage(path)?.name ?? null, reason }]
    : [];

/**
 * Why there is nothing to review and nothing that should have been; null where there is. A change of which everything was deleted
 * or left out is fine (REV-28), and so is an empty scope that the user allows. Anything else throws: exit 5. Of a scope that was not
 * read to its end nobody knows.
 */
export function explainEmpty(survey: Survey, allowsEmpty: boolean): string | null {
  if (survey.isCut) return null;
  const isTaken = ({ language }: { readonly language: string | null }): boolean =>
    survey.reviewers.some((reviewer) => isAssigned(reviewer, language));
  if (survey.files.length > 0 && ![...survey.files, ...survey.owed].some(isTaken)) {
    const names = survey.reviewers.map(({ name }) => name).join(', ');
    return allowOrThrow(`none of the ${survey.files.length} files is for ${names}`, allowsEmpty);
  }
  return explainNoFiles(survey, allowsEmpty);
}

/** The same of a scope whose files are for everybody. */
export function explainNoFiles(
  survey: Pick<Survey, 'files' | 'owed' | 'ignored' | 'snapshot'>,
  allowsEmpty: boolean,
): string | null {
  if (survey.files.length > 0 || survey.owed.length > 0) return null;
  const { snapshot, ignored } = survey;
  const leftOut = ignored.length === 0 ? '' : ` (${countEntries(ignored)} left out: ${reasonsOf(ignored)})`;
  return allowOrThrow(`${snapshot.selection} has no files to review${leftOut}`, allowsEmpty || snapshot.isChange);
}

/** What report and plan say of it. */
export const warnOfEmpty = (reason: string | null): readonly string[] =>
  reason === null ? [] : [`${NOTHING}: ${reason}`];

function allowOrThrow(reason: string, isAllowed: boolean): string {
  if (!isAllowed) throw new ReviewError('empty-scope', `${reason}.`);
  return reason;
}

const amount = (count: number, noun: string): readonly string[] =>
  count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];

/** A folder that was not entered stands for files that nobody counted. */
function countEntries(ignored: readonly IgnoredEntry[]): string {
  const folders = ignored.filter(({ path }) => path.endsWith('/')).length;
  return [...amount(ignored.length - folders, 'file'), ...amount(folders, 'folder')].join(' and ');
}

const reasonsOf = (ignored: readonly IgnoredEntry[]): string =>
  [...new Set(ignored.map((entry) => entry.reason))].sort().join(', ');
