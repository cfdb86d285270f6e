/**
 * Gives a file on disk an identity that changes whenever its text may have changed: size, times and inode. A file written so lately
 * that it could change once more without a trace gets null. Opens nothing. Called by repository.ts, git/disk-changes.ts and
 * git/patch-scope.ts.
 */
import { lstatSync } from 'node:fs';
import { sep } from 'node:path';
import { limitFor } from './files/folder.ts';

const SECOND = 1000;
/** Milliseconds. Longer than a tick of any kernel; a file system that counts whole seconds needs two of them. */
const FINE_WINDOW = 100;
const COARSE_WINDOW = 2 * SECOND;

const QUIET = { throwIfNoEntry: false } as const;

/** True where a further change could leave the same time behind, or where the clocks disagree. */
const isTooFresh = (time: number, now: number): boolean =>
  now - time < (time % SECOND === 0 ? COARSE_WINDOW : FINE_WINDOW);

/** `root` is a real path. A file over the limit has no identity, so that it is judged by whoever reads it. */
export function createDiskIdentity(root: string, maxFileBytes: number): (path: string) => string | null {
  // Called for every file of a folder: `join` would take as long again as the disk.
  const prefix = root.endsWith(sep) ? root : `${root}${sep}`;
  return (path) => {
    try {
      const stats = lstatSync(prefix + path, QUIET);
      if (!stats?.isFile()) return null;
      if (stats.size > maxFileBytes && stats.size > limitFor(path, maxFileBytes)) return null;
      const { size, mtimeMs, ctimeMs, ino, dev } = stats;
      const now = Date.now();
      if (isTooFresh(mtimeMs, now) || isTooFresh(ctimeMs, now)) return null;
      return `disk ${size} ${mtimeMs} ${ctimeMs} ${ino} ${dev}`;
    } catch {
      return null;
    }
  };
}

/** Files whose identity is remembered. */
const MAX_REMEMBERED = 100_000;

/** Each as it was first asked for, before the file was read: what is learned of a later text is kept under no name that is found again. */
export function rememberIdentity(
  identityOf: (path: string) => string | null,
  max = MAX_REMEMBERED,
): (path: string) => string | null {
  const known = new Map<string, string>();
  return (path) => {
    const kept = known.get(path);
    if (kept !== undefined) return kept;
    const found = identityOf(path);
    if (found !== null && known.size < max) known.set(path, found);
    return found;
  };
}
