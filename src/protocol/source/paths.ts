/**
 * Takes apart and joins paths inside the reviewed folder (separator `/`): folder, file name, stem, resolving `..`, all folders
 * above. Works on text alone, reads no disk. Used by analyzers/, recon/ and others.
 */

export const directoryOf = (path: string): string => {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
};

export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** File name without its extensions: `src/a.test.ts` is `a`. */
export const stemOf = (path: string): string => {
  const name = fileNameOf(path);
  const dot = name.indexOf('.', 1);
  return dot < 0 ? name : name.slice(0, dot);
};

export const joinPath = (directory: string, name: string): string => (directory === '' ? name : `${directory}/${name}`);

/** Resolves `.` and `..` against a folder; null where the result leaves the root. */
export function resolvePath(directory: string, relative: string): string | null {
  const parts = directory === '' ? [] : directory.split('/');
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** The folder itself and every folder above it, nearest first; the root is the empty string. */
export function foldersUpward(directory: string): readonly string[] {
  const folders = [directory];
  for (let at = directory; at !== ''; ) {
    at = directoryOf(at);
    folders.push(at);
  }
  return folders;
}
