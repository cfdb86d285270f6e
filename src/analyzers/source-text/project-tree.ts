/**
 * Opens the file tree of the reviewed repository: all paths, in scope or not, their folders, and a reader of a file's text. Used by
 * documentation/, code-quality/, user-persona/ and entry-points.ts to check what exists.
 */

import type { Snapshot } from '../../ports/repository.ts';
import { directoryOf, foldersUpward } from '../../protocol/source/paths.ts';

export interface ProjectTree {
  readonly paths: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** Null where there is no such text. */
  readText(path: string): Promise<string | null>;
}

export async function openTree(snapshot: Snapshot): Promise<ProjectTree> {
  const paths = await snapshot.paths();
  let folders: ReadonlySet<string> | null = null;
  return {
    paths,
    get folders() {
      folders ??= listFolders(paths);
      return folders;
    },
    readText: async (path) => {
      const read = paths.has(path) ? await snapshot.read(path) : null;
      return read?.kind === 'text' ? read.text : null;
    },
  };
}

function listFolders(paths: ReadonlySet<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (const folder of foldersUpward(directoryOf(path))) {
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}
