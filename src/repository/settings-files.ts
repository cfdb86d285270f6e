/**
 * Reads the settings files that the reviewed project brings along on disk, looked for in the root and then in the git top level; those
 * of a revision are read by git/tree-settings.ts. One that is there but cannot be read is an error: it must not be dropped in silence;
 * in a folder of settings it is returned with its fault. Called by project-settings.ts.
 */

import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ReviewError } from '../errors.ts';
import type { SettingsFile } from '../ports/repository.ts';
import { compareText } from '../protocol/text/compare-text.ts';
import { readContained } from './files/contained-read.ts';
import { decodeText, isBinary } from './files/decode-text.ts';
import { locateGit } from './git/locate.ts';

export const MAX_SETTINGS_BYTES = 1_000_000;

export const unreadable = (path: string, reason: string): ReviewError =>
  new ReviewError('unreadable-input', `${path} is ${reason}; it has to be a plain text file of at most 1 MB`);

export function decodeSettings(path: string, bytes: Uint8Array): SettingsFile {
  if (isBinary(bytes, '')) throw unreadable(path, 'binary');
  const decoded = decodeText(bytes, path);
  if (decoded.kind === 'unusable') throw unreadable(path, decoded.reason);
  return { path, text: decoded.text };
}

/** Of a folder one file that cannot be read does not stop the others. */
export async function readOrFault(
  path: string,
  read: () => Promise<SettingsFile | null>,
): Promise<SettingsFile | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ReviewError) return { path, text: '', fault: error.message };
    throw error;
  }
}

/**
 * The name that a setting has wherever it was found, on disk, in a revision (`1a2b3c:path`) or in the index (`:path`): that of the
 * setting itself, or of its file in a folder of settings.
 */
export function settingName(setting: string, { path }: Pick<SettingsFile, 'path'>): string {
  const plain = path.replace(/^[0-9a-f]*:/u, '').replaceAll('\\', '/');
  const at = `/${plain}`.lastIndexOf(`/${setting}/`);
  return at < 0 ? setting : plain.slice(at);
}

async function readDiskFile(folder: string, path: string): Promise<SettingsFile | null> {
  const outcome = await readContained(folder, path, MAX_SETTINGS_BYTES);
  if (outcome.kind === 'missing') return null;
  if (outcome.kind === 'unusable') throw unreadable(path, outcome.reason);
  return decodeSettings(path, outcome.bytes);
}

/** Folders within folders of settings that are looked into. */
const MAX_DEPTH = 8;

/** Names in a folder that is no link and lies behind none, and in the folders in it; null where there is no such folder. */
async function listFolder(folder: string, path: string, depth = 0): Promise<readonly string[] | null> {
  const full = join(folder, path);
  if (depth === 0 && (await realpath(full).catch(() => null)) !== full) return null;
  const entries = await readdir(full, { withFileTypes: true }).catch(() => null);
  if (entries === null || depth > MAX_DEPTH) return depth === 0 ? null : [];
  const names = entries.map((entry) => {
    const name = `${path}/${entry.name}`;
    return entry.isDirectory() ? listFolder(folder, name, depth + 1) : [name];
  });
  return (await Promise.all(names)).flatMap((each) => each ?? []);
}

async function readDiskPlace(folder: string, path: string): Promise<readonly SettingsFile[]> {
  const names = await listFolder(folder, path);
  const files =
    names === null
      ? [await readDiskFile(folder, path)]
      : await Promise.all(
          names.toSorted(compareText).map((name) => readOrFault(name, () => readDiskFile(folder, name))),
        );
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
