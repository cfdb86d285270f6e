/**
 * Settings that the reviewed project brings along, from disk or from a revision, looked for in the root and then in the
 * git top level. One that is there but cannot be read is an error: it must not be dropped in silence.
 */
import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ReviewError } from '../errors.ts';
import type { SettingsFile } from '../ports/repository.ts';
import { comparePaths } from './files/contained-path.ts';
import { readContained } from './files/contained-read.ts';
import { decodeText } from './files/decode-text.ts';
import { locateGit } from './git/locate.ts';
import { type GitSession, isBlob } from './git/session.ts';
import { readTree, type Tree } from './git/trees.ts';

const MAX_SETTINGS_BYTES = 1_000_000;

const unreadable = (path: string, reason: string): ReviewError =>
  new ReviewError('unreadable-input', `${path} is ${reason}; it has to be a plain text file of at most 1 MB`);

function decodeSettings(path: string, bytes: Uint8Array): SettingsFile {
  const decoded = decodeText(bytes);
  if (decoded.kind === 'unusable') throw unreadable(path, decoded.reason);
  return { path, text: decoded.text };
}

async function readDiskFile(folder: string, path: string): Promise<SettingsFile | null> {
  const outcome = await readContained(folder, path, MAX_SETTINGS_BYTES);
  if (outcome.kind === 'missing') return null;
  if (outcome.kind === 'unusable') throw unreadable(path, outcome.reason);
  return decodeSettings(path, outcome.bytes);
}

/** Names in a folder that is no link and lies behind none; null where there is no such folder. */
async function listFolder(folder: string, path: string): Promise<readonly string[] | null> {
  const full = join(folder, path);
  if ((await realpath(full).catch(() => null)) !== full) return null;
  const entries = await readdir(full, { withFileTypes: true }).catch(() => null);
  return entries?.filter((entry) => !entry.isDirectory()).map(({ name }) => `${path}/${name}`) ?? null;
}

async function readDiskPlace(folder: string, path: string): Promise<readonly SettingsFile[]> {
  const names = [...((await listFolder(folder, path)) ?? [path])];
  const files = await Promise.all(names.sort(comparePaths).map((name) => readDiskFile(folder, name)));
  return files.filter((file) => file !== null);
}

/** Paths are relative to the root, or absolute where the top level had to serve. */
export async function readDiskSettings(root: string, path: string): Promise<readonly SettingsFile[]> {
  const here = await readDiskPlace(root, path);
  if (here.length > 0) return here;
  const located = await locateGit(root);
  if (located.kind === 'none' || located.place.topLevel === root) return [];
  const { topLevel } = located.place;
  return (await readDiskPlace(topLevel, path)).map((file) => ({ ...file, path: join(topLevel, file.path) }));
}

function listTreePlace(tree: Tree, path: string): readonly string[] {
  if (tree.has(path)) return [path];
  const inFolder = [...tree.keys()].filter(
    (each) => each.startsWith(`${path}/`) && !each.slice(path.length + 1).includes('/'),
  );
  return inFolder.sort(comparePaths);
}

/** Paths are written as git writes them, `revision:path`. */
export async function readTreeSettings(
  session: GitSession,
  revision: string,
  path: string,
): Promise<readonly SettingsFile[]> {
  const tree = await readTree(session.git, revision);
  const places = [...new Set([`${session.place.prefix}${path}`, path])].map((each) => listTreePlace(tree, each));
  const names = places.find((found) => found.length > 0) ?? [];
  return Promise.all(
    names.map(async (name) => {
      const shown = `${revision.slice(0, 12)}:${name}`;
      const entry = tree.get(name);
      if (!isBlob(entry)) throw unreadable(shown, 'not a file');
      const outcome = await session.objects.read(entry.oid, MAX_SETTINGS_BYTES);
      if (outcome.kind !== 'bytes') throw unreadable(shown, outcome.kind === 'missing' ? 'missing' : outcome.reason);
      return decodeSettings(shown, outcome.bytes);
    }),
  );
}
