/**
 * What the disk says of a file, as a mark that changes whenever its text may have: size, times and inode. A file written
 * so lately that it could change once more without a trace has no mark. Opens nothing.
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { limitFor } from './files/folder.ts';

const NANOSECONDS = 1_000_000n;
const SECOND = 1_000_000_000n;
/** Longer than a tick of any kernel; a file system that counts whole seconds needs two of them. */
const FINE_WINDOW = 100n * NANOSECONDS;
const COARSE_WINDOW = 2n * SECOND;

/** True where a further change could leave the same time behind, or where the clocks disagree. */
const isTooFresh = (time: bigint, now: bigint): boolean =>
  now - time < (time % SECOND === 0n ? COARSE_WINDOW : FINE_WINDOW);

/** `root` is a real path. A file over the limit has no mark, so that it is judged by whoever reads it. */
export function createDiskIdentity(root: string, maxFileBytes: number): (path: string) => string | null {
  return (path) => {
    try {
      const stats = lstatSync(join(root, path), { bigint: true, throwIfNoEntry: false });
      if (!stats?.isFile() || stats.size > limitFor(path, maxFileBytes)) return null;
      const { size, mtimeNs, ctimeNs, ino, dev } = stats;
      const now = BigInt(Date.now()) * NANOSECONDS;
      if (isTooFresh(mtimeNs, now) || isTooFresh(ctimeNs, now)) return null;
      return `disk ${size} ${mtimeNs} ${ctimeNs} ${ino} ${dev}`;
    } catch {
      return null;
    }
  };
}
