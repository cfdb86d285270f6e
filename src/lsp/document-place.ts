/**
 * Turns the URI of an editor's document into an absolute path, and finds which of the editor's folders holds that path. Pure; the
 * caller says whether paths follow the rules of Windows. Called by serve-lsp.ts and review-document.ts.
 */
import { posix, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Null for a document that is no file of this machine: a new one, a part of a notebook, a file of an archive or of another host. */
export function pathOfUri(uri: string, windows: boolean): string | null {
  if (!/^file:/iu.test(uri)) return null;
  try {
    return fileURLToPath(uri, { windows });
  } catch {
    return null;
  }
}

/** The innermost of the folders that holds the path; names of Windows differ in no letter's case. */
export function folderOf(path: string, folders: readonly string[], windows: boolean): string | null {
  const { relative, isAbsolute, sep } = windows ? win32 : posix;
  const holding = folders.filter((folder) => {
    const way = relative(folder, path);
    return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  });
  return holding.toSorted((a, b) => b.length - a.length)[0] ?? null;
}
