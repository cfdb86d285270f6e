/**
 * Implements the port `Repository` in memory, for tests: the same filters, order and errors as the real one, no disk. A file given
 * with `base` or `changed` makes a change scope out of every selection but `all` and `paths`. Exported by testing/index.ts.
 */

import { ReviewError } from '../errors.ts';
import type {
  ReadOutcome,
  Repository,
  ScopeEntry,
  ScopeRules,
  Selection,
  SettingsFile,
  Snapshot,
} from '../ports/repository.ts';
import type { LineRange } from '../protocol/findings/finding.ts';
import type { IgnoreReason } from '../protocol/report/report-document.ts';
import { detectLanguage } from '../protocol/source/language.ts';
import { compareText } from '../protocol/text/compare-text.ts';
import { compileGlob, createScopeFilter } from '../repository/files/scope-filter.ts';

export type MemoryFile =
  | string
  | {
      readonly text: string;
      /** Text before the change; null for an added file. */
      readonly base?: string | null;
      /** Changed ranges of `text`; null for the whole file. */
      readonly changed?: readonly LineRange[] | null;
    }
  | { readonly unusable: IgnoreReason };

export interface MemoryRepositoryOptions {
  readonly root?: string;
  readonly branch?: string | null;
  readonly selection?: string;
  readonly warnings?: readonly string[];
  /** Settings of the project, by path. */
  readonly settings?: Readonly<Record<string, string>>;
}

const isChanged = (file: MemoryFile): boolean =>
  typeof file !== 'string' && 'text' in file && (file.base !== undefined || file.changed !== undefined);

const countLines = (text: string): number => (text === '' ? 0 : text.replace(/\n$/u, '').split('\n').length);

function checkFile(path: string, file: MemoryFile): void {
  if (path === '' || path.startsWith('/') || path.split('/').some((part) => ['', '.', '..'].includes(part))) {
    throw new Error(`createMemoryRepository: "${path}" is not a path relative to the root`);
  }
  if (typeof file === 'string' || !('text' in file)) return;
  const lines = countLines(file.text);
  for (const { start, end } of file.changed ?? []) {
    if (start < 1 || end < start || end > lines) {
      throw new Error(`createMemoryRepository: range ${start}..${end} lies outside the ${lines} lines of ${path}`);
    }
  }
}

const readMemory = (file: MemoryFile | undefined, maxBytes: number): ReadOutcome => {
  if (file === undefined) return { kind: 'unusable', reason: 'unreadable' };
  if (typeof file !== 'string' && 'unusable' in file) return { kind: 'unusable', reason: file.unusable };
  const text = typeof file === 'string' ? file : file.text;
  const bytes = Buffer.byteLength(text);
  return bytes > maxBytes ? { kind: 'unusable', reason: 'too-large' } : { kind: 'text', text, bytes };
};

/** Paths a `paths` selection names: files, folders, globs. */
function selectPaths(all: readonly string[], patterns: readonly string[]): ReadonlySet<string> {
  return new Set(
    patterns.flatMap((pattern) => {
      const literal = pattern.replace(/^\.\//u, '').replace(/\/$/u, '');
      if (literal.split('/').includes('..')) throw new ReviewError('path-outside-root', pattern);
      const named = literal === '.' ? all : all.filter((path) => path === literal || path.startsWith(`${literal}/`));
      if (named.length > 0) return named;
      if (!/[*?[{]/u.test(pattern)) throw new ReviewError('path-not-found', pattern);
      return all.filter(compileGlob(pattern));
    }),
  );
}

const describe = (selection: Selection): string =>
  selection.kind === 'paths'
    ? selection.patterns.join(' ')
    : selection.kind === 'all'
      ? 'whole folder'
      : selection.kind;

function toEntry(path: string, file: MemoryFile | undefined, isChange: boolean): ScopeEntry {
  if (typeof file === 'object' && 'unusable' in file) return { kind: 'ignored', path, reason: file.unusable };
  const changed = isChange && typeof file === 'object' ? (file.changed ?? null) : null;
  return { kind: 'file', path, language: detectLanguage(path)?.name ?? null, changed };
}

/** `files` are by path relative to the root. */
export function createMemoryRepository(
  files: Readonly<Record<string, MemoryFile>>,
  options: MemoryRepositoryOptions = {},
): Repository {
  for (const [path, file] of Object.entries(files)) checkFile(path, file);
  const store = new Map(Object.entries(files));
  const all = [...store.keys()].sort(compareText);

  const open = async (selection: Selection, rules: ScopeRules): Promise<Snapshot> => {
    const wantsChange = selection.kind !== 'all' && selection.kind !== 'paths';
    const changes = all.filter((path) => isChanged(store.get(path) ?? ''));
    const isChange = wantsChange && (selection.kind !== 'auto' || changes.length > 0);
    const named = selection.kind === 'paths' ? selectPaths(all, selection.patterns) : new Set(isChange ? changes : all);
    const filter = createScopeFilter(rules);

    async function* entries(): AsyncGenerator<ScopeEntry> {
      for (const path of all.filter((each) => named.has(each))) {
        const verdict = filter(path);
        if (verdict === 'ignored') yield { kind: 'ignored', path, reason: 'ignored' };
        else if (verdict === 'selected') yield toEntry(path, store.get(path), isChange);
      }
    }

    return {
      selection: options.selection ?? describe(selection),
      branch: options.branch === undefined ? 'main' : options.branch,
      isChange,
      warnings: options.warnings ?? [],
      entries,
      read: async (path) => readMemory(store.get(path), rules.maxFileBytes),
      readBase: async (path) => {
        const file = store.get(path);
        return isChange && typeof file === 'object' && 'text' in file ? (file.base ?? null) : null;
      },
      paths: async () => new Set(all),
    };
  };

  const readSettings = async (path: string): Promise<readonly SettingsFile[]> =>
    Object.entries(options.settings ?? {})
      .filter(([name]) => name === path || name.startsWith(`${path}/`))
      .map(([name, text]) => ({ path: name, text }))
      .sort((a, b) => compareText(a.path, b.path));

  return { root: options.root ?? '/memory', open, readSettings };
}
