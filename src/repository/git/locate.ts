/**
 * Finds the git directory of a folder without running git and without believing what the repository says of itself: one outside the
 * work tree counts only if it points back at it, as that of a linked work tree or of a submodule of the repository around it.
 * Configuration is never obeyed, and that of a git directory elsewhere is not even read (decision 021). Called by repository.ts and
 * whatever needs git.
 */
import { lstatSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
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
  /** Folder with the configuration of this repository; null for a linked work tree, which shares that of another folder. */
  readonly configDir: string | null;
  /** Way from the top level to the root: '' or `packages/api/`. */
  readonly prefix: string;
  readonly objectFormat: 'sha1' | 'sha256';
}

export type LocateOutcome =
  | { readonly kind: 'found'; readonly place: GitPlace }
  | { readonly kind: 'none'; readonly reason: string };

const none = (reason: string): LocateOutcome => ({ kind: 'none', reason });

/** At once, because most of these are not there: a promise that fails costs ten times as much as this answer. */
function kindOf(path: string): 'folder' | 'file' | 'other' | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    return stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'other';
  } catch {
    return null;
  }
}

const realpathOrNull = async (path: string): Promise<string | null> => realpath(path).catch(() => null);

/** A value of a git config file, read as text. Enough for the three keys that describe a repository's shape. */
export function readConfigValue(text: string, key: string): string | null {
  const values = [...text.matchAll(/^[ \t]*(?:\[[^\]\n]*\][ \t]*)?(\w+)[ \t]*=(.*)$/gmu)]
    .filter(([, name]) => name?.toLowerCase() === key)
    .map(([, , value]) => (value ?? '').trim().replace(/^"(.*)"$/u, '$1'));
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

/** The repository that a folder lies in, the folder itself aside. */
async function findAround(folder: string): Promise<GitDirs | null> {
  const above = dirname(folder);
  if (above === folder) return null;
  const kind = kindOf(join(above, '.git'));
  return kind === null ? findAround(above) : findGitDirs(above, kind);
}

/**
 * A submodule: its git directory is one of the modules of the repository around it, and names this work tree. The place is judged
 * first, so that a `.git` file does not choose whose configuration is read.
 */
async function isSubmodule(gitDir: string, topLevel: string): Promise<boolean> {
  const around = await findAround(topLevel);
  const stores = around === null ? [] : [around.gitDir, around.commonDir].map((dir) => join(dir, 'modules'));
  if (!stores.some((modules) => isContained(modules, gitDir))) return false;
  const worktree = readConfigValue((await readSmallText(gitDir, 'config')) ?? '', 'worktree');
  return worktree !== null && (await realpathOrNull(resolve(gitDir, worktree))) === topLevel;
}

type GitDirs = Pick<GitPlace, 'gitDir' | 'commonDir' | 'configDir'>;

const ownDirs = (gitDir: string): GitDirs => ({ gitDir, commonDir: gitDir, configDir: gitDir });

async function followGitFile(topLevel: string): Promise<GitDirs | null> {
  const dotGit = join(topLevel, '.git');
  const target = /^gitdir:[ \t]*(.+?)\s*$/u.exec((await readSmallText(topLevel, '.git')) ?? '')?.[1];
  const gitDir = target === undefined ? null : await realpathOrNull(resolve(topLevel, target));
  if (gitDir === null) return null;
  const linked = await findLinkedCommonDir(gitDir, dotGit);
  if (linked !== null) return { gitDir, commonDir: linked, configDir: null };
  return isContained(topLevel, gitDir) || (await isSubmodule(gitDir, topLevel)) ? ownDirs(gitDir) : null;
}

async function findGitDirs(topLevel: string, kind: 'folder' | 'file' | 'other'): Promise<GitDirs | null> {
  if (kind === 'folder') return ownDirs(join(topLevel, '.git'));
  return kind === 'file' ? followGitFile(topLevel) : null;
}

const SHA256_DIGITS = 64;

/** By the configuration, or by the ids of its refs where that is not to be read. */
async function findObjectFormat(dirs: GitDirs): Promise<GitPlace['objectFormat']> {
  if (dirs.configDir === null) {
    const { readRefs } = await import('./refs.ts');
    const { head, oids } = await readRefs(dirs);
    const [oid = ''] = head.kind === 'detached' ? [head.oid] : oids.values();
    return oid.length === SHA256_DIGITS ? 'sha256' : 'sha1';
  }
  const config = (await readSmallText(dirs.configDir, 'config')) ?? '';
  return readConfigValue(config, 'objectformat')?.toLowerCase() === 'sha256' ? 'sha256' : 'sha1';
}

async function describePlace(root: string, topLevel: string, dirs: GitDirs): Promise<LocateOutcome> {
  if (kindOf(join(dirs.commonDir, 'objects')) !== 'folder') return none('.git has no objects folder of its own');
  if (kindOf(join(dirs.commonDir, 'reftable')) !== null) return none('refs are stored as a reftable');
  const objectFormat = await findObjectFormat(dirs);
  const way = relativize(topLevel, root) ?? '';
  return { kind: 'found', place: { topLevel, ...dirs, prefix: way === '' ? '' : `${way}/`, objectFormat } };
}

/** Looks in the root, then in each folder above it. `root` is a real path. */
export async function locateGit(root: string): Promise<LocateOutcome> {
  for (let folder = root; ; folder = dirname(folder)) {
    const kind = kindOf(join(folder, '.git'));
    if (kind !== null) {
      const dirs = await findGitDirs(folder, kind);
      if (dirs !== null) return describePlace(root, folder, dirs);
      return none(`${join(folder, '.git')} points to a git directory that does not point back`);
    }
    if (dirname(folder) === folder || folder === sep) return none('no .git here or above');
  }
}
