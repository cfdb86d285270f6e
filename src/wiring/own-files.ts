/**
 * Turns absolute paths of files that a run itself writes into lines of an ignore file, where they lie inside the reviewed folder, so
 * that the run does not review its own output. Called by conduct.ts.
 */
import { isAbsolute, relative, sep } from 'node:path';

/** Lines that keep what this run writes out of what it reviews, wherever inside the root it writes. */
export function ignoreOwn(root: string, paths: readonly string[]): readonly string[] {
  return paths
    .map((path) => relative(root, path))
    .filter((path) => path !== '' && !path.startsWith('..') && !isAbsolute(path))
    .map(
      (path) =>
        `/${path
          .split(sep)
          .join('/')
          .replace(/[\\*?[\]!# ]/gu, '\\$&')}`,
    );
}
