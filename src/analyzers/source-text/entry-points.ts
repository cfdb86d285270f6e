/**
 * Finds the files of a project that its users can import: the entry points of package.json, `__init__.py`, public Go packages. Used by
 * documentation/documentation.ts and user-persona/.
 */
import { dropScriptEnding, listPackageEntryPoints, listSourcesOf } from '../../protocol/source/package-entry-points.ts';
import { directoryOf, fileNameOf, joinPath, resolvePath } from '../../protocol/source/paths.ts';
import { parseJsonObject } from '../../protocol/text/json-object.ts';
import type { ProjectTree } from './project-tree.ts';
import type { TextDocument } from './text-document.ts';

export interface EntryPoints {
  /** Paths without extension that package manifests name, source folder and build folder alike. */
  readonly stems: ReadonlySet<string>;
  /** Whether a package manifest was found at all. */
  readonly hasManifest: boolean;
}

const MANIFEST_LIMIT = 200;

export async function readEntryPoints(tree: ProjectTree): Promise<EntryPoints> {
  const manifests = [...tree.paths].filter(
    (path) => fileNameOf(path) === 'package.json' && !path.includes('node_modules/'),
  );
  const stems = new Set<string>();
  for (const path of manifests.slice(0, MANIFEST_LIMIT)) {
    const manifest = parseJsonObject((await tree.readText(path)) ?? '');
    if (!manifest || manifest.private === true) continue;
    for (const source of listPackageEntryPoints(manifest).flatMap(listSourcesOf)) {
      const stem = resolvePath(directoryOf(path), source);
      if (stem !== null) stems.add(stem);
    }
  }
  return { stems, hasManifest: manifests.length > 0 };
}

export function isEntryPoint(document: TextDocument, entries: EntryPoints): boolean {
  const { path, language, text } = document;
  if (language === 'go')
    return !/(?:^|\/)(?:internal|cmd)\//u.test(path) && !/^package main\b/mu.test(text.slice(0, 20_000));
  if (language === 'python') return fileNameOf(path) === '__init__.py';
  return entries.stems.has(dropScriptEnding(path));
}

/** Whether users of the project can import from this file; without a manifest everything is taken for public. */
export function isPublicFile(document: TextDocument, entries: EntryPoints, paths: ReadonlySet<string>): boolean {
  const { path, language } = document;
  if (language === 'python')
    return (
      isEntryPoint(document, entries) ||
      (!fileNameOf(path).startsWith('_') && paths.has(joinPath(directoryOf(path), '__init__.py')))
    );
  if (language === 'go') return isEntryPoint(document, entries);
  return !entries.hasManifest || isEntryPoint(document, entries);
}
