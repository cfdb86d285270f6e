/** Settings that a revision of the reviewed project brings along, looked for below the root and then in the git top level. */

import type { SettingsFile } from '../../ports/repository.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import { decodeSettings, MAX_SETTINGS_BYTES, unreadable } from '../settings-files.ts';
import { type GitSession, isBlob } from './session.ts';
import type { Tree } from './trees.ts';

function listTreePlace(tree: Tree, path: string): readonly string[] {
  if (tree.has(path)) return [path];
  const inFolder = [...tree.keys()].filter(
    (each) => each.startsWith(`${path}/`) && !each.slice(path.length + 1).includes('/'),
  );
  return inFolder.sort(compareText);
}

/** Paths are written as git writes them, `revision:path`. */
export async function readTreeSettings(
  session: GitSession,
  revision: string,
  path: string,
): Promise<readonly SettingsFile[]> {
  const tree = await session.wholeTree(revision);
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
