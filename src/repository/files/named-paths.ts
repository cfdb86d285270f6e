/**
 * Resolves the files, folders and globs that the user named, relative to the root, and walks what they stand for. A name that exists
 * is taken literally, whatever characters it has; a name that does not must be a glob. Says what is missing or outside, by
 * ReviewError. Called by repository.ts.
 */

import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import picomatch from 'picomatch';
import { ReviewError } from '../../errors.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import { isContained, relativize } from './contained-path.ts';
import { judgeLink } from './contained-read.ts';
import type { Folder } from './folder.ts';
import { compileGlob, normalizePattern } from './scope-filter.ts';
import type { WalkedEntry } from './walk.ts';

export type Named =
  | { readonly kind: 'entry'; readonly entry: WalkedEntry }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'glob'; readonly from: string; readonly matches: (path: string) => boolean };

const outside = (pattern: string): ReviewError => new ReviewError('path-outside-root', `"${pattern}"`);

/** Path relative to the root; an absolute one may name the root through links of its own, as `/tmp` often does. */
async function toRelative(root: string, pattern: string): Promise<string> {
  const direct = relativize(root, pattern);
  if (direct !== null) return direct;
  const parent = isAbsolute(pattern) ? await realpath(dirname(pattern)).catch(() => null) : null;
  const real = parent === null ? null : relativize(root, join(parent, basename(pattern)));
  if (real === null) throw outside(pattern);
  return real;
}

const statOrNull = (path: string) => lstat(path).catch(() => null);

/** The first part of a path that is a link, or null. What lies behind a link is not followed. */
async function findLink(root: string, path: string): Promise<string | null> {
  const parts = path.split('/');
  for (let length = 1; length <= parts.length; length += 1) {
    const part = parts.slice(0, length).join('/');
    if ((await statOrNull(join(root, part)))?.isSymbolicLink()) return part;
  }
  return null;
}

async function nameLink(root: string, link: string, path: string, pattern: string): Promise<Named> {
  const target = await realpath(join(root, link)).catch(() => null);
  if (link !== path && target !== null && !isContained(root, target)) throw outside(pattern);
  return { kind: 'entry', entry: { path: link, reason: await judgeLink(root, link), sourceFiles: 0 } };
}

async function resolveName(root: string, pattern: string): Promise<Named> {
  const path = await toRelative(root, pattern);
  if (path === '') return { kind: 'folder', path };
  const link = await findLink(root, path);
  if (link !== null) return nameLink(root, link, path, pattern);
  const stats = await statOrNull(join(root, path));
  if (stats?.isDirectory()) return { kind: 'folder', path };
  if (stats) return { kind: 'entry', entry: { path, reason: stats.isFile() ? null : 'unreadable' } };
  const glob = normalizePattern(isAbsolute(pattern) ? path : pattern);
  const { isGlob, base } = picomatch.scan(glob);
  if (!isGlob) throw new ReviewError('path-not-found', `"${pattern}" in ${root}`);
  const from = (await statOrNull(join(root, base)))?.isDirectory() ? normalizePattern(base) : '';
  return { kind: 'glob', from: from === '.' ? '' : from, matches: compileGlob(glob) };
}

/** Throws for a name that is missing or outside before anything is walked. */
export const resolveNames = (root: string, patterns: readonly string[]): Promise<readonly Named[]> =>
  Promise.all(patterns.map((pattern) => resolveName(root, pattern)));

/** The files and folders among the names; globs are not named one by one. */
export const listNamed = (names: readonly Named[]): readonly string[] =>
  names.flatMap((named) => {
    if (named.kind === 'glob') return [];
    return named.kind === 'folder' ? [named.path] : [named.entry.path];
  });

async function* findNamed(folder: Folder, named: Named): AsyncGenerator<readonly WalkedEntry[]> {
  if (named.kind === 'entry') yield [named.entry];
  else if (named.kind === 'folder') yield* folder.walk(named.path);
  else for await (const batch of folder.walk(named.from)) yield batch.filter(({ path }) => named.matches(path));
}

/** Everything the names stand for, each once, sorted, in batches. A single folder is streamed as it is walked. */
export async function* walkNames(folder: Folder, names: readonly Named[]): AsyncGenerator<readonly WalkedEntry[]> {
  const [only] = names;
  if (names.length === 1 && only !== undefined) {
    yield* findNamed(folder, only);
    return;
  }
  const found = new Map<string, WalkedEntry>();
  for (const named of names) {
    for await (const batch of findNamed(folder, named)) for (const entry of batch) found.set(entry.path, entry);
  }
  yield [...found.values()].sort((a, b) => compareText(a.path, b.path));
}
