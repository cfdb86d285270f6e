/**
 * A change may break files that it does not touch: those that still import what it removes join its scope, with the lines of these
 * imports as what is to be reviewed there. The check `import-of-removed` reports them.
 */
import type { BrokenImport, Repository, ScopeEntry, ScopeRules, Snapshot } from '../ports/repository.ts';
import { mergeRanges } from '../protocol/coverage/coverage.ts';
import { detectLanguage } from '../protocol/source/language.ts';
import { compareText } from '../protocol/text/compare-text.ts';
import type { Settings } from './settings.ts';

export function addDependents<T extends Settings>(settings: T): T {
  const { repository } = settings;
  const open: Repository['open'] = async (selection, rules, signal) => {
    const snapshot = await repository.open(selection, rules, signal);
    return snapshot.isChange && snapshot.removed !== undefined ? withDependents(snapshot, rules, signal) : snapshot;
  };
  return { ...settings, repository: { ...repository, open } };
}

function withDependents(snapshot: Snapshot, rules: ScopeRules, signal: AbortSignal | undefined): Snapshot {
  let found: Promise<readonly ScopeEntry[]> | null = null;
  return {
    ...snapshot,
    async *entries() {
      found ??= findEntries(snapshot, rules, signal);
      yield* await found;
    },
  };
}

async function findEntries(
  snapshot: Snapshot,
  rules: ScopeRules,
  signal: AbortSignal | undefined,
): Promise<readonly ScopeEntry[]> {
  const entries: ScopeEntry[] = [];
  for await (const entry of snapshot.entries()) entries.push(entry);
  const [{ findBrokenImports }, { createScopeFilter }] = await Promise.all([
    import('../analyzers/source-text/broken-imports.ts'),
    import('../repository/files/scope-filter.ts'),
  ]);
  const filter = createScopeFilter(rules);
  const broken = await findBrokenImports(snapshot, {
    changed: entries.filter(({ kind }) => kind === 'file').map(({ path }) => path),
    removed: snapshot.removed ?? [],
    isSearched: (path) => filter(path) === 'selected',
    signal,
  });
  if (broken.size === 0) return entries;
  const known = new Set(entries.map(({ path }) => path));
  const added = [...broken].filter(([path]) => !known.has(path));
  return [
    ...entries.map((entry) => addBroken(entry, broken.get(entry.path))),
    ...added.map(([path, imports]) =>
      addBroken({ ...UNTOUCHED, path, language: detectLanguage(path)?.name ?? null }, imports),
    ),
  ].toSorted((a, b) => compareText(a.path, b.path));
}

const UNTOUCHED = { kind: 'file', changed: [] } as const;

function addBroken(entry: ScopeEntry, broken: readonly BrokenImport[] | undefined): ScopeEntry {
  if (entry.kind !== 'file' || broken === undefined) return entry;
  const lines = broken.map(({ line }) => ({ start: line, end: line }));
  return { ...entry, broken, changed: entry.changed === null ? null : mergeRanges([...entry.changed, ...lines]) };
}
