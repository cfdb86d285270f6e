/**
 * Lists the files of a project that a text names by path or file name; a name that fits several files gives all. Called by
 * engine/review/cache-files.ts, which caches with a review every file its claims name.
 */
import { fileNameOf } from '../source/paths.ts';

const WORD = /[\p{L}\p{N}_@+$%~./\\-]+/gu;

export type PathIndex = ReadonlyMap<string, readonly string[]>;

/** Paths by their last part. */
export const indexPaths = (paths: Iterable<string>): PathIndex => Map.groupBy(paths, fileNameOf);

/** `src/db.ts:12`, `./src/db.ts` and `db.ts` all speak of `src/db.ts`; the last also of `lib/db.ts`. */
export function listCitedPaths(text: string, index: PathIndex): readonly string[] {
  const cited = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    const plain = word
      .replaceAll('\\', '/')
      .replace(/^(?:\.{0,2}\/)+/u, '')
      .replace(/[./]+$/u, '');
    if (plain === '') continue;
    for (const path of index.get(fileNameOf(plain)) ?? [])
      if (path === plain || path.endsWith(`/${plain}`) || plain.endsWith(`/${path}`)) cited.add(path);
  }
  return [...cited];
}
