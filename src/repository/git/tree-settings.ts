/**
 * Reads the settings files of the reviewed project from a revision or the index: looked for below the root, then in the git top level.
 * Called by repository/project-settings.ts.
 */

import type { SettingsFile } from '../../ports/repository.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import { decodeSettings, MAX_SETTINGS_BYTES, readOrFault, unreadable } from '../settings-files.ts';
import { type GitSession, isBlob, type TreeSource } from './session.ts';
import type { Tree } from './trees.ts';

function listTreePlace(tree: Tree, path: string): readonly string[] {
  if (tree.has(path)) return [path];
  return [...tree.keys()].filter((each) => each.startsWith(`${path}/`)).sort(compareText);
}

/** Paths are written as git writes them, `revision:path`; of the index `:path`. */
export async function readTreeSettings(
  session: GitSession,
  source: TreeSource,
  path: string,
): Promise<readonly SettingsFile[]> {
  const wanted = [...new Set([`${session.place.prefix}${path}`, path])];
  const tree = source === 'index' ? await session.wholeIndex() : await session.wholeTree(source.revision);
  const places = wanted.map((each) => listTreePlace(tree, each));
  const names = places.find((found) => found.length > 0) ?? [];
  const side = source === 'index' ? '' : source.revision.slice(0, 12);
  const read = async (name: string): Promise<SettingsFile> => {
    const shown = `${side}:${name}`;
    const entry = tree.get(name);
    if (!isBlob(entry)) throw unreadable(shown, 'not a file');
    const outcome = await session.objects.read(entry.oid, MAX_SETTINGS_BYTES, name);
    if (outcome.kind !== 'bytes') throw unreadable(shown, outcome.kind === 'missing' ? 'missing' : outcome.reason);
    return decodeSettings(shown, outcome.bytes);
  };
  const files = names.map((name) =>
    wanted.includes(name) ? read(name) : readOrFault(`${side}:${name}`, () => read(name)),
  );
  return (await Promise.all(files)).filter((file) => file !== null);
}
