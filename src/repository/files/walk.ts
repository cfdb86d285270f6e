/**
 * Walks a folder and yields what is there, in path order, without opening a file or following a link. Every entry is either a regular
 * file or named with the reason why it is not one to review (vendored folder, link, ignored). `.git` is never entered. Called by
 * folder.ts.
 */

import { type Dirent, readdirSync } from 'node:fs';
import { sep } from 'node:path';
import { createPause } from '../../ports/pause.ts';
import type { IgnoreReason } from '../../protocol/report/report-document.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import { foldersAbove } from './contained-path.ts';
import { judgeLink } from './contained-read.ts';
import { enterFolder, type IgnoreLayers, isGitIgnored, type ReadRules } from './git-ignore.ts';

/** A folder stands with a final `/` for everything beneath it. */
export interface WalkedEntry {
  readonly path: string;
  readonly reason: IgnoreReason | null;
  /** Files of source that the entry stands for, where its name does not tell: 0 for a link. */
  readonly sourceFiles?: number;
}

/** What git knows of a folder. Paths are relative to the folder that is walked. */
export interface TrackedPaths {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  readonly submodules: ReadonlySet<string>;
}

export interface WalkRequest {
  /** A real path; all paths are relative to it. */
  readonly root: string;
  /** Where to start, relative to the root. */
  readonly folder: string;
  readonly readRules: ReadRules;
  /** The way to the root (`packages/api/` or '') from the folder that ignore rules are relative to. */
  readonly ignorePrefix: string;
  readonly ignoreRules: IgnoreLayers;
  /** Null without git: then ignored entries are listed, because nothing else says that they do not belong. */
  readonly tracked: TrackedPaths | null;
  /** Once it has fired the walk ends, wherever it is. */
  readonly signal?: AbortSignal;
}

const VENDORED_FOLDERS: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'jspm_packages',
  'vendor',
  'third_party',
  'third-party',
  'Pods',
  'Carthage',
  '.venv',
  'venv',
  'virtualenv',
  'site-packages',
  '.yarn',
  '.tox',
]);

/** Folders of other version control systems. Git tracks files in them like in any folder: those are part of what is reviewed. */
const OTHER_VCS_FOLDERS: ReadonlySet<string> = new Set(['.hg', '.svn', '.jj']);

/** The vendored folder a path lies in, with a final `/`, or null. `from` is a folder the user named. */
export function findVendoredFolder(path: string, from = ''): string | null {
  const parts = path.split('/');
  const skip = from === '' ? 0 : from.split('/').length;
  const at = parts.findIndex((part, i) => i >= skip && i < parts.length - 1 && VENDORED_FOLDERS.has(part));
  return at < 0 ? null : `${parts.slice(0, at + 1).join('/')}/`;
}

/** Files between two pauses: some milliseconds. */
const TRACKED = 4096;

export async function trackPaths(files: Iterable<string>, submodules: Iterable<string> = []): Promise<TrackedPaths> {
  const folders = new Set<string>();
  const fileSet = new Set<string>();
  const pause = createPause(TRACKED);
  for (const path of files) {
    const waiting = pause();
    if (waiting !== undefined) await waiting;
    fileSet.add(path);
    for (const folder of foldersAbove(path)) {
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return { files: fileSet, folders, submodules: new Set(submodules) };
}

interface Position {
  readonly folder: string;
  readonly rules: IgnoreLayers;
  /** Beneath an ignored folder only what git tracks is left. */
  readonly isIgnored: boolean;
}

function listFolder(path: string): readonly Dirent[] | null {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    if (entries.length < 2) return entries;
    return entries
      .map((entry) => ({ entry, key: entry.isDirectory() ? `${entry.name}/` : entry.name }))
      .sort((a, b) => compareText(a.key, b.key))
      .map(({ entry }) => entry);
  } catch {
    return null;
  }
}

/** Where to go on with a folder: into it, not at all, or past it with one entry for all of it. */
function judgeFolder(request: WalkRequest, path: string, at: Position): Position | WalkedEntry | null {
  const { tracked } = request;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (tracked?.submodules.has(path)) return { path: `${path}/`, reason: 'vendored' };
  if (OTHER_VCS_FOLDERS.has(name)) {
    if (tracked === null) return { path: `${path}/`, reason: 'vendored' };
    return tracked.folders.has(path) ? { folder: path, rules: at.rules, isIgnored: true } : null;
  }
  const isIgnored = at.isIgnored || isGitIgnored(`${request.ignorePrefix}${path}/`, at.rules);
  if (isIgnored && tracked === null) return { path: `${path}/`, reason: 'ignored' };
  if (isIgnored && !tracked?.folders.has(path)) return null;
  if (VENDORED_FOLDERS.has(name)) return { path: `${path}/`, reason: 'vendored' };
  return { folder: path, rules: at.rules, isIgnored };
}

function isSkipped(request: WalkRequest, path: string, at: Position): boolean {
  if (request.tracked?.files.has(path)) return false;
  return at.isIgnored || isGitIgnored(`${request.ignorePrefix}${path}`, at.rules);
}

/** Only a link is anything to wait for. */
function judgeFile(
  request: WalkRequest,
  path: string,
  entry: Dirent,
  at: Position,
): WalkedEntry | Promise<WalkedEntry> | null {
  if (isSkipped(request, path, at)) return request.tracked === null ? { path, reason: 'ignored' } : null;
  if (entry.isFile()) return { path, reason: null };
  if (!entry.isSymbolicLink()) return { path, reason: 'unreadable' };
  return judgeLink(request.root, path).then((reason) => ({ path, reason, sourceFiles: 0 }));
}

/** What a folder holds, last one first: entries, and folders yet to be opened. */
async function openFolder(request: WalkRequest, at: Position): Promise<readonly (Position | WalkedEntry)[]> {
  const entries = listFolder(`${request.root}${sep}${at.folder}`);
  if (entries === null) return [{ path: at.folder === '' ? './' : `${at.folder}/`, reason: 'unreadable' }];
  const above = `${request.ignorePrefix}${at.folder}`.replace(/\/$/u, '');
  const hasRules = entries.some(({ name }) => name === '.gitignore');
  const here = hasRules ? { ...at, rules: await enterFolder(request.readRules, above, at.rules) } : at;
  const found: (Position | WalkedEntry)[] = [];
  const pause = createPause();
  for (const entry of entries) {
    const waiting = pause();
    if (waiting !== undefined) await waiting;
    if (request.signal?.aborted) break;
    // A folder or, in a linked work tree, a file: git tracks nothing of that name.
    if (entry.name === '.git') continue;
    const judged = judgeEntry(request, entry, here);
    const next = judged instanceof Promise ? await judged : judged;
    if (next !== null) found.push(next);
  }
  return found.reverse();
}

function judgeEntry(request: WalkRequest, entry: Dirent, at: Position) {
  const path = at.folder === '' ? entry.name : `${at.folder}/${entry.name}`;
  return entry.isDirectory() ? judgeFolder(request, path, at) : judgeFile(request, path, entry, at);
}

/** Entries handed on at a time: one by itself would cost more on its way than to find it. */
const BATCH = 32;

/** One generator for all depths: nested ones would hand every entry up through each folder above it. */
async function* walkFolders(request: WalkRequest, start: Position): AsyncGenerator<readonly WalkedEntry[]> {
  const stack: (Position | WalkedEntry)[] = [start];
  let batch: WalkedEntry[] = [];
  const pause = createPause();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const waiting = pause();
    if (waiting !== undefined) await waiting;
    if (request.signal?.aborted) break;
    if ('folder' in next) for (const found of await openFolder(request, next)) stack.push(found);
    else if (batch.push(next) >= BATCH) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}

/** Sorted by path, in batches. An entry that cannot be listed is reported, never skipped. */
export const walkFiles = (request: WalkRequest): AsyncGenerator<readonly WalkedEntry[]> =>
  walkFolders(request, { folder: request.folder, rules: request.ignoreRules, isIgnored: false });
