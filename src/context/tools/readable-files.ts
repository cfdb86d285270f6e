/**
 * Lists and reads files for the tools of agents: a path that an agent names is looked up among those that exist in the snapshot and
 * read from the snapshot. No such path reaches the disk, so `..`, links and devices lead nowhere. Used by every tool in this folder.
 */
import type { ReadOutcome, Snapshot } from '../../ports/repository.ts';

export interface ReadableFiles {
  /** Sorted; folder '' is the root. */
  list(folder: string): Promise<readonly string[]>;
  read(path: string): Promise<ReadOutcome | { readonly kind: 'unknown' }>;
  /** Paths in scope. */
  scope(): Promise<ReadonlyMap<string, string | null>>;
}

/** `./src//a.ts` and `src/a.ts` are the same file; anything that climbs or starts at `/` is none. */
export function normalizePath(path: string): string | null {
  if (path.startsWith('/') || path.includes('\0')) return null;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.includes('..') ? null : parts.join('/');
}

/** `isExcluded`: paths the project keeps from its reviewers, in scope or not. */
export function createReadableFiles(snapshot: Snapshot, isExcluded: (path: string) => boolean): ReadableFiles {
  let known: Promise<{ paths: ReadonlySet<string>; scope: ReadonlyMap<string, string | null> }> | null = null;

  const find = async () => {
    const scope = new Map<string, string | null>();
    const ignored = new Set<string>();
    for await (const entry of snapshot.entries()) {
      if (entry.kind === 'file') scope.set(entry.path, entry.language);
      else if (entry.reason === 'ignored') ignored.add(entry.path);
    }
    const all = await snapshot.paths();
    const paths = [...all].filter((path) => !(ignored.has(path) || isExcluded(path)));
    return { paths: new Set(paths.sort()), scope };
  };
  const know = () => {
    known ??= find();
    return known;
  };

  return {
    async list(folder) {
      const { paths } = await know();
      const wanted = normalizePath(folder);
      if (wanted === null) return [];
      return [...paths].filter((path) => wanted === '' || path === wanted || path.startsWith(`${wanted}/`));
    },
    async read(path) {
      const { paths } = await know();
      const wanted = normalizePath(path);
      return wanted !== null && paths.has(wanted) ? snapshot.read(wanted) : { kind: 'unknown' };
    },
    scope: async () => (await know()).scope,
  };
}
