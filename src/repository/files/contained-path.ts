/**
 * Tells whether a path lies inside a folder, and makes paths relative to it: the one rule by which no path leaves the reviewed folder.
 * Also names that mean something else than a file (devices on Windows). Inside the product a path is relative to the root and has `/`
 * between its parts. Used wherever a path comes from outside.
 */
import { realpathSync } from 'node:fs';
import { dirname, type PlatformPath, posix, win32 } from 'node:path';

/** True where `path` is `folder` itself or lies beneath it. Both are absolute and free of symbolic links. */
export function isContained(folder: string, path: string, platform: Platform = process.platform): boolean {
  const { relative, isAbsolute, sep } = rulesOf(platform);
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Whether it may lie there: names that differ in case alone are one where the file system says so. For what must not be run. */
export function mayBeContained(folder: string, path: string, platform: Platform = process.platform): boolean {
  if (platform !== 'darwin') return isContained(folder, path, platform);
  const fold = (each: string): string => each.normalize('NFC').toLowerCase();
  return isContained(fold(folder), fold(path), platform);
}

type Platform = NodeJS.Platform;
const rulesOf = (platform: Platform): PlatformPath => (platform === 'win32' ? win32 : posix);

const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?: *\.|$)/iu;

/**
 * Whether a path inside a folder would name something else than a file of that name: nothing below the root may. On Windows that is a
 * device (`src/nul.txt`), another stream of a file (`a.txt:b`), and a name whose end is dropped (`a.txt.`).
 */
export function isMisleading(path: string, platform: Platform = process.platform): boolean {
  if (path.includes('\0')) return true;
  if (platform !== 'win32') return false;
  const parts = path.split(/[\\/]/u).filter((part) => part !== '.' && part !== '..');
  return parts.some((part) => part.includes(':') || /[. ]$/u.test(part) || DEVICE.test(part));
}

/** Path of `target` relative to `folder` with `/`, or null where it lies outside. The folder itself is ''. */
export function relativize(folder: string, target: string, platform: Platform = process.platform): string | null {
  const { resolve, relative, sep } = rulesOf(platform);
  const path = resolve(folder, target);
  return isContained(folder, path, platform) ? relative(folder, path).split(sep).join('/') : null;
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
