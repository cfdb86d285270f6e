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
import { createDiskScope, type DiskScope } from './git/disk-changes.ts';
import { locateGit } from './git/locate.ts';
import { createPatchScope } from './git/patch-scope.ts';
import { findGitProgram } from './git/program.ts';
import { findDefaultBranch, formatBranch, type Refs, readRefs, resolveHead } from './git/refs.ts';
import { EMPTY_TREE, findMergeBase, findParent, resolveRevision } from './git/revisions.ts';
import { cutChanges, type GitSession, openGitSession } from './git/session.ts';
import { createTreeScope } from './git/tree-changes.ts';
import { diffIndex, diffTrees, type Tree } from './git/trees.ts';
import { createSnapshot, type Scope } from './scope.ts';
import { readDiskSettings, readTreeSettings } from './settings-files.ts';

export interface RepositoryOptions {
  readonly root: string;
  /** The git program; null = do as if there were none. Found on the search path where it is left out. */
  readonly git?: string | null;
  /** Folders to look for git in, as in PATH; the usual ones where it is left out. */
  readonly searchPath?: string;
}

/** What git says of the root, as far as it can be asked. */
type GitState =
  | { readonly kind: 'open'; readonly session: GitSession; readonly refs: Refs }
  | { readonly kind: 'closed'; readonly refs: Refs | null; readonly reason: string; readonly isBroken: boolean };

async function resolveRoot(root: string): Promise<string> {
  const real = await realpath(root).catch(() => null);
  const stats = real === null ? null : await stat(real).catch(() => null);
  if (real === null || stats === null) throw new ReviewError('root-not-found', `"${root}"`);
  if (!stats.isDirectory()) throw new ReviewError('root-not-found', `"${root}" is not a folder`);
  return real;
}

async function openGit(root: string, options: RepositoryOptions): Promise<GitState> {
  const located = await locateGit(root);
  if (located.kind === 'none') {
    return { kind: 'closed', refs: null, reason: located.reason, isBroken: located.reason !== 'no .git here or above' };
  }
  const refs = await readRefs(located.place);
  const program = options.git === undefined ? findGitProgram(options.searchPath, root) : options.git;
  if (program === null) return { kind: 'closed', refs, reason: 'no git program was found', isBroken: true };
  return { kind: 'open', session: await openGitSession(located.place, refs, program), refs };
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
    async *find() {
      for await (const entry of find(folder)) yield { ...entry, inspect: async () => null };
    },
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

/** The work tree, uncommitted changes and all, against a commit. */
async function openDisk(context: OpenContext, session: GitSession, base: string, name: string): Promise<DiskScope> {
  const { folder } = await openFolder(context.root, context.state);
  const head = resolveHead(session.refs);
  const committed = head === null ? [] : cutChanges(await diffTrees(session.git, base, head), session.place.prefix);
  return createDiskScope(session, {
    selection: `working tree against ${name}`,
    folder,
    base: await session.tree(base),
    committed,
    maxFileBytes: context.maxFileBytes,
  });
}

/** Whether anything changed at all: the user's filters choose among changes, they do not undo them. */
async function hasChanges(scope: DiskScope, maxFileBytes: number): Promise<boolean> {
  if (scope.deleted > 0) return true;
  const unfiltered = { include: [], exclude: [], ignoreLines: [], maxFileBytes };
  for await (const _entry of createSnapshot(scope, null, unfiltered).entries()) return true;
  return false;
}

async function openAuto(context: OpenContext): Promise<Scope> {
  const { state } = context;
  if (state.kind === 'closed') return openAll(context, 'whole folder (no git)');
  const { session, refs } = state;
  const head = resolveHead(refs);
  if (head === null) return openAll(context, 'whole folder (no commits yet)');
  const branch = findDefaultBranch(refs);
  const base = branch === null ? head : await findMergeBase(session.git, branch.oid, head);
  const name = branch?.name ?? 'HEAD';
  const scope = await openDisk(context, session, base, name);
  return (await hasChanges(scope, context.maxFileBytes))
    ? scope
    : openAll(context, `whole folder (no changes against ${name})`);
}

async function openStaged(context: OpenContext): Promise<Scope> {
  const session = requireGit(context.state);
  const { git, place, refs } = session;
  const changes = await diffIndex(git, resolveHead(refs) ?? EMPTY_TREE[place.objectFormat]);
  return createTreeScope(session, {
    selection: 'staged changes',
    changes: cutChanges(changes, place.prefix),
    readHead: () => session.index(),
    maxFileBytes: context.maxFileBytes,
  });
}

interface Span {
  readonly base: string;
  /** Null = the work tree. */
  readonly head: string | null;
  readonly selection: string;
}

async function resolveCommit(session: GitSession, revision: string): Promise<Span> {
  const head = await resolveRevision(session.git, revision);
  const base = (await findParent(session.git, head)) ?? EMPTY_TREE[session.place.objectFormat];
  const short = head.slice(0, 12);
  return { base, head, selection: head.startsWith(revision) ? `commit ${short}` : `commit ${revision} (${short})` };
}

async function resolveRange(session: GitSession, range: Extract<Selection, { kind: 'range' }>): Promise<Span> {
  const base = await resolveRevision(session.git, range.base);
  const head = await resolveRevision(session.git, range.head ?? 'HEAD');
  const mergeBase = await findMergeBase(session.git, base, head);
  if (range.head === null) return { base: mergeBase, head: null, selection: range.base };
  return { base: mergeBase, head, selection: `${range.base}...${range.head}` };
}

async function openSpan(context: OpenContext, session: GitSession, span: Span): Promise<Scope> {
  const { base, head, selection } = span;
  if (head === null) return openDisk(context, session, base, selection);
  return createTreeScope(session, {
    selection,
    changes: cutChanges(await diffTrees(session.git, base, head), session.place.prefix),
    readHead: () => session.tree(head),
    maxFileBytes: context.maxFileBytes,
  });
}

async function openPatch(
  context: OpenContext,
  { text, origin }: Extract<Selection, { kind: 'patch' }>,
): Promise<Scope> {
  const { folder, warnings } = await openFolder(context.root, context.state);
  const prefix = context.state.kind === 'open' ? context.state.session.place.prefix : '';
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
      return openStaged(context);
    case 'patch':
      return openPatch(context, selection);
    default: {
      const session = requireGit(context.state);
      return openSpan(context, session, await resolveSpan(session, selection));
    }
  }
}

const resolveSpan = (
  session: GitSession,
  selection: Extract<Selection, { kind: 'commit' | 'range' }>,
): Promise<Span> =>
  selection.kind === 'commit' ? resolveCommit(session, selection.revision) : resolveRange(session, selection);

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
      return createSnapshot(scope, context.state.refs === null ? null : formatBranch(context.state.refs), rules);
    },
    async readSettings(path, selection) {
      if (selection.kind !== 'commit' && selection.kind !== 'range') return readDiskSettings(root, path);
      const session = requireGit(await readState());
      return readTreeSettings(session, (await resolveSpan(session, selection)).base, path);
    },
    async [Symbol.asyncDispose]() {
      const opened = await state;
      state = null;
      if (opened?.kind === 'open') await opened.session.close();
    },
  };
}
