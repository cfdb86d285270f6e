/**
 * Refuses paths to write to that lead through a symbolic link inside the reviewed repository (throws ReviewError): such a link could
 * choose which file of the user is overwritten. Called by outputs.ts and by the commands `fix` and `init`.
 */
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ReviewError } from '../errors.ts';
import { isContained } from '../repository/files/contained-path.ts';
import { locateGit } from '../repository/git/locate.ts';
import type { Flags } from './command-declaration.ts';
import { findRoot } from './state-folder.ts';
import type { Terminal } from './streams.ts';

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The first link on the way to the target that lies in the folder, or null. */
function findLink(folder: string, target: string): string | null {
  const above = dirname(target);
  if (above === target) return null;
  return findLink(folder, above) ?? (isContained(folder, realOrSame(above)) && isLink(target) ? target : null);
}

/** Throws ReviewError before anything is written. Paths are as the user wrote them. */
export async function refuseLinks(terminal: Terminal, flags: Flags, paths: readonly string[]): Promise<void> {
  const root = findRoot(terminal, flags);
  const located = await locateGit(root);
  const folder = located.kind === 'none' ? root : located.place.topLevel;
  for (const path of paths) {
    const link = findLink(folder, resolve(terminal.workingDirectory, path));
    if (link !== null)
      throw new ReviewError('unwritable-output', `${link} is a link in the reviewed folder.`, {
        advice: 'Name the place it leads to, or another one.',
      });
  }
}
