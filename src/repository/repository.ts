/**
 * The Repository port on a real folder: turns a selection into a scope, with git where there is one. Runs nothing of
 * the repository, reads nothing outside it, and throws only what the user has to mend.
 */
import { realpath, stat } from 'node:fs/promises';
import { ReviewError } from '../errors.ts';
import type { Repository, Selection, Snapshot } from '../ports/repository.ts';
import { createDiskIdentity } from './disk-identity.ts';
import { createFolder, type Folder } from './files/folder.ts';
import { listNamed, type Named, resolveNames, walkNames } from './files/named-paths.ts';
import { createStableReader } from './files/stable-reader.ts';
import type { WalkedEntry } from './files/walk.ts';
import type { GitContext } from './git/git-scopes.ts';
import { locateGit } from './git/locate.ts';
import type { GitSession } from './git/session.ts';
import type { Tree } from './git/trees.ts';
import { createSnapshot, type Scope } from './scope.ts';
import { readDiskSettings } from './settings-files.ts';

export interface RepositoryOptions {
  readonly root: string;
  /** The git program; null = do as if there were none. Found on the search path where it is left out. */
  readonly git?: string | null;
  /** Folders to look for git in, as in PATH; the usual ones where it is left out. */
  readonly searchPath?: string;
}

/** What git says of the root, as far as it can be asked. */
type GitState =
  | { readonly kind: 'open'; readonly session: GitSession; readonly branch: string | null }
  | { readonly kind: 'closed'; readonly branch: string | null; readonly reason: string; readonly isBroken: boolean };

/** What needs git is loaded where there is git. */
const loadGitScopes = () => import('./git/git-scopes.ts');

async function resolveRoot(root: string): Promise<string> {
  const real = await realpath(root).catch(() => null);
  const stats = real === null ? null : await stat(real).catch(() => null);
  if (real === null || stats === null) throw new ReviewError('root-not-found', `"${root}"`);
  if (!stats.isDirectory()) throw new ReviewError('root-not-found', `"${root}" is not a folder`);
  return real;
}

async function openGit(root: string, { git, searchPath }: RepositoryOptions): Promise<GitState> {
  const located = await locateGit(root);
  if (located.kind === 'none') {
    const isBroken = located.reason !== 'no .git here or above';
    return { kind: 'closed', branch: null, reason: located.reason, isBroken };
  }
  const scopes = await loadGitScopes();
  const { session, branch } = await scopes.openGit(located.place, { root, program: git, searchPath });
  if (session === null) return { kind: 'closed', branch, reason: 'no git program was found', isBroken: true };
  return { kind: 'open', session, branch };
}

function requireGit(state: GitState): GitSession {
  if (state.kind === 'open') return state.session;
  throw new ReviewError('no-git', state.reason);
}

/** The folder with the index of git, or with a warning why it had to do without. */
async function openFolder(root: string, state: GitState): Promise<{ folder: Folder; warnings: readonly string[] }> {
  if (state.kind === 'closed') {
    const warnings = state.isBroken ? [`git was not used: ${state.reason}`] : [];
    return { folder: createFolder({ root, place: null, index: null }), warnings };
  }
  const { session } = state;
  let index: Tree | null = null;
  const warnings: string[] = [];
  try {
    index = await session.index();
  } catch (error) {
    warnings.push(`the index of git could not be read: ${error instanceof ReviewError ? error.detail : String(error)}`);
  }
  return { folder: createFolder({ root, place: session.place, index }), warnings };
}

interface OpenContext {
  readonly root: string;
  readonly state: GitState;
  readonly maxFileBytes: number;
}

async function openWalk(
  context: OpenContext,
  selection: string,
  find: (folder: Folder) => AsyncIterable<WalkedEntry>,
): Promise<Scope> {
  const { folder, warnings } = await openFolder(context.root, context.state);
  const reader = createStableReader((path) => folder.readBytes(path, context.maxFileBytes));
  return {
    selection,
    isChange: false,
    warnings,
    find: () => find(folder),
    read: (path) => reader.read(path),
    readBase: async () => null,
    paths: () => folder.paths(),
    identity: createDiskIdentity(context.root, context.maxFileBytes),
  };
}

const openAll = (context: OpenContext, selection = 'whole folder'): Promise<Scope> =>
  openWalk(context, selection, (folder) => folder.walk(''));

async function openPaths(context: OpenContext, patterns: readonly string[]): Promise<Scope> {
  const names = await resolveNames(context.root, patterns);
  const scope = await openWalk(context, patterns.join(' '), (folder) => walkNames(folder, names));
  const idle = names.length === 1 ? [] : await listIdle(context, names, patterns);
  return { ...scope, named: listNamed(names), warnings: [...scope.warnings, ...idle] };
}

/** Globs among several names that match nothing: one alone is an empty scope, among others it would go unnoticed. */
async function listIdle(
  context: OpenContext,
  names: readonly Named[],
  patterns: readonly string[],
): Promise<readonly string[]> {
  const { folder } = await openFolder(context.root, context.state);
  const warnings: string[] = [];
  for (const [i, named] of names.entries()) {
    if (named.kind !== 'glob') continue;
    const first = await walkNames(folder, [named]).next();
    if (first.done) warnings.push(`⚠️ ${patterns[i]} matches no file`);
  }
  return warnings;
}

const toGitContext = (context: OpenContext): GitContext => ({
  session: requireGit(context.state),
  maxFileBytes: context.maxFileBytes,
  openFolder: async () => (await openFolder(context.root, context.state)).folder,
});

async function openAuto(context: OpenContext): Promise<Scope> {
  if (context.state.kind === 'closed') return openAll(context, 'whole folder (no git)');
  const { openBranchChanges } = await loadGitScopes();
  const changes = await openBranchChanges(toGitContext(context));
  return 'scope' in changes ? changes.scope : openAll(context, `whole folder (${changes.none})`);
}

async function openPatch(
  context: OpenContext,
  { text, origin }: Extract<Selection, { kind: 'patch' }>,
): Promise<Scope> {
  const { folder, warnings } = await openFolder(context.root, context.state);
  const prefix = context.state.kind === 'open' ? context.state.session.place.prefix : '';
  const { createPatchScope } = await import('./git/patch-scope.ts');
  const scope = await createPatchScope({ text, origin, folder, prefix, maxFileBytes: context.maxFileBytes });
  return { ...scope, warnings: [...warnings, ...scope.warnings] };
}

/** A change is cut to the root; in a larger work tree that has to be said. */
async function openScope(context: OpenContext, selection: Selection): Promise<Scope> {
  const scope = await openSelection(context, selection);
  const prefix = context.state.kind === 'open' ? context.state.session.place.prefix : '';
  if (!scope.isChange || prefix === '') return scope;
  const warning = `⚠️ only what changed below ${prefix} was reviewed: the root is a folder of a larger work tree (-C chooses another)`;
  return { ...scope, warnings: [warning, ...scope.warnings] };
}

async function openSelection(context: OpenContext, selection: Selection): Promise<Scope> {
  switch (selection.kind) {
    case 'auto':
      return openAuto(context);
    case 'all':
      return openAll(context);
    case 'paths':
      return openPaths(context, selection.patterns);
    case 'staged':
      return (await loadGitScopes()).openStaged(toGitContext(context));
    case 'patch':
      return openPatch(context, selection);
    default:
      return (await loadGitScopes()).openSpan(toGitContext(context), selection);
  }
}

/** Throws ReviewError `root-not-found`. Dispose of it to stop git and to remove its temporary folder. */
export async function createRepository(options: RepositoryOptions): Promise<Repository & AsyncDisposable> {
  const root = await resolveRoot(options.root);
  let state: Promise<GitState> | null = null;
  const readState = (): Promise<GitState> => {
    state ??= openGit(root, options);
    return state;
  };

  return {
    root,
    async open(selection, rules): Promise<Snapshot> {
      const context = { root, state: await readState(), maxFileBytes: rules.maxFileBytes };
      const scope = await openScope(context, selection);
      return createSnapshot(scope, context.state.branch, rules);
    },
    async readSettings(path, selection) {
      if (selection.kind !== 'commit' && selection.kind !== 'range') return readDiskSettings(root, path);
      const session = requireGit(await readState());
      return (await loadGitScopes()).readBaseSettings(session, selection, path);
    },
    async [Symbol.asyncDispose]() {
      const opened = await state;
      state = null;
      if (opened?.kind === 'open') await opened.session.close();
    },
  };
}
