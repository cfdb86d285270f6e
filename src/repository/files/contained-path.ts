/**
 * Paths that may not leave a folder. Owns the one rule of containment; knows nothing of git or of scopes.
 * Inside the product a path is relative to the root and has `/` between its parts.
 */
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';

/** True where `path` is `folder` itself or lies beneath it. Both are absolute and free of symbolic links. */
export function isContained(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Path of `target` relative to `folder` with `/`, or null where it lies outside. The folder itself is ''. */
export function relativize(folder: string, target: string): string | null {
  const path = resolve(folder, target);
  return isContained(folder, path) ? relative(folder, path).split(sep).join('/') : null;
}

/** Where the nearest folder that exists really is. */
export function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : realFolder(dirname(path));
  }
}

/** Every folder above a path, nearest first, without the root: `a/b/c.ts` → `a/b`, `a`. */
export function* foldersAbove(path: string): Generator<string> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) yield path.slice(0, at);
}
