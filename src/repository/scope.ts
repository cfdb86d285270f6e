/**
 * Declares the `Scope` that every kind of selection resolves to, and turns it into the snapshot that the engine reads: applies the
 * user's filters, joins vendored folders into one entry, detects languages. Nothing that was found disappears without being listed,
 * unless it was never selected. Called by repository.ts.
 */
import { createPause } from '../ports/pause.ts';
import type { ReadOutcome, ScopeEntry, ScopeRules, Snapshot } from '../ports/repository.ts';
import type { LineRange } from '../protocol/findings/finding.ts';
import type { IgnoreReason } from '../protocol/report/report-document.ts';
import { detectLanguage, isSourcePath } from '../protocol/source/language.ts';
import { createReplay } from './files/replay.ts';
import { createScopeFilter, type ScopeFilter } from './files/scope-filter.ts';
import { findVendoredFolder } from './files/walk.ts';

/** Changed ranges, null for the whole file, or that nothing changed after all. */
export type Inspection = readonly LineRange[] | null | 'unchanged';

export interface Found {
  readonly path: string;
  readonly reason: IgnoreReason | null;
  /** Files of source that the entry stands for, where its name does not tell. */
  readonly sourceFiles?: number;
  /** Looks into the file; called only for what the filters leave. Left out where no change is reviewed: then all of it is. */
  readonly inspect?: () => Promise<Inspection>;
}

export interface Scope {
  readonly selection: string;
  readonly isChange: boolean;
  readonly against?: string;
  readonly warnings: readonly string[];
  /** Paths that a change deletes or renames. */
  readonly removed?: readonly string[];
  /** Files and folders that the user named one by one. */
  readonly named?: readonly string[];
  /** In batches of any size. */
  find(): AsyncIterable<readonly Found[]>;
  /** Messages of the commits of a change. */
  readonly message?: () => Promise<string | null>;
  read(path: string): Promise<ReadOutcome>;
  readBase(path: string): Promise<string | null>;
  paths(): Promise<ReadonlySet<string>>;
  identity(path: string): string | null;
}

/** Files looked into at a time. */
const BATCH = 32;

/** Null for what is no part of the scope. Only a change is anything to wait for. */
function toEntry(found: Found, filter: ScopeFilter): ScopeEntry | null | Promise<ScopeEntry | null> {
  const { path, reason, sourceFiles, inspect } = found;
  const counted = sourceFiles === undefined ? {} : { sourceFiles };
  const verdict = filter(path);
  if (verdict === 'unselected') return null;
  const judge = (changed: Inspection): ScopeEntry | null => {
    if (changed === 'unchanged') return null;
    if (verdict === 'ignored') return { kind: 'ignored', path, reason: 'ignored', ...counted };
    if (reason !== null) return { kind: 'ignored', path, reason, ...counted };
    return { kind: 'file', path, language: detectLanguage(path)?.name ?? null, changed };
  };
  return inspect === undefined ? judge(null) : inspect().then(judge);
}

/** Files of a change that lie in a vendored folder become one entry for the folder. */
async function* collapseVendored(source: AsyncIterable<readonly Found[]>): AsyncGenerator<readonly Found[]> {
  let open: { readonly path: string; readonly reason: 'vendored'; sourceFiles: number } | null = null;
  for await (const batch of source) {
    const kept: Found[] = [];
    for (const found of batch) {
      const folder = findVendoredFolder(found.path.replace(/\/$/u, ''));
      if (open !== null && open.path !== folder) {
        kept.push(open);
        open = null;
      }
      if (folder === null) kept.push(found);
      else {
        open ??= { path: folder, reason: 'vendored', sourceFiles: 0 };
        open.sourceFiles += found.sourceFiles ?? Number(isSourcePath(found.path));
      }
    }
    yield kept;
  }
  if (open !== null) yield [open];
}

/** In batches: an entry by itself would cost more on its way than what is said of it. Ends where the signal has fired. */
async function* streamEntries(
  scope: Scope,
  filter: ScopeFilter,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly ScopeEntry[]> {
  const pause = createPause(1);
  let batch: (ScopeEntry | null | Promise<ScopeEntry | null>)[] = [];
  const settle = async (): Promise<readonly ScopeEntry[]> => {
    const entries = await Promise.all(batch);
    batch = [];
    return entries.filter((entry) => entry !== null);
  };
  for await (const found of scope.isChange ? collapseVendored(scope.find()) : scope.find()) {
    for (const each of found) {
      batch.push(toEntry(each, filter));
      if (batch.length < BATCH) continue;
      yield await settle();
      // Of a change most files may be none: nobody else would notice that the time is up.
      await pause();
      if (signal?.aborted) return;
    }
  }
  yield await settle();
}

export function createSnapshot(scope: Scope, branch: string | null, rules: ScopeRules, signal?: AbortSignal): Snapshot {
  const { selection, isChange, warnings } = scope;
  const entries = createReplay(streamEntries(scope, createScopeFilter(rules, scope.named), signal));
  return {
    // Files that no `--include` names are listed nowhere: the words say so.
    selection: rules.include.length === 0 ? selection : `${selection}, only ${rules.include.join(' ')}`,
    branch,
    isChange,
    ...(scope.against === undefined ? {} : { against: scope.against }),
    warnings,
    ...(scope.removed === undefined ? {} : { removed: scope.removed }),
    entries,
    read: (path) => scope.read(path),
    message: async () => (await scope.message?.()) ?? null,
    readBase: (path) => scope.readBase(path),
    paths: () => scope.paths(),
    identity: (path) => scope.identity(path),
  };
}

export const countDeleted = (count: number): readonly string[] =>
  count === 0 ? [] : [`${count} deleted ${count === 1 ? 'file has' : 'files have'} no text to review`];
