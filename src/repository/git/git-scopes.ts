/**
 * Opens the scopes that need git: what a branch or the work tree changed against a commit, what is staged, what a commit or a range
 * changed. Also finds the base of each, for settings (project-settings.ts). Loaded by repository.ts only for a folder that has git.
 */
import { ReviewError } from '../../errors.ts';
import type { FileFacts } from '../../ports/file-facts.ts';
import type { Selection } from '../../ports/repository.ts';
import { SUPPRESSIONS_FILE } from '../../protocol/findings/suppression-file.ts';
import type { Folder } from '../files/folder.ts';
import { createSnapshot, type Scope } from '../scope.ts';
import { createDiskScope, type DiskScope } from './disk-changes.ts';
import type { GitPlace } from './locate.ts';
import { findGitProgram } from './program.ts';
import { findDefaultBranch, formatBranch, readRefs, resolveHead } from './refs.ts';
import { EMPTY_TREE, findMergeBase, findParent, readMessages, resolveRangeEnd, resolveRevision } from './revisions.ts';
import { cutChanges, type GitSession, openGitSession, type TreeSource } from './session.ts';
import { createTreeScope } from './tree-changes.ts';
import { diffIndex, diffTrees } from './trees.ts';

export interface OpenedGit {
  readonly branch: string | null;
  /** Null where there is no program to ask. */
  readonly session: GitSession | null;
}

/** `program` is looked for on the search path where it is undefined; null does as if there were none. */
export async function openGit(
  place: GitPlace,
  {
    root,
    program,
    searchPath,
    indexFile,
  }: {
    root: string;
    program: string | null | undefined;
    searchPath: string | undefined;
    indexFile?: string | undefined;
  },
): Promise<OpenedGit> {
  const refs = await readRefs(place);
  const found = program === undefined ? findGitProgram(searchPath, root) : program;
  return {
    branch: formatBranch(refs),
    session: found === null ? null : await openGitSession(place, refs, found, indexFile),
  };
}

export interface GitContext {
  readonly session: GitSession;
  readonly maxFileBytes: number;
  /** Takes ignore rules that a change brings along. */
  readonly trustsChange: boolean;
  openFolder(): Promise<Folder>;
  /** Once it has fired nobody waits for the scope. */
  readonly signal: AbortSignal | undefined;
  /** Blobs that files were found to hold in earlier runs. */
  readonly blobs: FileFacts | null;
}

/** Every reviewer asks for the messages of the commits: git is asked once. */
function readOnce(read: () => Promise<string | null>): () => Promise<string | null> {
  let text: Promise<string | null> | null = null;
  return () => {
    text ??= read();
    return text;
  };
}

/** The work tree, uncommitted changes and all, against a commit. */
async function openDisk(context: GitContext, base: string, name: string): Promise<DiskScope> {
  const { session, maxFileBytes } = context;
  const head = resolveHead(session.refs);
  const committed = head === null ? [] : cutChanges(await diffTrees(session.git, base, head), session.place.prefix);
  const scope = await createDiskScope(session, {
    selection: `working tree against ${name}`,
    folder: await context.openFolder(),
    base: await session.tree(base),
    rulesFrom: context.trustsChange ? null : base,
    committed,
    maxFileBytes,
    blobs: context.blobs,
  });
  return head === null || head === base
    ? scope
    : { ...scope, message: readOnce(() => readMessages(session.git, base, head)) };
}

/**
 * Whether anything changed at all: the user's filters choose among changes, they do not undo them. What `dismiss` and `baseline`
 * write is no work on the code, and does not narrow a review to that one file.
 */
async function hasChanges(scope: DiskScope, { maxFileBytes, signal }: GitContext): Promise<boolean> {
  if (scope.deleted > 0) return true;
  const unfiltered = { include: [], exclude: [], ignoreLines: [], maxFileBytes };
  for await (const { path } of createSnapshot(scope, null, unfiltered, signal).entries()) {
    if (path !== SUPPRESSIONS_FILE) return true;
  }
  signal?.throwIfAborted();
  return false;
}

/** Where the changes of this branch begin; null without a commit. */
export async function findBranchBase({
  refs,
  git,
}: Pick<GitSession, 'refs' | 'git'>): Promise<{ readonly base: string; readonly name: string } | null> {
  const head = resolveHead(refs);
  if (head === null) return null;
  const branch = findDefaultBranch(refs);
  const base = branch === null ? head : await findMergeBase(git, branch.oid, head);
  return { base, name: branch?.name ?? 'HEAD' };
}

/** Whether the commits of this branch change anything beneath the root; says nothing of uncommitted work. */
export async function hasCommitted({ session }: Pick<GitContext, 'session'>, base: string): Promise<boolean> {
  const head = resolveHead(session.refs);
  if (head === null || head === base) return false;
  return cutChanges(await diffTrees(session.git, base, head), session.place.prefix).length > 0;
}

export type BranchChanges = { readonly scope: Scope } | { readonly none: string };

/** What this branch changed, uncommitted work included; where that is nothing, why. */
export async function openBranchChanges(context: GitContext): Promise<BranchChanges> {
  const found = await findBranchBase(context.session);
  if (found === null) return { none: 'no commits yet' };
  const scope = await openDisk(context, found.base, found.name);
  return (await hasChanges(scope, context))
    ? { scope: { ...scope, against: found.name } }
    : { none: `no changes against ${found.name}` };
}

export async function openStaged({ session, maxFileBytes }: GitContext): Promise<Scope> {
  const { git, place, refs } = session;
  const changes = await diffIndex(git, resolveHead(refs) ?? EMPTY_TREE[place.objectFormat]);
  return createTreeScope(session, {
    selection: 'staged changes',
    changes: cutChanges(changes, place.prefix),
    readHead: () => session.index(),
    maxFileBytes,
  });
}

export type SpanSelection = Extract<Selection, { kind: 'commit' | 'range' }>;

interface Span {
  readonly base: string;
  /** Null = the work tree. */
  readonly head: string | null;
  readonly selection: string;
}

async function resolveCommit(session: GitSession, revision: string): Promise<Span> {
  const head = await resolveRevision(session, revision);
  const base = (await findParent(session.git, head)) ?? EMPTY_TREE[session.place.objectFormat];
  const short = head.slice(0, 12);
  return { base, head, selection: head.startsWith(revision) ? `commit ${short}` : `commit ${revision} (${short})` };
}

async function resolveRange(session: GitSession, range: Extract<Selection, { kind: 'range' }>): Promise<Span> {
  const base = await resolveRangeEnd(session, range.base);
  const head = await resolveRangeEnd(session, range.head ?? 'HEAD');
  const mergeBase = await findMergeBase(session.git, base, head);
  if (range.head === null) return { base: mergeBase, head: null, selection: range.base };
  return { base: mergeBase, head, selection: `${range.base}...${range.head}` };
}

/** A session has the refs of its beginning, so what a user typed means the same as long as it lasts. */
const resolved = new WeakMap<GitSession, Map<string, Promise<Span>>>();

function resolveSpan(session: GitSession, selection: SpanSelection): Promise<Span> {
  const spans = resolved.get(session) ?? new Map<string, Promise<Span>>();
  resolved.set(session, spans);
  const key = JSON.stringify(selection);
  const span =
    spans.get(key) ??
    (selection.kind === 'commit' ? resolveCommit(session, selection.revision) : resolveRange(session, selection));
  spans.set(key, span);
  return span;
}

/** What a commit or a range changed. */
export async function openSpan(context: GitContext, asked: SpanSelection): Promise<Scope> {
  const { session, maxFileBytes } = context;
  const { base, head, selection } = await resolveSpan(session, asked);
  if (head === null) return openDisk(context, base, selection);
  const scope = createTreeScope(session, {
    selection,
    changes: cutChanges(await diffTrees(session.git, base, head), session.place.prefix),
    readHead: () => session.tree(head),
    maxFileBytes,
  });
  const from = asked.kind === 'commit' ? null : base;
  return { ...scope, message: readOnce(() => readMessages(session.git, from, head)) };
}

/** The two sides of a change, as far as settings are concerned. */
export interface SettingsSides {
  readonly base: string;
  /** The work tree, the index, or a revision. */
  readonly head: 'disk' | TreeSource;
}

/** Where a change that git knows of begins and ends: a change does not decide how it is reviewed. */
export async function findSides(
  session: GitSession,
  selection: SpanSelection | { readonly kind: 'staged' },
): Promise<SettingsSides> {
  if (selection.kind === 'staged') {
    return { base: resolveHead(session.refs) ?? EMPTY_TREE[session.place.objectFormat], head: 'index' };
  }
  const { base, head } = await resolveSpan(session, selection);
  return { base, head: head === null ? 'disk' : { revision: head } };
}

/**
 * A patch does not say what it was made against, and HEAD may have it already: what the default branch has is the base, which no
 * patch can reach. `isSure` is false where there is no such branch and HEAD has to do.
 */
export async function findPatchBase(session: GitSession): Promise<{ readonly base: string; readonly isSure: boolean }> {
  const { refs, git, place } = session;
  const head = resolveHead(refs) ?? EMPTY_TREE[place.objectFormat];
  const branch = findDefaultBranch(refs);
  if (branch === null) return { base: head, isSure: false };
  const base = await findMergeBase(git, branch.oid, head).catch((error: unknown) => {
    if (error instanceof ReviewError) return branch.oid;
    throw error;
  });
  return { base, isSure: true };
}
