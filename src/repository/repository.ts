/**
 * Implements the port `Repository` on a real folder: turns a selection into a snapshot of files, with git where there is one, and
 * reads settings. Runs nothing of the repository, reads nothing outside it, and throws only what the user can correct. Created by
 * wiring/settings.ts and by commands.
 */
import { realpath, stat } from 'node:fs/promises';
import { ReviewError } from '../errors.ts';
import type { FileFacts } from '../ports/file-facts.ts';
import type { Repository, Selection, Snapshot } from '../ports/repository.ts';
import { DEFAULT_MAX_FILE_BYTES } from '../protocol/config/config-names.ts';
import { createDiskIdentity } from './disk-identity.ts';
import { createFolder, type Folder } from './files/folder.ts';
import { listNamed, type Named, resolveNames, walkNames } from './files/named-paths.ts';
import { createStableReader } from './files/stable-reader.ts';
import type { WalkedEntry } from './files/walk.ts';
import type { FixedChange } from './git/fix-history.ts';
import type { BranchChanges, GitContext } from './git/git-scopes.ts';
import { locateGit } from './git/locate.ts';
import type { GitSession } from './git/session.ts';
import type { Tree } from './git/trees.ts';
import { createProjectSettings, type ProjectSettings } from './project-settings.ts';
import { createSnapshot, type Scope } from './scope.ts';

export interface RepositoryOptions {
  readonly root: string;
  /** The git program; null = do as if there were none. Found on the search path where it is left out. */
  readonly git?: string | null;
  /** Folders to look for git in, as in PATH; the usual ones where it is left out. */
  readonly searchPath?: string;
  /** As GIT_INDEX_FILE names it to a hook: another file than `index` of the git directory. */
  readonly indexFile?: string | undefined;
  /** Blobs that files were found to hold in earlier runs; closed with the repository. */
  readonly blobs?: FileFacts | null;
  /** Takes settings of a change from the change itself (`--trust-repository`). */
  readonly trustsChange?: boolean;
}

/** A repository on disk, with what is to be known of its settings before a run. */
export interface DiskRepository extends Repository, Omit<ProjectSettings, 'readSettings'>, AsyncDisposable {
  /** Changes of the history that a later commit fixed, the newest first. Throws ReviewError without git. */
  listFixedChanges(most: number): Promise<readonly FixedChange[]>;
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

async function openGit(root: string, { git, searchPath, indexFile }: RepositoryOptions): Promise<GitState> {
  const located = await locateGit(root);
  if (located.kind === 'none') {
    const isBroken = located.reason !== 'no .git here or above';
    return { kind: 'closed', branch: null, reason: located.reason, isBroken };
  }
  const scopes = await loadGitScopes();
  const { session, branch } = await scopes.openGit(located.place, { root, program: git, searchPath, indexFile });
  if (session === null) return { kind: 'closed', branch, reason: 'no git program was found', isBroken: true };
  return { kind: 'open', session, branch };
}

function requireGit(state: GitState): GitSession {
  if (state.kind === 'open') return state.session;
  throw new ReviewError('no-git', state.reason);
}

/** The folder with the index of git, or with a warning why it had to do without. */
async function openFolder({
  root,
  state,
  signal,
}: Pick<OpenContext, 'root' | 'state' | 'signal'>): Promise<{ folder: Folder; warnings: readonly string[] }> {
  if (state.kind === 'closed') {
    const warnings = state.isBroken ? [`git was not used: ${state.reason}`] : [];
    return { folder: createFolder({ root, place: null, index: null, signal }), warnings };
  }
  const { session } = state;
  let index: Tree | null = null;
  const warnings: string[] = [];
  try {
    index = await session.index();
  } catch (error) {
    signal?.throwIfAborted();
    warnings.push(`the index of git could not be read: ${error instanceof ReviewError ? error.detail : String(error)}`);
  }
  signal?.throwIfAborted();
  return { folder: createFolder({ root, place: session.place, index, signal }), warnings };
}

interface OpenContext {
  readonly root: string;
  readonly state: GitState;
  readonly maxFileBytes: number;
  readonly signal: AbortSignal | undefined;
  readonly blobs: FileFacts | null;
  readonly trustsChange: boolean;
}

async function openWalk(
  context: OpenContext,
  selection: string,
  find: (folder: Folder) => AsyncIterable<readonly WalkedEntry[]>,
): Promise<Scope> {
  const { folder, warnings } = await openFolder(context);
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

async function findsAny(batches: AsyncIterable<readonly WalkedEntry[]>): Promise<boolean> {
  for await (const batch of batches) if (batch.length > 0) return true;
  return false;
}

/** Globs among several names that match nothing: one alone is an empty scope, among others it would go unnoticed. */
async function listIdle(
  context: OpenContext,
  names: readonly Named[],
  patterns: readonly string[],
): Promise<readonly string[]> {
  const { folder } = await openFolder(context);
  const warnings: string[] = [];
  for (const [i, named] of names.entries()) {
    if (named.kind !== 'glob') continue;
    if (!(await findsAny(walkNames(folder, [named])))) warnings.push(`⚠️ ${patterns[i]} matches no file`);
  }
  return warnings;
}

const toGitContext = (context: OpenContext): GitContext => ({
  session: requireGit(context.state),
  maxFileBytes: context.maxFileBytes,
  signal: context.signal,
  blobs: context.blobs,
  trustsChange: context.trustsChange,
  openFolder: async () => (await openFolder(context)).folder,
});

const findChanges = async (context: OpenContext): Promise<BranchChanges> =>
  context.state.kind === 'closed'
    ? { none: 'no git' }
    : (await loadGitScopes()).openBranchChanges(toGitContext(context));

/** `found` are the changes, where somebody has looked for them before. */
async function openAuto(context: OpenContext, found: BranchChanges | null): Promise<Scope> {
  const changes = found ?? (await findChanges(context));
  return 'scope' in changes ? changes.scope : openAll(context, `whole folder (${changes.none})`);
}

async function openPatch(
  context: OpenContext,
  { text, origin }: Extract<Selection, { kind: 'patch' }>,
): Promise<Scope> {
  const { folder, warnings } = await openFolder(context);
  const prefix = context.state.kind === 'open' ? context.state.session.place.prefix : '';
  const { createPatchScope } = await import('./git/patch-scope.ts');
  const scope = await createPatchScope({ text, origin, folder, prefix, maxFileBytes: context.maxFileBytes });
  return { ...scope, warnings: [...warnings, ...scope.warnings] };
}

/** A change is cut to the root; in a larger work tree that has to be said. */
async function openScope(context: OpenContext, selection: Selection, found: BranchChanges | null): Promise<Scope> {
  const scope = selection.kind === 'auto' ? await openAuto(context, found) : await openSelection(context, selection);
  const prefix = context.state.kind === 'open' ? context.state.session.place.prefix : '';
  if (!scope.isChange || prefix === '') return scope;
  const warning = `⚠️ only what changed below ${prefix} was reviewed: the root is a folder of a larger work tree (-C chooses another)`;
  return { ...scope, warnings: [warning, ...scope.warnings] };
}

async function openSelection(
  context: OpenContext,
  selection: Exclude<Selection, { readonly kind: 'auto' }>,
): Promise<Scope> {
  switch (selection.kind) {
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

/** Whoever no longer waits for a scope does not leave git at work for it. */
async function stopGitWith<T>({ state, signal }: OpenContext, opening: Promise<T>): Promise<T> {
  const stop = (): void => {
    if (state.kind === 'open') state.session.stop();
  };
  signal?.addEventListener('abort', stop);
  try {
    return await opening;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** Throws ReviewError `root-not-found`. Dispose of it to stop git and to remove its temporary folder. */
export async function createRepository(options: RepositoryOptions): Promise<DiskRepository> {
  const root = await resolveRoot(options.root);
  const { blobs = null, trustsChange = false } = options;
  const fixed = { root, blobs, trustsChange };
  let state: Promise<GitState> | null = null;
  const readState = (): Promise<GitState> => {
    state ??= openGit(root, options);
    return state;
  };
  const openSession = async (): Promise<GitSession | null> => {
    const opened = await readState();
    return opened.kind === 'open' ? opened.session : null;
  };

  /** Changes that were looked for to know whose settings hold: the first scope of the same kind takes them over. */
  let found: { readonly changes: BranchChanges; readonly maxFileBytes: number } | null = null;
  let hasChanges: Promise<boolean> | null = null;
  const lookForChanges = async (): Promise<boolean> => {
    const session = await openSession();
    if (session === null) return false;
    const { findBranchBase, hasCommitted } = await loadGitScopes();
    const begun = await findBranchBase(session);
    if (begun !== null && (await hasCommitted({ session }, begun.base))) return true;
    const maxFileBytes = DEFAULT_MAX_FILE_BYTES;
    const changes = await findChanges({ ...fixed, state: await readState(), maxFileBytes, signal: undefined });
    found = { changes, maxFileBytes };
    return 'scope' in changes;
  };

  const settings = createProjectSettings({
    root,
    trustsChange,
    openSession,
    requireSession: async () => requireGit(await readState()),
    hasBranchChanges: () => {
      hasChanges ??= lookForChanges();
      return hasChanges;
    },
  });

  return {
    root,
    async open(selection, rules, signal): Promise<Snapshot> {
      const { maxFileBytes } = rules;
      const context = { ...fixed, state: await readState(), maxFileBytes, signal };
      const known = selection.kind === 'auto' && found?.maxFileBytes === maxFileBytes ? found.changes : null;
      if (known !== null) found = null;
      const scope = await stopGitWith(context, openScope(context, selection, known));
      return createSnapshot(scope, context.state.branch, rules, signal);
    },
    async listFixedChanges(most) {
      const { git, refs, place } = requireGit(await readState());
      const [{ listFixedChanges }, { resolveHead }] = await Promise.all([
        import('./git/fix-history.ts'),
        import('./git/refs.ts'),
      ]);
      const head = resolveHead(refs);
      return head === null ? [] : listFixedChanges(git, head, { most, prefix: place.prefix });
    },
    ...settings,
    async readHistory() {
      const session = await openSession();
      return session === null ? null : (await import('./git/history.ts')).openHistory(session);
    },
    async [Symbol.asyncDispose]() {
      const opened = await state;
      state = null;
      blobs?.close();
      if (opened?.kind === 'open') await opened.session.close();
    },
  };
}
