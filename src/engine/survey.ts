/** Phase 1: the scope is resolved and measured at the same time (SCOPE-02); what was found decides who reviews. */
import { ReviewError } from '../errors.ts';
import type { Emit } from '../ports/events.ts';
import type { IndexedFile } from '../ports/file-index.ts';
import { isInterrupted } from '../ports/join-signals.ts';
import type { IgnoredEntry, ScopeEntry, Snapshot } from '../ports/repository.ts';
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
  /** The user stopped while it was read: there may be more files than these. */
  readonly isCut: boolean;
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
}

/** Rejects with the reason of the interruption as soon as there is one. */
export async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const stop = Promise.withResolvers<never>();
  const onAbort = (): void => {
    if (isInterrupted(signal)) stop.reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort);
  onAbort();
  try {
    return await Promise.race([work, stop.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    work.catch(() => undefined);
    stop.promise.catch(() => undefined);
  }
}

async function* announce(entries: AsyncIterable<ScopeEntry>, emit: Emit): AsyncIterable<ScopeEntry> {
  let files = 0;
  emit({ kind: 'step', step: 'scope', status: 'started', files });
  for await (const entry of entries) {
    files += entry.kind === 'file' ? 1 : 0;
    yield entry;
  }
  emit({ kind: 'step', step: 'scope', status: 'finished', files });
}

/** Whoever stops before it is known what there is to review gets a report about nothing, which says so. */
function openSnapshot({ selection, rules }: SurveyRequest, { repository, signal }: SurveyPorts): Promise<Snapshot> {
  return unlessStopped(repository.open(selection, rules), signal).catch((error: unknown) => {
    if (!isInterrupted(signal) || error !== signal?.reason) throw error;
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
  const { emit, signal } = ports;
  const named = request.reviewerNames === null ? null : findReviewers(request.reviewerNames, request.roster);
  const snapshot = await openSnapshot(request, ports);
  const files: IndexedFile[] = [];
  const ignored: IgnoredEntry[] = [];
  emit({ kind: 'step', step: 'index', status: 'started', files: 0 });
  for await (const entry of ports.index.measure(snapshot, announce(snapshot.entries(), emit))) {
    if (entry.kind === 'file') files.push(entry);
    else ignored.push(entry);
    if (isInterrupted(signal)) break;
  }
  emit({ kind: 'step', step: 'index', status: 'finished', files: files.length });
  const languages = countLanguages(files);
  return {
    snapshot,
    files,
    ignored,
    owed: ignored.flatMap(toOwed),
    totalTokens: files.reduce((sum, file) => sum + file.tokens, 0),
    loc: files.reduce((sum, file) => sum + file.loc, 0),
    languages,
    reviewers: named ?? selectReviewers(request.roster, new Set(Object.keys(languages))),
    isCut: isInterrupted(signal),
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

function findReviewers(names: readonly string[], roster: readonly ReviewerProfile[]): readonly ReviewerProfile[] {
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

/** Nothing to review, and nothing that should have been: exit 5. Of a scope that was not read to its end nobody knows. */
export function requireScope(survey: Survey): void {
  if (survey.isCut) return;
  const isTaken = ({ language }: { readonly language: string | null }): boolean =>
    survey.reviewers.some((reviewer) => isAssigned(reviewer, language));
  if (survey.files.length > 0 && ![...survey.files, ...survey.owed].some(isTaken)) {
    const names = survey.reviewers.map(({ name }) => name).join(', ');
    throw new ReviewError('empty-scope', `none of the ${survey.files.length} files is for ${names}.`);
  }
  requireFiles(survey);
}

export function requireFiles(survey: Pick<Survey, 'files' | 'owed' | 'ignored' | 'snapshot'>): void {
  if (survey.files.length > 0 || survey.owed.length > 0) return;
  const ignored =
    survey.ignored.length === 0 ? '' : ` (${survey.ignored.length} files left out: ${reasonsOf(survey.ignored)})`;
  throw new ReviewError('empty-scope', `${survey.snapshot.selection} has no files to review${ignored}.`);
}

const reasonsOf = (ignored: readonly IgnoredEntry[]): string =>
  [...new Set(ignored.map((entry) => entry.reason))].sort().join(', ');
