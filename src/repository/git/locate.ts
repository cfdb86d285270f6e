/**
 * Finds the git directory of a folder without running git and without believing what the repository says of itself:
 * a git directory outside the work tree counts only if it points back at this work tree. Configuration is never obeyed.
 */
import { lstat, realpath } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { isContained, relativize } from '../files/contained-path.ts';
import { readSmallText } from '../files/contained-read.ts';

export interface GitPlace {
  /** Folder of the work tree that holds `.git`; a real path. */
  readonly topLevel: string;
  /** HEAD and the index of this work tree. */
  readonly gitDir: string;
  /** Refs and objects, shared by all work trees. */
  readonly commonDir: string;
  /** Way from the top level to the root: '' or `packages/api/`. */
  readonly prefix: string;
  readonly objectFormat: 'sha1' | 'sha256';
}

export type LocateOutcome =
  | { readonly kind: 'found'; readonly place: GitPlace }
  | { readonly kind: 'none'; readonly reason: string };

const none = (reason: string): LocateOutcome => ({ kind: 'none', reason });

async function kindOf(path: string): Promise<'folder' | 'file' | 'other' | null> {
  try {
    const stats = await lstat(path);
    return stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'other';
  } catch {
    return null;
  }
}

const realpathOrNull = async (path: string): Promise<string | null> => realpath(path).catch(() => null);

/** A value of a git config file, read as text. Enough for the three keys that describe a repository's shape. */
export function readConfigValue(text: string, key: string): string | null {
  const values = [...text.matchAll(/^[ \t]*(?:\[[^\]\n]*\][ \t]*)?(\w+)[ \t]*=[ \t]*(.*?)[ \t]*$/gmu)]
    .filter(([, name]) => name?.toLowerCase() === key)
    .map(([, , value]) => (value ?? '').replace(/^"(.*)"$/u, '$1'));
  return values.at(-1) ?? null;
}

/** A linked work tree: its admin folder lies in `worktrees/` of the common one and names this `.git` file. */
async function findLinkedCommonDir(gitDir: string, dotGit: string): Promise<string | null> {
  const back = (await readSmallText(gitDir, 'gitdir'))?.trim();
  const common = (await readSmallText(gitDir, 'commondir'))?.trim();
  if (!back || !common) return null;
  const commonDir = await realpathOrNull(resolve(gitDir, common));
  const backPath = await realpathOrNull(resolve(gitDir, back));
  if (commonDir === null || backPath !== dotGit) return null;
  return dirname(gitDir) === join(commonDir, 'worktrees') ? commonDir : null;
}

/** A submodule: the configuration of its git directory names this work tree. */
async function isOwnWorktree(gitDir: string, topLevel: string): Promise<boolean> {
  const worktree = readConfigValue((await readSmallText(gitDir, 'config')) ?? '', 'worktree');
  return worktree !== null && (await realpathOrNull(resolve(gitDir, worktree))) === topLevel;
}

interface GitDirs {
  readonly gitDir: string;
  readonly commonDir: string;
}

async function followGitFile(topLevel: string): Promise<GitDirs | null> {
  const dotGit = join(topLevel, '.git');
  const target = /^gitdir:[ \t]*(.+?)\s*$/u.exec((await readSmallText(topLevel, '.git')) ?? '')?.[1];
  const gitDir = target === undefined ? null : await realpathOrNull(resolve(topLevel, target));
  if (gitDir === null) return null;
  const linked = await findLinkedCommonDir(gitDir, dotGit);
  if (linked !== null) return { gitDir, commonDir: linked };
  if (isContained(topLevel, gitDir) || (await isOwnWorktree(gitDir, topLevel))) return { gitDir, commonDir: gitDir };
  return null;
}

async function findGitDirs(topLevel: string, kind: 'folder' | 'file' | 'other'): Promise<GitDirs | null> {
  const dotGit = join(topLevel, '.git');
  if (kind === 'folder') return { gitDir: dotGit, commonDir: dotGit };
  return kind === 'file' ? followGitFile(topLevel) : null;
}

async function describePlace(root: string, topLevel: string, dirs: GitDirs): Promise<LocateOutcome> {
  if ((await kindOf(join(dirs.commonDir, 'objects'))) !== 'folder')
    return none('.git has no objects folder of its own');
  const config = (await readSmallText(dirs.commonDir, 'config')) ?? '';
  if (readConfigValue(config, 'refstorage')?.toLowerCase() === 'reftable') return none('refs are stored as a reftable');
  const objectFormat = readConfigValue(config, 'objectformat')?.toLowerCase() === 'sha256' ? 'sha256' : 'sha1';
  const way = relativize(topLevel, root) ?? '';
  return { kind: 'found', place: { topLevel, ...dirs, prefix: way === '' ? '' : `${way}/`, objectFormat } };
}

/** Looks in the root, then in each folder above it. `root` is a real path. */
export async function locateGit(root: string): Promise<LocateOutcome> {
  for (let folder = root; ; folder = dirname(folder)) {
    const kind = await kindOf(join(folder, '.git'));
    if (kind !== null) {
      const dirs = await findGitDirs(folder, kind);
      if (dirs !== null) return describePlace(root, folder, dirs);
      return none(`${join(folder, '.git')} points to a git directory that does not point back`);
    }
    if (dirname(folder) === folder || folder === sep) return none('no .git here or above');
  }
}
