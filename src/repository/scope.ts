/**
 * What every kind of selection resolves to, and how that becomes the snapshot of the port: the user's filters, vendored
 * folders as one entry, languages. Nothing that was found disappears without being listed, unless it was never selected.
 */
import type { ReadOutcome, ScopeEntry, ScopeRules, Snapshot } from '../ports/repository.ts';
import type { LineRange } from '../protocol/findings/finding.ts';
import type { IgnoreReason } from '../protocol/report/report-document.ts';
import { detectLanguage } from '../protocol/source/language.ts';
import { createReplay } from './files/replay.ts';
import { createScopeFilter, type ScopeFilter } from './files/scope-filter.ts';
import { findVendoredFolder } from './files/walk.ts';

/** Changed ranges, null for the whole file, or that nothing changed after all. */
export type Inspection = readonly LineRange[] | null | 'unchanged';

export interface Found {
  readonly path: string;
  readonly reason: IgnoreReason | null;
  /** Looks into the file; called only for what the filters leave. Left out where no change is reviewed: then all of it is. */
  readonly inspect?: () => Promise<Inspection>;
}

export interface Scope {
  readonly selection: string;
  readonly isChange: boolean;
  readonly warnings: readonly string[];
  /** Files and folders that the user named one by one. */
  readonly named?: readonly string[];
  find(): AsyncIterable<Found>;
  read(path: string): Promise<ReadOutcome>;
  readBase(path: string): Promise<string | null>;
  paths(): Promise<ReadonlySet<string>>;
  identity(path: string): string | null;
}

/** Files looked into at a time. */
const BATCH = 32;

/** Null for what is no part of the scope. Only a change is anything to wait for. */
function toEntry(found: Found, filter: ScopeFilter): ScopeEntry | null | Promise<ScopeEntry | null> {
  const { path, reason, inspect } = found;
  const verdict = filter(path);
  if (verdict === 'unselected') return null;
  const judge = (changed: Inspection): ScopeEntry | null => {
    if (changed === 'unchanged') return null;
    if (verdict === 'ignored') return { kind: 'ignored', path, reason: 'ignored' };
    if (reason !== null) return { kind: 'ignored', path, reason };
    return { kind: 'file', path, language: detectLanguage(path)?.name ?? null, changed };
  };
  return inspect === undefined ? judge(null) : inspect().then(judge);
}

/** Files of a change that lie in a vendored folder become one entry for the folder. */
async function* collapseVendored(source: AsyncIterable<Found>): AsyncGenerator<Found> {
  let last: string | null = null;
  for await (const found of source) {
    const folder = findVendoredFolder(found.path.replace(/\/$/u, ''));
    if (folder === null) yield found;
    else if (folder !== last) yield { path: folder, reason: 'vendored' };
    last = folder ?? last;
  }
}

/** In batches: an entry by itself would cost more on its way than what is said of it. */
async function* streamEntries(scope: Scope, filter: ScopeFilter): AsyncGenerator<readonly ScopeEntry[]> {
  let batch: (ScopeEntry | null | Promise<ScopeEntry | null>)[] = [];
  const settle = async (): Promise<readonly ScopeEntry[]> => {
    const entries = await Promise.all(batch);
    batch = [];
    return entries.filter((entry) => entry !== null);
  };
  for await (const found of scope.isChange ? collapseVendored(scope.find()) : scope.find()) {
    batch.push(toEntry(found, filter));
    if (batch.length >= BATCH) yield await settle();
  }
  yield await settle();
}

export function createSnapshot(scope: Scope, branch: string | null, rules: ScopeRules): Snapshot {
  const { selection, isChange, warnings } = scope;
  const entries = createReplay(streamEntries(scope, createScopeFilter(rules, scope.named)));
  return {
    // Files that no `--include` names are listed nowhere: the words say so.
    selection: rules.include.length === 0 ? selection : `${selection}, only ${rules.include.join(' ')}`,
    branch,
    isChange,
    warnings,
    entries,
    read: (path) => scope.read(path),
    readBase: (path) => scope.readBase(path),
    paths: () => scope.paths(),
    identity: (path) => scope.identity(path),
  };
}

export const countDeleted = (count: number): readonly string[] =>
  count === 0 ? [] : [`${count} deleted ${count === 1 ? 'file has' : 'files have'} no text to review`];
