/**
 * Temporary folders of this process, all within one that is gone when the process is, however it ended: removed by itself at an
 * ordinary end, by the guard of `end-orphans.ts` after a `kill -9`. A process that we fork has its folders in those of its parent.
 */
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeWithThisProcess } from './end-orphans.ts';

/** All the others are in it. */
let own: string | null = null;

/** Made anew where somebody has cleaned up meanwhile: a server lives long. */
export function findTemporaryFolder(): string {
  if (own !== null && existsSync(own)) return own;
  if (own === null) process.once('exit', removeOwn);
  own = realpathSync(mkdtempSync(join(tmpdir(), 'consensus-review-')));
  removeWithThisProcess(own);
  return own;
}

function removeOwn(): void {
  try {
    if (own !== null) rmSync(own, { recursive: true, force: true });
  } catch {
    // Windows keeps a library that is loaded.
  }
}

/** Readable by this user alone. Whoever is done with it early removes it. */
export const makeTemporaryFolder = (purpose: string): string => mkdtempSync(join(findTemporaryFolder(), `${purpose}-`));

/** For a process that we have forked: its parent answers for the folder. */
export function useTemporaryFolder(ofParent: string): void {
  own = ofParent;
}
